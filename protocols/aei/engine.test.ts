/** The engine's side of the protocol: a whole dialogue word for word, messages at the wrong time, stop, the clock, repetition. */
import { afterAll, expect, test } from "vitest";
import { unwrap, GameloreError } from "../../engine/contracts/errors.ts";
import type { Limits, Player } from "../../engine/contracts/player.ts";
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

/** Plays what it is told to; without a turn, waits to be stopped. */
function scripted(turns: readonly (string | null)[], asked: TurnRequest[] = []): Player {
  let next = 0;
  return new TurnPlayer("scripted", rules.board, async (request) => {
    asked.push(request);
    const text = turns[next++];
    if (text === null)
      await new Promise((resolve) => request.signal?.addEventListener("abort", resolve, { once: true }));
    const moves = unwrap(parseTurn(rules.board, request.position, text ?? "Ee2n Ee3n"));
    return { moves, info: { value: 0.42, unit: "rabbits", pv: moves, nodes: 99, milliseconds: 5, depth: 8 } };
  });
}

interface Session {
  readonly engine: AeiEngine;
  readonly said: string[];
  /** Sends lines and waits for a line that begins so. */
  send(lines: readonly string[], until?: string): Promise<string[]>;
}

function open(player: Player, more: Partial<EngineSpec> = {}): Session {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line.replace(/^info time .*/, "info time …"));
  const engine = new AeiEngine({ rules, player: Promise.resolve(player), name: "Tester", version: "9", say, ...more });
  return {
    engine,
    said,
    send: async (lines, until) => {
      const before = said.length;
      for (const line of lines) engine.receive(line);
      if (until !== undefined)
        await expect
          .poll(() => said.slice(before).some((line) => line.startsWith(until)), { timeout: 5_000 })
          .toBe(true);
      return said.slice(before);
    },
  };
}

test("a dialogue from the handshake to quit, word for word", async () => {
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
    "log Warning: there is no option colour",
    `log Warning: tcmove: "soon" is no number of seconds; it is left as it was`,
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
    "log Debug: go ponder: this engine waits for the move",
  ]);
  expect((await send(["go"], "bestmove")).at(-1)).toBe("bestmove Ee2n Ee3n Md2n");
  expect(await send(["makemove Ee2n Ee3n Md2n", "makemove ee7s ee6s"])).toEqual([]);
  // The elephant does not guard the trap any more: what is lost there is written.
  expect((await send(["go"], "bestmove")).at(-1)).toBe("bestmove Cf2n Cf3x Rh2n");
  expect(await send(["makemove Cf2n Cf3x Rh2n"])).toEqual([]);
  expect(await send(["quit"])).toEqual([]);
  expect(await engine.ended).toEqual({ failed: false });
});

test("what a player thinks so far is told before its answer, where it has changed, and not after stop", async () => {
  let tell: (depth: number, nodes: number) => void = () => {};
  const player = new TurnPlayer("telling", rules.board, async ({ position, signal, onInfo: told }) => {
    const line = unwrap(parseTurn(rules.board, position, "Ea2n"));
    const thought = { value: 0.1, unit: "rabbits", pv: line, milliseconds: 1 };
    tell = (depth, nodes) => told?.({ ...thought, depth, nodes });
    await new Promise((resolve) => signal?.addEventListener("abort", resolve, { once: true }));
    return { moves: line, info: { ...thought, depth: 12, nodes: 30 } };
  });
  const { send, said } = open(player);
  await send(["aei", `setposition ${MIDDLE}`, "go", "isready"], "readyok");
  await expect.poll(() => (tell(4, 10), said.some((line) => line === "info depth 4"))).toBe(true);
  tell(4, 15);
  tell(8, 20);
  await send(["stop"], "bestmove");
  tell(16, 40);
  const info = (depth: number, nodes: number): string[] => [
    `info depth ${depth}`,
    "info score 10",
    `info nodes ${nodes}`,
    "info pv Ea2n",
    "info time …",
  ];
  const begun = said.slice(said.indexOf("info depth 4"));
  expect(begun).toEqual([...info(4, 10), ...info(8, 20), ...info(12, 30), "bestmove Ea2n"]);
});

test("a position can be set at any turn, and before silver's setup", async () => {
  const asked: TurnRequest[] = [];
  const { send } = open(scripted(["Ea2n"], asked));
  await send(["aei", `setposition ${MIDDLE}`, "isready"]);
  await send(["go"], "bestmove");
  expect(rules.formatPosition(asked[0]?.position as Uint8Array)).toMatch(/^g rrrddrrr\.hcemch\.r/);
  const setup = open(scripted([SILVER]));
  await setup.send(["aei", `setposition s [${" ".repeat(48)}RHCMECHRRRRDDRRR]`]);
  expect((await setup.send(["go"], "bestmove")).at(-1)).toBe(`bestmove ${SILVER}`);
});

