/** The searches of an engine: limits, stop, ponder, MultiPV, and players that fail. */
import { afterAll, describe, expect, test } from "vitest";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import { formatUci, parseUci } from "../../games/chess/moves.ts";
import { rules, choice, open, pause, source, stopped, type ChooseCall, type Choose } from "./engine.fixture.ts";

afterAll(() => rules.close());

describe("limits reach the player", () => {
  const limits = async (go: string, fen = "startpos"): Promise<Limits> => {
    const calls: ChooseCall[] = [];
    const { send } = open((each, move) => {
      calls.push(each);
      return choice(each, formatUci(rules.moves(each.position)[0] ?? move("e2e4")));
    });
    await send([`position ${fen}`, go]);
    await pause(10);
    await send(["stop"]);
    return (calls[0] as ChooseCall).limits;
  };

  test.for<readonly [string, Limits]>([
    ["go", {}],
    ["go depth 5", { depth: 5 }],
    ["go depth 500", { depth: 64 }],
    ["go depth 0", { depth: 1 }],
    ["go nodes 1000", { nodes: 1_000 }],
    ["go nodes 0", { nodes: 1 }],
    ["go infinite", { milliseconds: 2_000_000_000 }],
    ["go ponder wtime 1000 btime 1000", { milliseconds: 2_000_000_000 }],
    ["go mate 2", { depth: 12, milliseconds: 2_000_000_000 }],
  ])("%s", async ([go, expected]) => expect(await limits(go)).toEqual(expected));

  test("movetime, or a share of the clock", async () => {
    const near = (given: Limits, most: number): void => {
      expect(given.milliseconds).toBeGreaterThan(most - 500);
      expect(given.milliseconds).toBeLessThanOrEqual(most);
    };
    near(await limits("go movetime 1000"), 950);
    near(await limits("go wtime 25050 btime 1"), 1_000);
    near(await limits("go wtime 1 btime 25050", "startpos moves e2e4"), 1_000);
    near(await limits("go wtime 25050 btime 25050 depth 3"), 1_000);
  });

  test("a forced move takes hardly any time of the clock", async () => {
    expect((await limits("go wtime 60000 btime 60000", "fen k7/8/8/8/8/8/6q1/7K w - - 0 1")).depth).toBe(1);
    expect((await limits("go movetime 1000", "fen k7/8/8/8/8/8/6q1/7K w - - 0 1")).depth).toBeUndefined();
  });
});

test("info is sent during the search when it has changed, and not after", async () => {
  let report: (depth: number, nodes: number) => void = () => {};
  const { send, sent } = open(async (call) => {
    const { info } = choice(call, "e2e4 e7e5");
    report = (depth, nodes) => call.options.onInfo?.({ ...info, depth, nodes, hashfull: 17 });
    await stopped(call);
    return choice(call, "e2e4", { depth: 12, nodes: 30 });
  });
  await send(["position startpos", "go depth 20", "isready"], "readyok");
  await expect.poll(() => (report(4, 10), sent.some((line) => line.startsWith("info depth 4")))).toBe(true);
  report(4, 15);
  report(8, 20);
  await send(["stop"], "bestmove");
  report(16, 40);
  expect(sent.slice(1)).toEqual([
    "info depth 4 score cp 42 nodes 10 hashfull 17 … pv e2e4 e7e5",
    "info depth 8 score cp 42 nodes 20 hashfull 17 … pv e2e4 e7e5",
    "info depth 12 score cp 42 nodes 30 … pv e2e4",
    "bestmove e2e4",
  ]);
});

test("go infinite has no bestmove before stop, even if the player has finished", async () => {
  const { send } = open((call) => choice(call, "e2e4"));
  expect(await send(["go infinite", "isready"], "info depth")).not.toContain("bestmove e2e4");
  await pause();
  expect(await send(["isready"], "readyok")).toEqual(["readyok"]);
  expect(await send(["stop", "stop"], "bestmove")).toEqual(["bestmove e2e4"]);
});

