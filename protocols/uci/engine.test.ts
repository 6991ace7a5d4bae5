/** The engine's side of UCI: a complete dialogue, bad input, messages at the wrong time, the end. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { Move } from "../../engine/contracts/position.ts";
import type { Player } from "../../engine/contracts/player.ts";
import { formatUci } from "../../games/chess/moves.ts";
import { rules, choice, open, pause, playing, source, stopped, type ChooseCall } from "./engine.fixture.ts";
import { TextPlayerSource } from "./player-source.ts";

afterAll(() => rules.close());

test("a complete dialogue from the handshake to quit", async () => {
  const calls: ChooseCall[] = [];
  const answers = ["e2e4 e7e5", "g1f3 b8c6 f1b5"];
  const { engine, send } = open((each) => {
    calls.push(each);
    return choice(each, answers[calls.length - 1] as string);
  });
  expect(await send(["uci"])).toEqual([
    "id name Tester 9",
    "id author the Gamelore authors",
    "option name MultiPV type spin default 1 min 1 max 256",
    "option name Move Overhead type spin default 50 min 0 max 10000",
    "option name Ponder type check default false",
    "option name Hash type spin default 16 min 1 max 64",
    "uciok",
  ]);
  expect(await send(["isready"], "readyok")).toEqual(["readyok"]);
  expect(await send(["setoption name hash value 32", "setoption name Ponder value true", "ucinewgame"])).toEqual([]);
  expect(await send(["position startpos", "go depth 8"], "bestmove")).toEqual([
    "info depth 8 score cp 42 nodes 99 … pv e2e4 e7e5",
    "bestmove e2e4 ponder e7e5",
  ]);
  expect(await send(["position startpos moves e2e4 e7e5", "go wtime 60000 btime 60000"], "bestmove")).toEqual([
    "info depth 8 score cp 42 nodes 99 … pv g1f3 b8c6 f1b5",
    "bestmove g1f3 ponder b8c6",
  ]);
  expect(calls.map(({ limits }) => limits)).toEqual([{ depth: 8 }, { milliseconds: expect.any(Number) }]);
  expect(await send(["quit", "isready"])).toEqual([]);
  expect(await engine.ended).toEqual({ failed: false });
});

describe("bad input is answered with info string and does not end the session", () => {
  test.for([
    ["frob", /"frob" is not a UCI command/],
    ["position fen 8/8/8/8 w - - 0 1", /position: placement: 4 ranks/],
    ["position fen 4k3/8/8/8/8/8/8/4K2r b - - 0 1", /position: White's king on e1 is in check/],
    ["position startpos moves e2e4 e2e4", /position: the position is unchanged; move 2: e2e4 is not a legal move/],
    ["position startpos moves Nf3", /move 1: "Nf3" is not a UCI move/],
    [`position fen ${"x".repeat(60_000)}`, /position: /],
    ["setoption name Colour value red", /no such option: "Colour"/],
    ["setoption name MultiPV value many", /option MultiPV: "many" is not a whole number from 1 to 256/],
    ["setoption name MultiPV", /option MultiPV: "" is not a whole number/],
    ["setoption name Hash value 7", /setoption: Hash: not 7/],
    ["ponderhit", /ponderhit without a ponder search/],
    ["debug maybe", /expected debug on or debug off/],
    ["\u0000\u001B[2J", /is not a UCI command/],
  ] as const)("%s", async ([line, why]) => {
    const { send } = open((call) => choice(call, "b8c6"));
    await send(["position startpos moves e2e4"]);
    const [error = "", ...more] = await send([line]);
    expect(error).toMatch(/^info string /);
    expect(error).toMatch(why);
    expect(error.length).toBeLessThan(320);
    expect(error).not.toMatch(/\p{Cc}/u);
    expect(more).toEqual([]);
    // The position is unchanged.
    expect((await send(["go depth 1"], "bestmove")).at(-1)).toBe("bestmove b8c6");
  });

  test("invalid limits are ignored, and a move is still sent", async () => {
    const { send } = open((call) => choice(call, "e2e4"));
    expect((await send(["go depth deep wtime x"], "bestmove")).map((line) => line.slice(0, 20))).toEqual([
      "info string go: dept",
      "info string go: wtim",
      "info depth 8 score c",
      "bestmove e2e4",
    ]);
  });

  test("go during a search is ignored; stop without a search has no effect", async () => {
    const { send, sent } = open(async (call) => {
      await stopped(call);
      return choice(call, "e2e4");
    });
    expect(await send(["stop"])).toEqual([]);
    expect(await send(["go infinite", "go depth 1"])).toEqual([
      "info string go during a search is ignored; send stop first",
    ]);
    await send(["stop"], "bestmove");
    await pause();
    expect(sent.filter((line) => line.startsWith("bestmove"))).toHaveLength(1);
  });
});

test("a finished game has no move or an arbitrary one; the player is not called", async () => {
  const { send } = open(() => Promise.reject(new Error("called")));
  const mated = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
  expect(await send([mated, "go depth 3"])).toEqual(["info depth 0 score mate 0", "bestmove (none)"]);
  expect(await send(["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go"])).toEqual([
    "info depth 0 score cp 0",
    "bestmove (none)",
  ]);
  const bare = await send(["position fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "go infinite"]);
  expect(bare).toEqual(["info depth 0 score cp 0"]);
  expect(await send(["stop"])).toEqual([expect.stringMatching(/^bestmove a1[ab][12]$/)]);
});

test("the player receives the positions since the last irreversible move", async () => {
  const calls: ChooseCall[] = [];
  const { send } = open((each) => {
    calls.push(each);
    return choice(each, formatUci(rules.moves(each.position)[0] as Move));
  });
  await send(["position startpos moves e2e4 g8f6 f1e2 f6g8", "go depth 1"], "bestmove");
  expect(calls[0]?.options.history?.map((each) => rules.formatPosition(each).split(" ")[0])).toEqual([
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPPBPPP/RNBQK1NR",
  ]);
  await send(["position startpos moves g1f3 g8f6 e2e4", "go depth 1"], "bestmove");
  expect(calls[1]?.options.history).toHaveLength(3);
});

test("end of input ends the session; a running search is answered first", async () => {
  const { engine, send, sent } = open(async (call) => {
    await stopped(call);
    return choice(call, "e2e4");
  });
  await send(["go infinite"]);
  await pause();
  await engine.endInput();
  expect(sent.at(-1)).toBe("bestmove e2e4");
  expect(await engine.ended).toEqual({ failed: false });
});

test("a new game starts at once, or after the search", async () => {
  const players = source(playing((call) => choice(call, "e2e4")));
  const { send } = open(players);
  await send(["ucinewgame"]);
  expect(players.games).toBe(1);
  await send(["go infinite", "ucinewgame"], "info depth");
  expect(players.games).toBe(1);
  await send(["stop"], "bestmove");
  await expect.poll(() => players.games).toBe(2);
});

test("every search has exactly one bestmove, for any sequence of messages", async () => {
  const line = fc.constantFrom(
    "uci",
    "isready",
    "ucinewgame",
    "position startpos moves e2e4",
    "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1",
    "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "position startpos moves e2e5",
    "go",
    "go depth 2",
    "go infinite",
    "go ponder wtime 100 btime 100",
    "go movetime 5 searchmoves e2e4 h1g1 e7e5",
    "go wtime 20 btime 20 winc x",
    "stop",
    "ponderhit",
    "setoption name MultiPV value 3",
    "setoption name MultiPV value 1",
    "setoption name Player value random",
    "debug on",
    "nonsense",
  );
  const step = fc.tuple(line, fc.constantFrom(0, 0, 0, 1, 5));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const players = new TextPlayerSource(rules, "random", 1);
      const { engine, sent, send } = open(players);
      for (const [text, ms] of steps) {
        await send([text]);
        if (ms > 0) await pause(ms);
      }
      await engine.endInput();
      const count = (start: string): number => sent.filter((each) => each.startsWith(start)).length;
      const searches = steps.filter(([text]) => text.startsWith("go")).length;
      expect(count("bestmove")).toBe(searches - count("info string go during a search"));
      await players.close();
    }),
    { seed: 12, numRuns: 60 },
  );
});

test("messages after isready are handled when the player is ready, in order", async () => {
  let create: (player: Player) => void = () => {};
  const { send, sent } = open(source(new Promise<Player>((resolve) => (create = resolve))));
  await send(["isready", "position startpos moves e2e4", "go movetime 20"]);
  // Longer than the move time: its clock must not run yet.
  await pause(60);
  expect(sent).toEqual([]);
  create(playing((call) => choice(call, "e7e5")));
  await expect.poll(() => sent.length).toBe(3);
  expect(sent).toEqual(["readyok", expect.stringMatching(/^info depth 8 .* pv e7e5$/), "bestmove e7e5"]);
});
