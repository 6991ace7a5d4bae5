/** The engine's side of AEI: a complete dialogue, messages at the wrong time, stop, the clock, repetition. */
import { afterAll, expect, test } from "vitest";
import { unwrap, GameloreError } from "../../engine/contracts/errors.ts";
import type { Limits, Player } from "../../engine/contracts/player.ts";
import type { Move } from "../../engine/contracts/position.ts";
import { END } from "../../games/arimaa/move-encoding.ts";
import { game } from "../../games/arimaa/game.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { TurnPlayer, type TurnRequest } from "../../games/arimaa/turn-player.ts";
import { parseTurn } from "../../games/arimaa/turns.ts";
import { AeiEngine, type EngineSpec } from "./engine.ts";

const rules = unwrap(await game.open({ setup: "free" })) as ArimaaRules;
afterAll(() => rules.close());

const GOLD = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2";
const SILVER = "ra7 hb7 cc7 md7 ee7 cf7 hg7 rh7 ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8";
const MIDDLE = "g [rrrddrrr hcemch r                               EHCM CHRRRRDDRRR]";

/** Plays the given turns; null waits for the signal first. */
function scripted(turns: readonly (string | null)[], requests: TurnRequest[] = []): Player {
  let next = 0;
  return new TurnPlayer("scripted", rules.board, async (request) => {
    requests.push(request);
    const text = turns[next++];
    if (text === null)
      await new Promise((resolve) => request.signal?.addEventListener("abort", resolve, { once: true }));
    const moves = unwrap(parseTurn(rules.board, request.position, text ?? "Ee2n Ee3n"));
    return { moves, info: { value: 0.42, unit: "rabbits", pv: moves, nodes: 99, milliseconds: 5, depth: 8 } };
  });
}

interface Session {
  readonly engine: AeiEngine;
  readonly sent: string[];
  /** Sends lines and waits for a line that starts with `until`. */
  send(lines: readonly string[], until?: string): Promise<string[]>;
}

function open(player: Player, more: Partial<EngineSpec> = {}): Session {
  const sent: string[] = [];
  const send = (line: string): void => void sent.push(line.replace(/^info time .*/, "info time …"));
  const engine = new AeiEngine({ rules, player: Promise.resolve(player), name: "Tester", version: "9", send, ...more });
  return {
    engine,
    sent,
    send: async (lines, until) => {
      const before = sent.length;
      for (const line of lines) engine.receive(line);
      if (until !== undefined)
        await expect
          .poll(() => sent.slice(before).some((line) => line.startsWith(until)), { timeout: 5_000 })
          .toBe(true);
      return sent.slice(before);
    },
  };
}

test("a complete dialogue from the handshake to quit", async () => {
  const { engine, send } = open(scripted([GOLD, "Ee2n Ee3n Md2n", "Cf2n Rh2n"]));
  expect(await send(["aei"])).toEqual([
    "protocol-version 1",
    "id name Tester",
    "id author the Gamelore authors",
    "id version 9",
    "aeiok",
  ]);
  expect(await send(["isready"])).toEqual(["readyok"]);
  const options = [
    "tcmove",
    "tcreserve",
    "tcpercent",
    "tcmax",
    "tctotal",
    "tcturns",
    "tcturntime",
    "greserve",
    "sreserve",
  ];
  const others = ["gused", "sused", "lastmoveused", "moveused", "opponent_rating", "rating", "rated", "hash", "depth"];
  expect(
    await send([
      ...[...options, ...others].map((name) => `setoption name ${name} value 0`),
      "setoption name opponent value Some One",
      "setoption name event value ",
      "setoption name tcmove value 60",
      "newgame",
    ]),
  ).toEqual([]);
  expect(await send(["setoption name colour value red", "setoption name tcmove value soon"])).toEqual([
    "log Warning: no such option: colour",
    `log Warning: tcmove: "soon" is not a number of seconds; it is unchanged`,
  ]);
  expect(await send(["go"], "bestmove")).toEqual([
    "info depth 8",
    "info score 42",
    "info nodes 99",
    `info pv ${GOLD}`,
    "info time …",
    `bestmove ${GOLD}`,
  ]);
  expect(await send([`makemove ${GOLD}`, "go ponder", `makemove ${SILVER}`])).toEqual([
    "log Debug: go ponder: this engine does not ponder",
  ]);
  expect((await send(["go"], "bestmove")).at(-1)).toBe("bestmove Ee2n Ee3n Md2n");
  expect(await send(["makemove Ee2n Ee3n Md2n", "makemove ee7s ee6s"])).toEqual([]);
  // The elephant no longer guards the trap: the capture is written.
  expect((await send(["go"], "bestmove")).at(-1)).toBe("bestmove Cf2n Cf3x Rh2n");
  expect(await send(["makemove Cf2n Cf3x Rh2n"])).toEqual([]);
  expect(await send(["quit"])).toEqual([]);
  expect(await engine.ended).toEqual({ failed: false });
});

