/** UCI texts: messages, limits, options, scores, time management, the game history sent to an engine. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Position, Move } from "../../engine/contracts/position.ts";
import { game } from "../../games/chess/game.ts";
import { formatUci, parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { fixedTime, moveTime } from "./clock.ts";
import { extended, historyTo, positionMessage, type GameHistory } from "./game-history.ts";
import { parseGo, type GoRequest } from "./go-text.ts";
import { parseInfo, SearchReport } from "./info-text.ts";
import { parseGuiMessage } from "./message.ts";
import { parseSettings } from "../external/option-settings.ts";
import { parseDeclaration, settingMessage, type DeclaredOption } from "./option-text.ts";
import { formatScore, opponentsValue, scoreOf, valueOfScore } from "./score.ts";

const rules = unwrap(await game.open({})) as ChessRules;
const { board } = rules;
afterAll(() => rules.close());

describe("messages of a GUI", () => {
  test.for([
    ["uci", { kind: "uci" }],
    ["  stop  ", { kind: "stop" }],
    ["debug on", { kind: "debug", on: true }],
    // The protocol's own example: unknown words before a command are skipped.
    ["joho debug on", { kind: "debug", on: true }],
    ["register later", { kind: "register" }],
    ["setoption name Hash value 64", { kind: "setoption", name: "Hash", value: "64" }],
    ["setoption name Clear  Hash", { kind: "setoption", name: "Clear Hash", value: null }],
    [
      "setoption name Book File value C:\\my books\\a b",
      { kind: "setoption", name: "Book File", value: "C:\\my books\\a b" },
    ],
    ["setoption name SyzygyPath value", { kind: "setoption", name: "SyzygyPath", value: "" }],
    ["position startpos", { kind: "position", fen: null, moves: [] }],
    ["position startpos moves e2e4 e7e5", { kind: "position", fen: null, moves: ["e2e4", "e7e5"] }],
    ["position fen 8/8/8/8 w - - moves a1a2", { kind: "position", fen: "8/8/8/8 w - -", moves: ["a1a2"] }],
  ] as const)("%s", ([line, message]) => expect(unwrap(parseGuiMessage(line))).toEqual(message));

  test.for([
    ["frob", /"frob" is not a UCI command/],
    ["é\u0000\u001B[2J", /is not a UCI command/],
    ["debug", /expected debug on or debug off/],
    ["setoption Hash 3", /expected setoption name NAME \[value VALUE\]/],
    ["setoption name", /expected setoption name/],
    ["position", /expected position startpos\|fen FEN/],
    ["position moves e2e4", /expected position/],
    ["position fen moves e2e4", /expected position/],
    ["position startpos e2e4", /expected position/],
  ] as const)("%j is refused", ([line, why]) => {
    const message = parseGuiMessage(line);
    expect(message.ok).toBe(false);
    if (!message.ok) expect(message.error.message).toMatch(why);
  });

  test("no line makes the parsers throw or take long", () => {
    const line = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom(
            "go",
            "info",
            "position",
            "fen",
            "moves",
            "name",
            "value",
            "type",
            "depth",
            "-1",
            "score",
            "cp",
            "pv",
            " ",
            "setoption",
            "searchmoves",
          ),
        )
        .map((words) => words.join(" ")),
    );
    fc.assert(
      fc.property(line, (text) => {
        parseGuiMessage(text);
        parseGo(text);
        parseInfo(text);
        parseDeclaration(text);
        parseSettings(text);
      }),
      { seed: 7, numRuns: 500 },
    );
    const blanks = " ".repeat(1_000_000);
    // Quadratic parsing would exceed the test's time limit.
    for (const text of [`go ${blanks}x`, `setoption name${blanks}x`, `position fen${blanks}x`, `name ${blanks}x`])
      for (const read of [parseGuiMessage, parseGo, parseInfo, parseDeclaration]) read(text);
  });
});

describe("go", () => {
  const NONE = { infinite: false, ponder: false, searchmoves: [] };
  test.for<readonly [string, Partial<GoRequest>]>([
    ["", {}],
    ["infinite", { infinite: true }],
    [
      "wtime 60000 btime 59000 winc 1000 binc 1100 movestogo 12",
      { wtime: 60_000, btime: 59_000, winc: 1_000, binc: 1_100, movestogo: 12 },
    ],
    ["ponder wtime -30 btime 10", { ponder: true, wtime: 0, btime: 10 }],
    ["depth 7 nodes 5000 movetime 300 mate 3", { depth: 7, nodes: 5_000, movetime: 300, mate: 3 }],
    ["searchmoves e2e4 d2d4 depth 3", { searchmoves: ["e2e4", "d2d4"], depth: 3 }],
    ["infinite searchmoves e2e4", { infinite: true, searchmoves: ["e2e4"] }],
  ])("%s", ([text, request]) => expect(parseGo(text)).toEqual({ request: { ...NONE, ...request }, warnings: [] }));

  test("invalid parts are ignored with a warning", () => {
    expect(parseGo("depth x nodes 1e9 wtime infinite quickly")).toEqual({
      request: { ...NONE, infinite: true },
      warnings: [
        'go: depth "x" is not a whole number and is ignored',
        'go: nodes "1e9" is not a whole number and is ignored',
        'go: wtime "infinite" is not a whole number and is ignored',
        'go: "quickly" is unknown and is ignored',
      ],
    });
    expect(parseGo("depth").warnings).toHaveLength(1);
  });
});

describe("the time for a move", () => {
  const OVERHEAD = 50;
  const ms = (text: string, side: number = 0): number | undefined =>
    moveTime(parseGo(text).request, side, OVERHEAD)?.milliseconds;

  test.for([
    ["depth 5", undefined],
    ["winc 1000", undefined],
    // A twenty-fifth of the usable time.
    ["wtime 60050 btime 1", 2_400],
    ["wtime 60050 winc 1000", 3_200],
    ["wtime 60050 movestogo 10", 6_000],
    ["wtime 60050 movestogo 1", 60_000],
    ["wtime 60050 movestogo 0", 2_400],
    ["wtime 60050 movestogo 400", 1_200],
    // Never more than available, and half of a very short time.
    ["wtime 1050 winc 90000", 1_000],
    ["wtime 60 movestogo 1", 30],
    ["wtime 0", 1],
    ["wtime -500 winc 100", 1],
    ["movetime 1000", 950],
    ["movetime 100", 80],
    ["movetime 0", 1],
    ["movetime 1000 wtime 5 btime 5", 950],
  ] as const)("%s", ([text, expected]) => expect(ms(text)).toBe(expected));

  test("is that of the side to move", () => {
    expect(ms("wtime 1000 btime 25050", 1)).toBe(1_000);
    expect(ms("wtime 1000 winc 500", 1)).toBeUndefined();
  });

  test("a stopped player has a tenth of a short time for its move", () => {
    const { stopMs, giveUpMs } = moveTime(parseGo("movetime 100").request, 0, OVERHEAD) ?? { stopMs: 0, giveUpMs: 0 };
    expect(giveUpMs - stopMs).toBeGreaterThanOrEqual(10);
    expect(giveUpMs).toBeLessThan(100);
  });

  test("the player is stopped, then abandoned, before the flag falls", () => {
    const number = fc.integer({ min: 0, max: 1e7 });
    fc.assert(
      fc.property(number, number, fc.integer({ min: 0, max: 60 }), number, (wtime, winc, movestogo, overhead) => {
        const request = { ...parseGo("").request, wtime, winc, movestogo };
        const time = moveTime(request, 0, overhead);
        if (!time) throw new Error("no time");
        expect(time.milliseconds).toBeGreaterThanOrEqual(1);
        expect(time.stopMs).toBeGreaterThanOrEqual(time.milliseconds);
        expect(time.giveUpMs).toBeGreaterThanOrEqual(time.stopMs);
        expect(time.giveUpMs).toBeLessThanOrEqual(Math.max(1, wtime));
      }),
      { seed: 3 },
    );
    expect(moveTime(parseGo("wtime 10000000000000").request, 0, 50)?.giveUpMs).toBeLessThan(2 ** 31);
    expect(fixedTime(200).giveUpMs).toBeGreaterThan(fixedTime(200).stopMs);
  });
});

describe("scores", () => {
  test.for([
    [0.35, "pawns", "cp 35"],
    [-1.204, "pawns", "cp -120"],
    [35, "centipawns", "cp 35"],
    [-0.001, "pawns", "cp 0"],
    [29_999, "pawns", "mate 1"],
    [29_997, "pawns", "mate 2"],
    [29_998, "pawns", "mate 1"],
    [-29_998, "pawns", "mate -1"],
    [-29_996, "pawns", "mate -2"],
    [5_000, "pawns", "cp 19999"],
    // Even odds are no advantage; 10 to 1 is 400 Elo.
    [0.5, "expected points, from 0 to 1", "cp 0"],
    [10 / 11, "expected points, from 0 to 1", "cp 400"],
    [1, "expected points, from 0 to 1", "cp 2400"],
  ] as const)("%d %s is %s", ([value, unit, text]) => {
    const score = scoreOf(value, unit);
    expect(score && formatScore(score)).toBe(text);
  });

  test("other units and unknown values have no score", () => {
    expect(scoreOf(3, "plies won by")).toBeNull();
    expect(scoreOf(null, "pawns")).toBeNull();
  });

  test("a mate in n moves is 2n - 1 plies away, being mated in n moves 2n plies", () => {
    expect(valueOfScore({ kind: "mate", moves: 3 })).toBe(30_000 - 5);
    expect(valueOfScore({ kind: "mate", moves: -3 })).toBe(-(30_000 - 6));
    expect(valueOfScore({ kind: "mate", moves: 0 })).toBe(-30_000);
    expect(valueOfScore({ kind: "cp", centipawns: -35 })).toBe(-0.35);
    // Mate scores and evaluations stay in separate ranges.
    expect(valueOfScore({ kind: "mate", moves: 1e15 })).toBeGreaterThan(20_000);
    expect(valueOfScore({ kind: "cp", centipawns: 1e15 })).toBeLessThan(20_000);
    for (const moves of [1, 2, 40, -1, -7])
      expect(scoreOf(valueOfScore({ kind: "mate", moves }), "pawns")).toEqual({ kind: "mate", moves });
  });

  test("the opponent's value is negated, one ply further from mate", () => {
    expect(opponentsValue(0.4, "pawns")).toBe(-0.4);
    expect(opponentsValue(-29_998, "pawns")).toBe(29_997);
    expect(opponentsValue(29_999, "pawns")).toBe(-29_998);
    expect(opponentsValue(0.75, "expected points, from 0 to 1")).toBe(0.25);
  });
});

describe("info of an engine", () => {
  test("as engines write it", () => {
    expect(
      parseInfo(
        "depth 5 seldepth 3 multipv 2 score cp -10 nodes 442 nps 221000 hashfull 7 tbhits 0 time 2 pv e7e5 b1c3",
      ),
    ).toEqual({
      depth: 5,
      multipv: 2,
      score: { kind: "cp", centipawns: -10 },
      isExact: true,
      nodes: 442,
      hashfull: 7,
      pv: ["e7e5", "b1c3"],
    });
    expect(parseInfo("multipv 1 depth 5 score cp -17 upperbound nodes 2789 pv g8f6")).toMatchObject({ isExact: false });
    expect(parseInfo("depth 3 score mate -2")).toMatchObject({ score: { kind: "mate", moves: -2 }, pv: [] });
    expect(parseInfo("string NNUE evaluation using nn.nnue enabled")).toBeNull();
    expect(parseInfo("currmove e2e4 currmovenumber 1")).toBeNull();
  });

  test("a report has the last exact score, the last depth and the largest node count", () => {
    const report = new SearchReport();
    for (const line of [
      "depth 1 score cp 900 lowerbound nodes 5 pv a2a3",
      "depth 2 score cp 20 nodes 50 pv e2e4 e7e5",
      "depth 3 score cp -300 upperbound nodes 80 pv e2e4",
      "depth 3 nodes 99 nps 1000",
      "depth 1 multipv 2 nodes 20 score cp 3 pv d2d4",
      "hashfull 4",
    ])
      report.add(line);
    expect(report).toMatchObject({ depth: 3, nodes: 99, hashfull: 4 });
    expect(report.pvs.get(1)).toMatchObject({ score: { centipawns: 20 }, pv: ["e2e4", "e7e5"] });
    expect(report.pvs.get(2)).toMatchObject({ score: { centipawns: 3 }, pv: ["d2d4"] });
  });
});

describe("options of an engine", () => {
  const declared = [
    "name Hash type spin default 16 min 4 max 1024",
    "name NullMove Pruning type combo default Fail High var Always var Fail High var Never",
    "name Mobility (Middle Game) type spin default 100 min 0 max 200",
    "name Debug Log File type string default ",
    "name Clear Hash type button",
    "name Ponder type check default false",
  ].map((text) => parseDeclaration(text) as DeclaredOption);

  test("are declared", () => {
    expect(declared[0]).toEqual({ name: "Hash", type: "spin", default: "16", min: 4, max: 1024, vars: [] });
    expect(declared[1]).toMatchObject({
      name: "NullMove Pruning",
      default: "Fail High",
      vars: ["Always", "Fail High", "Never"],
    });
    expect(declared[3]).toMatchObject({ name: "Debug Log File", type: "string", default: "" });
    for (const text of ["", "name x", "name type spin", "name x type slider", "type spin name x"])
      expect(parseDeclaration(text)).toBeNull();
  });

  test("are set by their case-insensitive names", () => {
    const set = (text: string): string[] =>
      unwrap(parseSettings(text)).map((setting) => unwrap(settingMessage("engine", declared, setting)));
    expect(
      set("hash=64; nullmove pruning = Fail High;Clear Hash;; Debug Log File=; Mobility (Middle Game)=90"),
    ).toEqual([
      "setoption name Hash value 64",
      "setoption name NullMove Pruning value Fail High",
      "setoption name Clear Hash",
      "setoption name Debug Log File value <empty>",
      "setoption name Mobility (Middle Game) value 90",
    ]);
    expect(set("'Debug Log File=a, b=c'")).toEqual(["setoption name Debug Log File value a, b=c"]);
    expect(set("")).toEqual([]);
  });

  test("one line stays one line", () => {
    const settings = parseSettings("Debug Log File=x\nquit");
    expect(settings.ok).toBe(false);
  });
});

describe("the game history sent to an engine", () => {
  const play = (from: Position, texts: string): Position[] =>
    texts.split(" ").reduce<Position[]>(
      (all, text) => {
        const now = all.at(-1) as Position;
        return [...all, board.play(now, unwrap(parseUci(text, board.legalMoves(now))))];
      },
      [from],
    );
  const start = rules.initial();
  const historyOf = (positions: readonly Position[]): GameHistory =>
    historyTo(board, null, positions.at(-1) as Position, positions.slice(0, -1)).history;

  test("contains the moves since the last irreversible one", () => {
    expect(positionMessage(historyOf(play(start, "g1f3 g8f6 f3g1")))).toBe("position startpos moves g1f3 g8f6 f3g1");
    expect(positionMessage(historyOf(play(start, "e2e4 g8f6 e4e5 f6d5 b1c3")))).toBe(
      "position fen rnbqkb1r/pppppppp/5n2/4P3/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2 moves f6d5 b1c3",
    );
  });

  test("reproduces the position and its repetitions", () => {
    const positions = play(start, "e2e4 g8f6 f1e2 f6g8 e2f1 g8f6 f1e2 f6g8 e2f1");
    const message = positionMessage(historyOf(positions));
    const [, fen = "", moves = ""] = /^position fen (.*) moves (.*)$/.exec(message) ?? [];
    const followed = play(unwrap(rules.parsePosition(fen)), moves);
    expect(followed.at(-1)).toEqual(positions.at(-1));
    const placement = (position: Position): string => rules.formatPosition(position).split(" ").slice(0, 4).join(" ");
    expect(followed.filter((each) => placement(each) === placement(positions.at(-1) as Position))).toHaveLength(3);
  });

  test("continues with own moves and replies", () => {
    const positions = play(start, "g1f3 g8f6 f3g1");
    const previous = extended(
      { positions: [start], moves: [] },
      board.legalMoves(start).find((m) => formatUci(m) === "g1f3") as Move,
      positions[1] as Position,
    );
    const reply = historyTo(board, previous, positions[2] as Position, undefined);
    expect(reply.continues).toBe(true);
    expect(positionMessage(reply.history)).toBe("position startpos moves g1f3 g8f6");
    // The same position again, as after an abandoned search.
    expect(historyTo(board, reply.history, positions[2] as Position, undefined)).toEqual(reply);
    // Two plies further is another game.
    expect(historyTo(board, previous, positions[3] as Position, undefined)).toMatchObject({ continues: false });
  });

  test("restarts if the given history differs", () => {
    const one = play(start, "g1f3 g8f6 f3g1 f6g8");
    const other = play(start, "b1c3 b8c6 c3b1 c6b8");
    const { history } = historyTo(board, null, one[3] as Position, one.slice(0, 3));
    expect(historyTo(board, history, one[4] as Position, one.slice(0, 4)).continues).toBe(true);
    const jump = historyTo(board, history, other[4] as Position, other.slice(0, 4));
    expect(jump.continues).toBe(false);
    expect(positionMessage(jump.history)).toBe("position startpos moves b1c3 b8c6 c3b1 c6b8");
  });

  test("starts after the last gap", () => {
    const positions = play(start, "g1f3 g8f6 f3g1 f6g8 b1c3");
    const { history } = historyTo(
      board,
      null,
      positions[5] as Position,
      [0, 3, 4].map((i) => positions[i] as Position),
    );
    expect(positionMessage(history)).toMatch(/^position fen .* b KQkq - 3 2 moves f6g8 b1c3$/);
  });
});