describe("pondering", () => {
  test("after ponderhit a search continues on the clock, and ends", async () => {
    const { send } = open(async (call) => {
      await stopped(call);
      return choice(call, "g1f3");
    });
    await send(["position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000 movestogo 20"]);
    await pause(150);
    expect(await send(["isready"], "readyok")).toEqual(["readyok"]);
    expect((await send(["ponderhit"], "bestmove")).at(-1)).toBe("bestmove g1f3");
  });

  test("a finished ponder search sends bestmove at once with ponderhit", async () => {
    const { send } = open((call) => choice(call, "e2e4 e7e5"));
    await send(["go ponder wtime 60000 btime 60000"], "info depth");
    await pause();
    expect(await send(["ponderhit"])).toEqual(["bestmove e2e4 ponder e7e5"]);
  });

  test("the next go may come before the bestmove of the ponder search", async () => {
    const { send, sent } = open(async (call) => {
      await stopped(call);
      await pause();
      return choice(call, formatUci(rules.moves(call.position)[0] as Move));
    });
    await send(["position startpos moves e2e4 e7e5", "go ponder wtime 900 btime 900"]);
    await pause();
    await send(["stop", "position startpos moves e2e4 c7c5", "go wtime 600 btime 600 movestogo 10", "isready"]);
    await expect.poll(() => sent.filter((line) => line.startsWith("bestmove")).length, { timeout: 3_000 }).toBe(2);
    await send(["go ponder", "stop", "go ponder", "stop", "go infinite"], "info string go during a search");
    await expect.poll(() => sent.filter((line) => line.startsWith("bestmove")).length, { timeout: 3_000 }).toBe(4);
    await pause(50);
    expect(sent.filter((line) => line.startsWith("bestmove"))).toHaveLength(4);
  });

  test("ponderhit and stop apply to a queued search", async () => {
    const { send, sent } = open(async (call) => {
      await stopped(call);
      await pause(5);
      return choice(call, "e2e4");
    });
    await send(["go infinite"]);
    await send(["stop", "go ponder wtime 4000 btime 4000 movestogo 20", "ponderhit"]);
    await expect.poll(() => sent.filter((line) => line.startsWith("bestmove")).length, { timeout: 3_000 }).toBe(2);
    expect(sent.join("\n")).not.toContain("info string");
  });
});

describe("MultiPV", () => {
  const VALUES: Readonly<Record<string, number>> = { e2e4: 0.5, d2d4: 0.4, g1f3: 0.2, c2c4: 0.1 };
  const valueOf = (move: Move): number => VALUES[formatUci(move)] ?? -1;
  /** Has the values above at any depth; respects `searchMoves` if obedient. */
  const fixedValues =
    (isObedient: boolean): Choose =>
    ({ position, limits, options }) => {
      const isFirst = rules.formatPosition(position).startsWith("rnbqkbnr/pppppppp/8/8/8/8");
      const candidates = (isObedient && options.searchMoves) || rules.moves(position);
      const [move] = candidates.toSorted((a, b) => valueOf(b) - valueOf(a)) as [Move];
      // After a first move the opponent's value is the negated one.
      const made = rules.board.legalMoves(rules.initial()).find((each) => {
        return Buffer.compare(rules.board.play(rules.initial(), each), position) === 0;
      });
      const value = isFirst ? valueOf(move) : -valueOf(made as Move);
      return {
        move,
        info: { value, unit: "pawns", pv: [move], nodes: 10, milliseconds: 0, depth: limits.depth ?? 1 },
      };
    };

  test.for([true, false])(
    "are the best moves in order, where the player chooses candidates some (%s) or not",
    async (is) => {
      const { send } = open(fixedValues(is));
      await send(["setoption name MultiPV value 3"]);
      const lines = await send(["go depth 3"], "bestmove");
      expect(lines.at(-1)).toMatch(/^bestmove e2e4/);
      const infos = lines.filter((line) => line.startsWith("info depth 3"));
      expect(infos.map((line) => /multipv (\d) score cp (-?\d+) .* pv (\w+)/.exec(line)?.slice(1))).toEqual([
        ["1", "50", "e2e4"],
        ["2", "40", "d2d4"],
        ["3", "20", "g1f3"],
      ]);
      expect(lines.filter((line) => line.startsWith("info depth 1 "))).toHaveLength(3);
    },
  );

  test.for([true, false])("searchmoves (%s)", async (is) => {
    const { send } = open(fixedValues(is));
    const lines = await send(["go depth 3 searchmoves c2c4 g1f3 e2e5"], "bestmove");
    expect(lines[0]).toBe('info string go searchmoves: "e2e5" is not a legal move and is ignored');
    expect(lines.at(-1)).toMatch(/^bestmove g1f3/);
    await send(["setoption name MultiPV value 5"]);
    const both = await send(["go depth 1 searchmoves c2c4 g1f3"], "bestmove");
    expect(both.filter((line) => line.includes("multipv"))).toHaveLength(2);
  });

  test("PVs share the time if the player reports no depth", async () => {
    const given: Limits[] = [];
    const { send } = open(async ({ limits, options, position }) => {
      given.push(limits);
      const [move] = (options.searchMoves ?? rules.moves(position)) as [Move];
      return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds: 0, depth: null } };
    });
    await send(["setoption name MultiPV value 4"]);
    const lines = await send(["go movetime 1000"], "bestmove");
    expect(lines.filter((line) => line.includes("multipv"))).toHaveLength(4);
    expect(given).toHaveLength(4);
    for (const { milliseconds } of given) expect(milliseconds).toBeLessThanOrEqual(238);
  });

  test("an iteration that is cut short does not change the order", async () => {
    const { send } = open(({ position, limits, options }) => {
      const cut = (limits.depth ?? 0) >= 3;
      const candidates = options.searchMoves ?? rules.moves(position);
      const [move] = candidates.toSorted((a, b) => (cut ? -1 : 1) * (valueOf(b) - valueOf(a))) as [Move];
      const depth = cut ? 1 : (limits.depth ?? 1);
      return {
        move,
        info: { value: cut ? 9 : valueOf(move), unit: "pawns", pv: [move], nodes: 1, milliseconds: 0, depth },
      };
    });
    await send(["setoption name MultiPV value 2"]);
    const lines = await send(["go depth 5"], "bestmove");
    expect(lines.map((line) => /^info depth (\d)/.exec(line)?.[1])).toEqual(["1", "1", "2", "2", undefined]);
    expect(lines.at(-1)).toBe("bestmove e2e4");
  });

  test("a search for a mate ends with it", async () => {
    const { send } = open(async (call) => {
      const { info } = choice(call, "h1h8", { value: 29_997 });
      call.options.onInfo?.(info);
      await stopped(call);
      return choice(call, "h1h8", { value: 29_997 });
    });
    const lines = await send(["position fen k7/8/1K6/8/8/8/8/7R w - - 0 1", "go mate 2"], "bestmove");
    expect(lines.at(-2)).toMatch(/score mate 2/);
    expect(lines.at(-1)).toBe("bestmove h1h8");
  });
});