test("info is sent during the search when it has changed, and not after stop", async () => {
  let report: (depth: number, nodes: number) => void = () => {};
  const player = new TurnPlayer("reporting", rules.board, async ({ position, signal, onInfo }) => {
    const pv = unwrap(parseTurn(rules.board, position, "Ea2n"));
    const info = { value: 0.1, unit: "rabbits", pv, milliseconds: 1 };
    report = (depth, nodes) => onInfo?.({ ...info, depth, nodes });
    await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
    return { moves: pv, info: { ...info, depth: 12, nodes: 30 } };
  });
  const { send, sent } = open(player);
  await send(["aei", `setposition ${MIDDLE}`, "go", "isready"], "readyok");
  await expect.poll(() => (report(4, 10), sent.some((line) => line === "info depth 4"))).toBe(true);
  report(4, 15);
  report(8, 20);
  await send(["stop"], "bestmove");
  report(16, 40);
  const info = (depth: number, nodes: number): string[] => [
    `info depth ${depth}`,
    "info score 10",
    `info nodes ${nodes}`,
    "info pv Ea2n",
    "info time …",
  ];
  const begun = sent.slice(sent.indexOf("info depth 4"));
  expect(begun).toEqual([...info(4, 10), ...info(8, 20), ...info(12, 30), "bestmove Ea2n"]);
});

test("a position can be set at any turn, and before silver's setup", async () => {
  const requests: TurnRequest[] = [];
  const { send } = open(scripted(["Ea2n"], requests));
  await send(["aei", `setposition ${MIDDLE}`, "isready"]);
  await send(["go"], "bestmove");
  expect(rules.formatPosition(requests[0]?.position as Uint8Array)).toMatch(/^g rrrddrrr\.hcemch\.r/);
  const setup = open(scripted([SILVER]));
  await setup.send(["aei", `setposition s [${" ".repeat(48)}RHCMECHRRRRDDRRR]`]);
  expect((await setup.send(["go"], "bestmove")).at(-1)).toBe(`bestmove ${SILVER}`);
});

test.for([
  ["frob", /"frob" is not an AEI message; expected one of aei,/],
  ["go fast", /expected go or go ponder/],
  ["setoption tcmove 3", /expected setoption name NAME \[value VALUE\]/],
  ["makemove", /expected makemove STEPS/],
  ["makemove Ra1n", /makemove: "Ra1n" is not a placement or setup/],
  [`makemove ${GOLD.replace("Ra1", "Ra3")}`, /makemove: "Ra3" is not a move here/],
  [`makemove ${"x".repeat(60_000)}`, /makemove: "x{280,300}…$/],
  [`go ${" ".repeat(60_000)}x`, /expected go or go ponder/],
  ["makemove Ra1", /gold's setup is not complete/],
  ["setposition g rrr", /is not a position; expected g or s and 64 squares/],
  [`setposition g [${"R".repeat(64)}]`, /64 R; gold has at most 8 rabbits/],
  ["é\u0000\u001B[2J", /is not an AEI message/],
] as const)("%s: an error that ends the session", async ([line, why]) => {
  const { engine, send } = open(scripted([]));
  await send(["aei"]);
  const [error = "", ...more] = await send([line, "isready"]);
  expect(error).toMatch(/^log Error: /);
  expect(error).toMatch(why);
  expect(error).not.toMatch(/\p{Cc}/u);
  expect(more).toEqual([]);
  expect(await engine.ended).toEqual({ failed: true });
});

test("messages at the wrong time are errors that do not end the session", async () => {
  const { send } = open(scripted([null]));
  expect(await send(["isready"])).toEqual(["log Error: isready before the session is open; expected aei first"]);
  await send(["aei"]);
  expect(await send(["aei", "stop"])).toEqual([
    "log Error: aei received twice; the session is already open",
    "log Error: stop without a search",
  ]);
  expect(await send(["go ponder", "stop"])).toHaveLength(1);
  await send([`setposition ${MIDDLE}`, "go"]);
  expect(await send(["go", "isready"])).toEqual(["log Error: go during a search; send stop first", "readyok"]);
  await send(["newgame", "setposition g [R       " + " ".repeat(54) + " r]"]);
  expect(await send(["go"])).toEqual(["log Error: go after the game has ended"]);
});

test("stop is answered during a search with the best turn so far", async () => {
  const { send } = open(scripted([GOLD, null]));
  await send(["aei", "go"], "bestmove");
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, "go", "isready"], "readyok");
  expect((await send(["stop"], "bestmove")).at(-1)).toBe("bestmove Ee2n Ee3n");
});

