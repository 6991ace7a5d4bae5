import { expect, test, vi } from "vitest";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import { Clients } from "../client/clients.ts";
import { fakeServer, heapGame } from "../client/fake-client.fixture.ts";
import type { HttpClient } from "../client/http-client.ts";
import { PositionValues } from "./position-values.ts";
import { newGame, type Seat } from "./saved-game.ts";
import { Session } from "./session.ts";

const person: Seat = { kind: "person" };
const estimate: AnalysisDocument = {
  position: "7",
  source: { kind: "search", name: "uct", text: "estimated by 10 playouts" },
  value: null,
  moves: [],
  pv: ["1"],
  player: 0,
  evaluation: { share: 0.1, label: "55 %", text: "first scores 55 %", exact: false },
  lines: [
    { moves: ["1"], evaluation: { share: 0.1, label: "55 %", text: "first scores 55 %", exact: false }, playouts: 10 },
  ],
  strategies: [],
  depth: null,
  nodes: 0,
  playouts: 10,
  milliseconds: 10,
  done: false,
  buildable: null,
  provable: null,
};
const solved: AnalysisDocument = {
  ...estimate,
  source: { kind: "solved", name: "retrograde analysis", text: "exact, solved: retrograde analysis" },
  playouts: null,
  done: true,
};

test("when a running search ends with exact values, they replace the estimate, and the graph is requested again", async () => {
  const { client } = fakeServer();
  let solve: () => void = () => {};
  const analyse: HttpClient["analyse"] = async (_, __, options) => {
    options?.onAnalysis?.(estimate, "server");
    await new Promise<void>((resolve) => (solve = resolve));
    return solved;
  };
  const graph = vi.fn<HttpClient["graph"]>(async () => ({
    source: solved.source,
    player: 0,
    own: [0],
    against: [1],
    points: [],
  }));
  const clients = new Clients({ ...client, analyse, graph });
  const saved = newGame({ game: "heap", variant: {}, seats: [person, person] }, "id", new Date(0));
  const session = new Session(saved, { clients, document: heapGame, save: () => {} });
  const values = new PositionValues(session, clients, true);
  session.start();
  await vi.waitFor(() => expect(values.analysis.value?.answer.source.kind).toBe("search"));
  await vi.waitFor(() => expect(graph).toHaveBeenCalledTimes(1));
  expect(values.running.value).toBe(true);
  solve();
  await vi.waitFor(() => expect(values.analysis.value?.answer.source.kind).toBe("solved"));
  expect(values.running.value).toBe(false);
  await vi.waitFor(() => expect(graph).toHaveBeenCalledTimes(2));
  values.dispose();
});

test.each(["has ended", "was stopped"])("a search that %s becomes exact when a solver finishes", async (how) => {
  const { client } = fakeServer();
  let isSolved = false;
  const analyse: HttpClient["analyse"] = async (_, { milliseconds }, options) => {
    if (milliseconds === 0) return isSolved ? solved : { ...estimate, evaluation: null, lines: [] };
    options?.onAnalysis?.(estimate, "server");
    if (how === "was stopped") await new Promise<void>(() => {});
    return { ...estimate, done: true };
  };
  const clients = new Clients({ ...client, analyse });
  const saved = newGame({ game: "heap", variant: {}, seats: [person, person] }, "id", new Date(0));
  const session = new Session(saved, { clients, document: heapGame, save: () => {} });
  const values = new PositionValues(session, clients, true, 5);
  session.start();
  await vi.waitFor(() => expect(values.analysis.value?.answer.source.kind).toBe("search"));
  if (how === "was stopped") values.stop();
  await vi.waitFor(() => expect(values.running.value).toBe(false));
  expect(values.analysis.value?.answer.source.kind).toBe("search");
  isSolved = true;
  await vi.waitFor(() => expect(values.analysis.value?.answer.source.kind).toBe("solved"));
  expect(values.stopped.value).toBe(false);
  values.dispose();
});