describe("a legal move is sent even if the player fails", () => {
  test.for<readonly [string, Choose, RegExp]>([
    ["it fails", () => Promise.reject(new Error("no idea")), /the player failed: no idea/],
    [
      "it has no move yet",
      () => Promise.reject(new GameloreError("interrupted", "")),
      /has found no move yet; playing the best move of a search of one ply/,
    ],
    [
      "it never answers",
      () => new Promise<never>(() => {}),
      /does not (stop|answer in time); playing the best move of a search of one ply/,
    ],
    [
      "its move is not legal",
      (call) => ({ ...choice(call, "e2e4"), move: (12 | (44 << 6)) as Move }),
      /the player failed: its move is not legal/,
    ],
  ])("%s", async ([, choose, why]) => {
    const { send } = open(choose);
    const lines = await send(["position startpos", "go movetime 200"], "bestmove");
    expect(lines.filter((line) => line.startsWith("info string")).join("\n")).toMatch(why);
    const text = (lines.at(-1) as string).slice("bestmove ".length);
    expect(parseUci(text, rules.moves(rules.initial())).ok).toBe(true);
    expect(lines.filter((line) => line.startsWith("bestmove"))).toHaveLength(1);
  });

  test("it is the best move of a search of one ply, among the moves to search", async () => {
    const { send } = open(() => new Promise<never>(() => {}));
    // The queen can be captured by the pawn or by the rook; all other moves lose.
    const position = "position fen 6k1/8/8/3q4/4P3/8/3R4/6K1 w - - 0 1";
    expect((await send([position, "go movetime 20"], "bestmove")).at(-1)).toMatch(/^bestmove (e4d5|d2d5)/);
    const restricted = await send(["go movetime 20 searchmoves g1f1 d2d5 g1h1"], "bestmove");
    expect(restricted.at(-1)).toMatch(/^bestmove d2d5/);
  });

  test("the last reported move is used if it does not stop", async () => {
    const { send } = open((call) => {
      call.options.onInfo?.(choice(call, "c2c4 c7c5").info);
      return new Promise<never>(() => {});
    });
    await send(["go infinite"], "info depth 8");
    expect((await send(["stop"], "bestmove")).at(-1)).toBe("bestmove c2c4 ponder c7c5");
  });

  test("a player that cannot be created ends the session", async () => {
    const players = source(Promise.reject(new GameloreError("bad-player", "no such thing")));
    const { engine, sent } = open(players);
    expect(await engine.ended).toEqual({ failed: true });
    expect(sent).toEqual(["info string cannot create the player: no such thing"]);
  });
});