test("makemove ends a search without an answer", async () => {
  const { send, sent } = open(scripted([GOLD, null, "ee7s"]));
  await send(["aei", "go"], "bestmove");
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, "go"]);
  await send(["makemove Ee2n", "go"], "bestmove");
  expect(sent.filter((line) => line.startsWith("bestmove"))).toEqual([`bestmove ${GOLD}`, "bestmove ee7s"]);
});

test.for([
  ["fails", () => Promise.reject(new Error("no idea")), /the player failed: no idea; playing an arbitrary legal turn/],
  ["has no turn yet", () => Promise.reject(new GameloreError("interrupted", "")), /has found no turn yet/],
  ["never answers", () => new Promise<never>(() => {}), /does not (stop|answer in time)/],
] as const)("if the player %s, an arbitrary legal turn is played", async ([, choose, why]) => {
  const player: Player = { text: "bad", choose, close: async () => {} };
  const { send } = open(player);
  await send(["aei", `setposition ${MIDDLE}`, "setoption name tcmove value 0.2"]);
  const lines = await send(["go"], "bestmove");
  expect(lines[0]).toMatch(why);
  expect(
    unwrap(parseTurn(rules.board, unwrap(rules.parsePosition(MIDDLE)), lines.at(-1)?.slice(9) as string)),
  ).toBeTruthy();
});

test("the clock limits the time, and the option depth the depth", async () => {
  const given: Limits[] = [];
  const player: Player = {
    text: "recording",
    choose: async (position, limits) => {
      given.push(limits);
      const [move] = rules.moves(position).slice(-1) as [Move];
      return { move, info: { value: null, unit: "none", pv: [], nodes: 1, milliseconds: 0, depth: null } };
    },
    close: async () => {},
  };
  const { send } = open(player);
  await send(["aei", "go"], "bestmove");
  expect(given[0]).toEqual({});
  await send(["setoption name tcmove value 10", "setoption name depth value 8", "go"], "bestmove");
  expect(given.at(-1)?.depth).toBe(8);
  expect(given.at(-1)?.milliseconds).toBeGreaterThan(9_300);
  expect(given.at(-1)?.milliseconds).toBeLessThanOrEqual(9_500);
});

test("a player receives the positions that repetition forbids", async () => {
  const requests: TurnRequest[] = [];
  const { send } = open(scripted([GOLD, "Ee2n"], requests));
  await send(["aei", "go"], "bestmove");
  const there = ["makemove Ee2n", "makemove ee7s", "makemove Ee3s", "makemove ee6n"];
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, ...there, ...there.slice(0, 3)]);
  const sent = await send(["makemove ee6n"]);
  expect(sent).toEqual(["log Warning: makemove: third repetition of the position"]);
  const lines = await send(["go"], "bestmove");
  const { position, forbidden } = requests.at(-1) as TurnRequest;
  const [after] = [unwrap(rules.parseMove(position, "Ee2n"))].map((move) =>
    rules.play(rules.play(position, [move]), [END]),
  );
  expect(forbidden?.(after as Uint8Array)).toBe(true);
  expect(lines[0]).toMatch(/repeats a position for the third time; playing an arbitrary legal turn/);
  expect(lines.at(-1)).not.toBe("bestmove Ee2n");
});

test("end of input ends the session; a running search is answered first", async () => {
  const { engine, send, sent } = open(scripted([GOLD, null]));
  await send(["aei", "go"], "bestmove");
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, "go"]);
  await engine.endInput();
  expect(sent.at(-1)).toBe("bestmove Ee2n Ee3n");
  expect(await engine.ended).toEqual({ failed: false });
});

test("a player that cannot be created is reported", async () => {
  const player = Promise.reject(new GameloreError("bad-player", "no such thing"));
  const { engine, sent } = open(scripted([]), { player });
  expect(await engine.ended).toEqual({ failed: true });
  expect(sent).toEqual(["log Error: cannot create the player: no such thing"]);
});
