/** Games and tables through a queue of tasks in this process: results are checked, and failures are narrowed down to a pair. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { playMatch, type GamesElsewhere, type MatchSpec } from "../engine/arena/match.ts";
import { unwrap } from "../engine/contracts/errors.ts";
import type { OpenGame } from "../engine/contracts/game.ts";
import { InProcessTasks } from "../engine/jobs/in-process-tasks.ts";
import { ATTEMPTS } from "../engine/jobs/task-queue.ts";
import { findGame } from "../games/games.ts";
import { execute } from "./execute.ts";
import { openVariant, sourceOf } from "./game-source.ts";
import { digestOf, readPayload, type GameResult, type GamesPayload } from "./payloads.ts";
import { QueuedGames } from "./queued-games.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-queued-"));
const before = process.env["GAMELORE_HOME"];
afterAll(() => {
  rmSync(home, { recursive: true });
  process.env["GAMELORE_HOME"] = before;
});

let rules: OpenGame;
beforeAll(async () => {
  rules = await openVariant({ id: "tic-tac-toe" }, {});
});
afterAll(() => rules.close());

const spec: MatchSpec = {
  label: "",
  first: "uct(playouts=20)",
  second: "random",
  openingPlies: 1,
  seed: 3,
  limits: {},
};

/** Runs payloads here, after `change` has had its way with payload or result. */
function elsewhere(
  change: (payload: GamesPayload, play: () => Promise<GameResult[]>) => Promise<GameResult[]>,
): GamesElsewhere & { jobs: number[][] } {
  const jobs: number[][] = [];
  const handler = (data: unknown): Promise<unknown> => {
    const payload = readPayload(JSON.parse(JSON.stringify(data))) as GamesPayload;
    jobs.push([...payload.numbers]);
    const play = (): Promise<unknown> => execute({ payload, home, output: home, startsPrograms: false });
    return change(payload, play as () => Promise<GameResult[]>);
  };
  const host = { viewOfGame: async () => digestOf("none") };
  const queue = new InProcessTasks(handler, { slots: 2, startsPrograms: true });
  return Object.assign(new QueuedGames({ queue, build: "test", host, isStored: true }), { jobs });
}

describe("a match", () => {
  test("has the games of one that is played here, in batches", async () => {
    const queued = elsewhere((_, play) => play());
    const there = await playMatch(rules, spec, { pairs: 40, concurrency: 1, elsewhere: queued });
    const here = await playMatch(rules, spec, { pairs: 40, concurrency: 1 });
    expect(there).toEqual(here);
    expect(queued.jobs.flat().toSorted((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, number) => number));
    expect(Math.max(...queued.jobs.map(({ length }) => length))).toBeGreaterThan(2);
  });

  test("is decided by an SPRT at the same pair", async () => {
    const options = { pairs: 1_000, concurrency: 1, sprt: { elo0: -400, elo1: 0, alpha: 0.05, beta: 0.05 } };
    const there = await playMatch(rules, spec, { ...options, elsewhere: elsewhere((_, play) => play()) });
    const here = await playMatch(rules, spec, options);
    expect(there.sprt).toEqual(here.sprt);
    expect(there.games).toEqual(here.games);
  });

  test.each<[what: string, change: (game: GameResult) => GameResult, why: RegExp]>([
    ["an illegal move", (game) => ({ ...game, moves: game.moves.map((_, i, all) => all[0] ?? String(i)) }), /ply 2/],
    ["another result", (game) => ({ ...game, scores: game.scores.map((score) => 1 - score) }), /give the scores/],
    ["another opening", (game) => ({ ...game, start: rules.formatPosition(rules.initial()) }), /another opening/],
    ["another game", (game) => ({ ...game, number: game.number + 2 }), /other numbers/],
  ])("refuses a worker's game with %s", async (_, change, why) => {
    const cheat = elsewhere(async (_payload, play) => (await play()).map(change));
    const message = expect.stringMatching(why);
    const match = { ...spec, second: "uct(playouts=21)" };
    await expect(playMatch(rules, match, { pairs: 1, concurrency: 1, elsewhere: cheat })).rejects.toMatchObject({
      code: "job-failed",
      message,
    });
  });

  test("misses only the poisoned pair, which is reported", async () => {
    const poisoned = elsewhere(async ({ numbers }, play) => {
      if (numbers.includes(60)) throw new Error("it is poison");
      return play();
    });
    const played: number[] = [];
    const running = playMatch(rules, spec, {
      pairs: 40,
      concurrency: 1,
      elsewhere: poisoned,
      onGame: (done) => played.push(done),
    });
    await expect(running).rejects.toMatchObject({
      code: "job-failed",
      message: expect.stringMatching(/it is poison; the job was .*"numbers":\[60,61\].*the other games are played/),
    });
    expect(played.length).toBe(78);
    expect(poisoned.jobs.filter((numbers) => numbers.join() === "60,61").length).toBe(ATTEMPTS);
  });
});

test("a worker without permission starts no program", async () => {
  const chess = await openVariant({ id: "chess" }, {});
  const match = { ...spec, first: "uci(command=gnuchess --uci, depth=1)" };
  const running = playMatch(chess, match, { pairs: 1, concurrency: 1, elsewhere: elsewhere((_, play) => play()) });
  await expect(running).rejects.toMatchObject({
    code: "job-refused",
    message: expect.stringContaining("--allow-programs"),
  });
  await chess.close();
});

test("payloads with unknown fields, wrong types or names of files are refused", async () => {
  const payload = { kind: "tables", source: { id: "chess" }, options: {}, view: digestOf(1), names: ["kqk"] };
  expect(readPayload(payload)).toEqual(payload);
  for (const bad of [
    { ...payload, code: "process.exit()" },
    { ...payload, kind: "shell" },
    { ...payload, names: ["../../secret"] },
    { ...payload, view: "../secret" },
  ])
    expect(() => readPayload(bad)).toThrow(/the job is not valid/);
  const file = readPayload({ ...payload, source: { id: "/etc/passwd.kif" } });
  await expect(execute({ payload: file, home, output: home, startsPrograms: false })).rejects.toThrow(
    /not the id of a game/,
  );
});

test("a rulesheet of the user is sent as text", async () => {
  const game = unwrap(await findGame("tic-tac-toe"));
  const source = sourceOf(game);
  expect(source.rulesheet).toContain("(role");
  const opened = await openVariant({ ...source, id: "mine" }, {});
  expect(opened.formatPosition(opened.initial())).toBe(rules.formatPosition(rules.initial()));
  await opened.close();
});