test.for([
  ["frob", /"frob" is no message; expected one of aei,/],
  ["go fast", /expected go or go ponder/],
  ["setoption tcmove 3", /expected setoption name NAME \[value VALUE\]/],
  ["makemove", /expected makemove STEPS/],
  ["makemove Ra1n", /makemove: "Ra1n" is no setup/],
  [`makemove ${GOLD.replace("Ra1", "Ra3")}`, /makemove: "Ra3" is not a move here/],
  [`makemove ${"x".repeat(60_000)}`, /makemove: "x{280,300}…$/],
  [`go ${" ".repeat(60_000)}x`, /expected go or go ponder/],
  ["makemove Ra1", /gold's setup is not complete/],
  ["setposition g rrr", /no position; expected g or s and 64 squares/],
  [`setposition g [${"R".repeat(64)}]`, /64 R; gold has 8 rabbits at most/],
  ["é\u0000\u001B[2J", /is no message/],
] as const)("%s: an error, and the end", async ([line, why]) => {
  const { engine, send } = open(scripted([]));
  await send(["aei"]);
  const [error = "", ...more] = await send([line, "isready"]);
  expect(error).toMatch(/^log Error: /);
  expect(error).toMatch(why);
  expect(error).not.toMatch(/\p{Cc}/u);
  expect(more).toEqual([]);
  expect(await engine.ended).toEqual({ failed: true });
});

test("messages at the wrong time are errors, and nothing ends", async () => {
  const { send } = open(scripted([null]));
  expect(await send(["isready"])).toEqual(["log Error: isready before the session was opened; expected aei first"]);
  await send(["aei"]);
  expect(await send(["aei", "stop"])).toEqual([
    "log Error: aei again; the session is open already",
    "log Error: stop while nothing is being searched",
  ]);
  expect(await send(["go ponder", "stop"])).toHaveLength(1);
  await send([`setposition ${MIDDLE}`, "go"]);
  expect(await send(["go", "isready"])).toEqual(["log Error: go during a search; stop ends it", "readyok"]);
  await send(["newgame", "setposition g [R       " + " ".repeat(54) + " r]"]);
  expect(await send(["go"])).toEqual(["log Error: go after the end of the game"]);
});

test("stop is answered while the player thinks, with what it has", async () => {
  const { send } = open(scripted([GOLD, null]));
  await send(["aei", "go"], "bestmove");
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, "go", "isready"], "readyok");
  expect((await send(["stop"], "bestmove")).at(-1)).toBe("bestmove Ee2n Ee3n");
});

test("a move ends a search without an answer", async () => {
  const { send, said } = open(scripted([GOLD, null, "ee7s"]));
  await send(["aei", "go"], "bestmove");
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, "go"]);
  await send(["makemove Ee2n", "go"], "bestmove");
  expect(said.filter((line) => line.startsWith("bestmove"))).toEqual([`bestmove ${GOLD}`, "bestmove ee7s"]);
});

test.for([
  ["has failed", () => Promise.reject(new Error("no idea")), /the player has failed: no idea; some legal turn is made/],
  ["has no answer", () => Promise.reject(new GameloreError("interrupted", "")), /no answer yet/],
  ["never answers", () => new Promise<never>(() => {}), /does not (stop|answer in time)/],
] as const)("where the player %s, some legal turn is made", async ([, choose, why]) => {
  const player: Player = { text: "bad", choose, close: async () => {} };
  const { send } = open(player);
  await send(["aei", `setposition ${MIDDLE}`, "setoption name tcmove value 0.2"]);
  const lines = await send(["go"], "bestmove");
  expect(lines[0]).toMatch(why);
  expect(
    unwrap(parseTurn(rules.board, unwrap(rules.parsePosition(MIDDLE)), lines.at(-1)?.slice(9) as string)),
  ).toBeTruthy();
});

test("the clock gives the player its time, and depth its depth", async () => {
  const given: Limits[] = [];
  const player: Player = {
    text: "noting",
    choose: async (position, limits) => {
      given.push(limits);
      const [move = 0] = rules.moves(position).slice(-1);
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

test("a player is told which positions may not come for the third time", async () => {
  const asked: TurnRequest[] = [];
  const { send } = open(scripted([GOLD, "Ee2n"], asked));
  await send(["aei", "go"], "bestmove");
  const there = ["makemove Ee2n", "makemove ee7s", "makemove Ee3s", "makemove ee6n"];
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, ...there, ...there.slice(0, 3)]);
  const said = await send(["makemove ee6n"]);
  expect(said).toEqual(["log Warning: makemove: the position comes for the third time"]);
  const lines = await send(["go"], "bestmove");
  const { position, forbidden } = asked.at(-1) as TurnRequest;
  const [after] = [unwrap(rules.parseMove(position, "Ee2n"))].map((move) =>
    rules.play(rules.play(position, [move]), [256]),
  );
  expect(forbidden?.(after as Uint8Array)).toBe(true);
  expect(lines[0]).toMatch(/brings a position about for the third time; some legal turn is made/);
  expect(lines.at(-1)).not.toBe("bestmove Ee2n");
});

test("the end of the input ends it; a search under way is answered first", async () => {
  const { engine, send, said } = open(scripted([GOLD, null]));
  await send(["aei", "go"], "bestmove");
  await send([`makemove ${GOLD}`, `makemove ${SILVER}`, "go"]);
  await engine.endInput();
  expect(said.at(-1)).toBe("bestmove Ee2n Ee3n");
  expect(await engine.ended).toEqual({ failed: false });
});

test("a player that cannot be made is told", async () => {
  const player = Promise.reject(new GameloreError("bad-player", "no such thing"));
  const { engine, said } = open(scripted([]), { player });
  expect(await engine.ended).toEqual({ failed: true });
  expect(said).toEqual(["log Error: the player cannot be made: no such thing"]);
});
