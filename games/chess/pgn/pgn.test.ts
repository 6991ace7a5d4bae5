/** PGN: famous games, what the standard allows, and invalid games. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { GameStore } from "../../../engine/arena/store.ts";
import { Board } from "../board.ts";
import { formatFen } from "../fen.ts";
import { formatSan } from "../san.ts";
import { formatPgn } from "./format.ts";
import type { PgnGame } from "./game.ts";
import { parsePgn, type PgnItem } from "./parse.ts";
import { readPgn } from "./read.ts";
import { MAX_GAME_CHARACTERS } from "./split.ts";
import { GameImport, pgnOfStored, whyNotImportable } from "./stored.ts";

const board = new Board();
const folder = mkdtempSync(join(tmpdir(), "gamelore-pgn-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await board.close();
});

/** Morphy against the Duke of Brunswick and Count Isouard. */
const OPERA = `[Event "Paris Opera"]
[Site "Paris FRA"]
[Date "1858.??.??"]
[Round "?"]
[White "Paul Morphy"]
[Black "Duke Karl / Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8.
Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14.
Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;
const OPERA_END = "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17";

/** Anderssen's immortal game, in the style of books and old programs. */
const IMMORTAL = `[Event "London"]\r
[Date "1851.06.21"]\r
[White "Adolf Anderssen"]\r
[Black "Lionel Kieseritzky"]\r
[Result "1-0"]\r
% a line for some other program\r
1.e4 e5 2.f4 ef4 {the King's Gambit} 3.Bc4 Qh4 $6 4.Kf1 b5?! 5.Bb5 (5.Bxb5 Nf6 (5...c6) 6.d3) 5...Nf6\r
6.Nf3 Qh6 7.d3 Nh5 8.Nh4 Qg5 9.Nf5 c6 10.g4 Nf6 11.Rg1! cxb5 12.h4 Qg6 13.h5 Qg5 14.Qf3 Ng8 ; back home\r
15.Bxf4 Qf6 16.Nc3 Bc5 17.Nd5 Qxb2 18.Bd6 {a brilliant\r
[sacrifice] of both rooks} Bxg1 19.e5 Qxa1+ 20.Ke2 Na6 21.Nxg7+ Kd8 22.Qf6+!! Nxf6 23.Be7# 1-0\r
`;
const IMMORTAL_END = "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23";

const items = (text: string): PgnItem[] => [...parsePgn(board, text)];
const games = (text: string): PgnGame[] => items(text).flatMap((item) => (item.kind === "game" ? [item.game] : []));
const sans = (game: PgnGame): string[] => game.moves.map(({ before, move }) => formatSan(board, before, move));
/** `line:column move message` of every error, and the number of plies of every game. */
const brief = (text: string): (string | number)[] =>
  items(text).map((item) =>
    item.kind === "game"
      ? item.game.moves.length
      : `${item.error.line}:${item.error.column} ${item.error.move ?? "-"} ${item.error.message}`,
  );

describe("famous games", () => {
  test("the opera game ends with checkmate and survives a round trip", () => {
    const [game] = games(OPERA) as [PgnGame];
    expect(formatFen(game.final)).toBe(OPERA_END);
    expect(board.states.result(game.final)).toEqual([1, 0]);
    expect(game.tags.get("White")).toBe("Paul Morphy");
    expect([game.moves.length, game.result, game.remarks]).toEqual([33, "1-0", []]);
    expect(formatPgn(board, game)).toBe(OPERA);
  });

  test("the immortal game with comments, NAGs, variations, old notation and CRLF", () => {
    const [game] = games(IMMORTAL) as [PgnGame];
    expect(formatFen(game.final)).toBe(IMMORTAL_END);
    expect(sans(game)[8]).toBe("Bxb5");
    expect(game.remarks).toEqual(["2 variations skipped"]);
    expect(game.moves.filter(({ comments }) => comments.length > 0).map(({ comments }) => comments.join())).toEqual([
      "the King's Gambit",
      "back home",
      "a brilliant [sacrifice] of both rooks",
    ]);
    expect(game.moves.flatMap(({ nags }) => nags)).toEqual([6, 6, 1, 3]);
    const again = formatPgn(board, game);
    expect(formatPgn(board, games(again)[0] as PgnGame)).toBe(again);
    expect(again.split("\n").every((line) => line.length < 80)).toBe(true);
  });
});

describe("what the standard allows and what occurs in practice", () => {
  test("several games, with and without tags", () => {
    expect(brief(`${OPERA}\n${IMMORTAL}\n1. e4 e5 1/2-1/2 1. d4 * {the end}\n`)).toEqual([33, 45, 2, 1]);
    expect(games("1. e4 e5 1/2-1/2 1. d4 *").map(({ result }) => result)).toEqual(["1/2-1/2", "*"]);
    expect(items("")).toEqual([]);
    expect(items("\n \n")).toEqual([]);
  });

  test("a game from a position, with Black to move", () => {
    const position = "8/8/8/8/8/2k5/7q/1K6 b - - 10 40";
    const text = `[SetUp "1"]\n[FEN "${position}"]\n\n40... Qb2# 0-1`;
    const [game] = games(text) as [PgnGame];
    expect(sans(game)).toEqual(["Qb2#"]);
    expect(formatPgn(board, game)).toMatch(
      /\[SetUp "1"\]\n\[FEN "8\/8\/8\/8\/8\/2k5\/7q\/1K6 b - - 10 40"\]\n\n40\.\.\. Qb2# 0-1\n$/,
    );
  });

  test.each([
    ["castling with zeros", "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0 0-0 *", "O-O O-O"],
    ["long algebraic notation", "1. e2-e4 e7-e5 2. Ng1-f3 *", "e5 Nf3"],
    ["promotions without =", '[FEN "8/P6k/8/8/8/8/8/K7 w - - 0 1"]\n1. a8Q Kg7 *', "a8=Q Kg7"],
    ["explicit e.p.", "1. e4 a6 2. e5 d5 3. exd6 e.p. *", "d5 exd6"],
    ["UCI", "1. e2e4 e7e5 2. g1f3 *", "e5 Nf3"],
    ["no numbers", "e4 e5 Nf3 *", "e5 Nf3"],
    ["evaluations", "1. e4 += e5 = 2. Nf3 ± N *", "e5 Nf3"],
  ])("%s", (_, text, last) => {
    const [game] = games(text) as [PgnGame];
    expect(sans(game).slice(-2).join(" ")).toBe(last);
    expect(game.remarks).toEqual([]);
  });

  test("values with quotes and backslashes", () => {
    const text = String.raw`[Event "a \"so-called\" \\ match"]` + "\n\n1. e4 *";
    const [game] = games(text) as [PgnGame];
    expect(game.tags.get("Event")).toBe(String.raw`a "so-called" \ match`);
    expect(formatPgn(board, game)).toContain(String.raw`[Event "a \"so-called\" \\ match"]`);
  });

  test.each([
    ['[Result "1-0"]\n1. e4 0-1', "the tag Result is 1-0, but the movetext ends with 0-1"],
    ["1. e4 e5", "no result after the moves"],
    ["1. e4 e5 3. Nf3 *", "line 1: move number 3, expected 2"],
    ["1. f3 e5 2. g4 Qh4# 1-0", "the game ends with checkmate, 0-1, but the result is 1-0"],
    ['[White "A"]\n[White "B"]\n1. e4 *', "line 2: duplicate tag White"],
    [
      '[FEN "8/8/4k3/8/8/3K4/3R4/8 w - - 99 90"]\n90. Rd1 Ke7 *',
      "90... the game continues after a draw by the fifty-move rule or insufficient material",
    ],
  ])("remark for %j", (text, remark) => {
    expect(games(text)[0]?.remarks).toEqual([remark]);
  });
});

describe("errors name line, column and move; other games are read", () => {
  const between = (broken: string): (string | number)[] => brief(`${OPERA}\n${broken}\n\n${OPERA}`);
  test.each([
    [
      "an illegal move",
      '[Event "x"]\n\n1. e4 e5 2. Bb4 Nc6 1-0',
      /^15:13 2\. Bb4 is not a legal move here; legal moves: /,
    ],
    ["Black's move", '[Event "x"]\n\n1. e4 Ke6 *', /^15:7 1\.\.\. Ke6 is not a legal move here/],
    [
      "an ambiguous move",
      '[FEN "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1"]\n1. Nd2 *',
      /^14:4 1\. Nd2 is ambiguous; expected one of Nbd2, Nfd2$/,
    ],
    ["a word", '[Event "x"]\n1. e4 hello *', /^14:7 1\.\.\. "hello" is not a move; expected SAN or UCI/],
    ["a null move", '[Event "x"]\n1. e4 -- *', /^14:7 1\.\.\. "--" is not a move/],
    ["an open comment", '[Event "x"]\n1. e4 { what is\n[this] *', /^14:7 1\.\.\. unterminated comment; expected \}$/],
    ["an open variation", '[Event "x"]\n1. e4 (1. d4 e5 *', /^14:7 1\.\.\. unterminated variation; expected \)$/],
    ["a closed one", '[Event "x"]\n1. e4 ) e5 *', /^14:7 1\.\.\. unmatched "\)"$/],
    [
      "a tag",
      '[Event "x]\n1. e4 *',
      /^13:1 - "\[Event "x\]" is not a tag; expected a name and a value, for example \[White "Morphy"\]$/,
    ],
    ["a position", '[FEN "8/8/8/8 w"]\n1. e4 *', /^13:1 - FEN: placement: 4 ranks in "8\/8\/8\/8"/],
    [
      "no position",
      '[SetUp "1"]\n1. e4 *',
      /^14:1 - the tag SetUp requires a start position; expected a tag \[FEN "…"\]$/,
    ],
    ["a variant", '[Variant "Atomic"]\n1. e4 *', /^13:1 - the variant "Atomic" is not supported/],
    [
      "moves after mate",
      '[Event "x"]\n1. f3 e5 2. g4 Qh4# 3. a3 0-1',
      /^14:24 3\. a3 is not a legal move here: White is in check; there is no legal move$/,
    ],
  ])("%s", (_, broken, why) => {
    expect(between(broken)).toEqual([33, expect.stringMatching(why), 33]);
  });

  test("a file is read game by game, and an overlong game is skipped", async () => {
    const file = join(folder, "games.pgn");
    const long = `[Event "long"]\n${"{ words }\n".repeat(MAX_GAME_CHARACTERS / 8)}1. e4 {${"x".repeat(200)}}\n\n`;
    writeFileSync(file, `${OPERA}\n${long}${IMMORTAL}`);
    const read: unknown[] = [];
    for await (const item of readPgn(board, file))
      read.push([item.number, item.line, item.kind === "game" ? item.game.moves.length : item.error.message]);
    expect(read).toEqual([
      [1, 1, 33],
      [2, 13, "the game is longer than 1,048,576 characters"],
      [3, 13 + long.split("\n").length - 1, 45],
    ]);
  });

  test("random edits give games or errors, never an exception", () => {
    const text = `${IMMORTAL}\n${OPERA}`.replaceAll("\r", "");
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(8), fc.string({ maxLength: 4 }), (at, cut, put) => {
        for (const item of parsePgn(board, text.slice(0, at) + put + text.slice(at + cut))) {
          if (item.kind === "error") expect(item.error.column).toBeGreaterThan(0);
          else expect(games(formatPgn(board, item.game))[0]?.moves.length).toBe(item.game.moves.length);
        }
      }),
      { seed: 4, numRuns: 200 },
    );
  });
});

describe("the store", () => {
  test("games are imported once, under their players, and exported as PGN", () => {
    const store = GameStore.open(join(folder, "games.sqlite"));
    const [opera, immortal] = games(`${OPERA}\n${IMMORTAL}`) as [PgnGame, PgnGame];
    const back = {
      ...opera,
      tags: new Map([...opera.tags, ["White", "Duke Karl / Count Isouard"], ["Black", "Paul Morphy"]]),
    };
    for (const fresh of [true, false]) {
      const importing = new GameImport(board, store, "classics");
      expect([opera, immortal, back].map((game) => importing.add(game))).toEqual([fresh, fresh, fresh]);
    }
    const records = [...store.select({ game: "chess" })];
    expect(records.map(({ match, game }) => [match.first, game.number, game.scores, game.ending, game.points])).toEqual(
      [
        ["Duke Karl / Count Isouard", 1, [1, 0], "rules", 0],
        ["Adolf Anderssen", 0, [1, 0], "rules", 1],
        ["Duke Karl / Count Isouard", 0, [1, 0], "rules", 1],
      ],
    );
    const [again] = games(pgnOfStored(board, records[0]!)) as [PgnGame];
    expect(sans(again)).toEqual(sans(opera));
    expect([again.tags.get("White"), again.tags.get("Event"), again.result]).toEqual([
      "Paul Morphy",
      "classics",
      "1-0",
    ]);
    store.close();
  });

  test("resigned and agreed games keep their results; unfinished ones are skipped", () => {
    const store = GameStore.open(join(folder, "others.sqlite"));
    const importing = new GameImport(board, store, "");
    const [won, drawn, open, empty] = games("1. e4 e5 0-1 1. d4 1/2-1/2 1. c4 * 1-0") as PgnGame[];
    for (const game of [won, drawn]) importing.add(game as PgnGame);
    expect([...store.select()].map(({ game }) => [game.scores, game.ending])).toEqual([
      [[0, 1], "resignation"],
      [[0.5, 0.5], "agreement"],
    ]);
    expect(pgnOfStored(board, [...store.select()][0]!)).toMatch(/\n1\. e4 e5 \{ by resignation \} 0-1\n$/);
    expect([won, open, empty].map((game) => whyNotImportable(game as PgnGame))).toEqual([
      null,
      "it has no result",
      "it has no moves",
    ]);
    store.close();
  });

  test("a forfeited game has a termination", () => {
    const [game] = games(OPERA) as [PgnGame];
    const text = pgnOfStored(board, {
      match: {
        game: "chess",
        variant: "",
        label: "",
        first: "A",
        second: "B",
        openingPlies: 0,
        seed: 1,
        limits: {},
        options: {},
      },
      game: {
        id: 1,
        number: 1,
        pair: 0,
        firstPlaysFirst: false,
        points: 1,
        start: formatFen(game.start),
        moves: ["e4"],
        scores: [0, 1],
        ending: "forfeit",
        plies: 1,
        forfeit: { seat: 0, fault: "late", why: "no move within 5 s" },
        seeds: { first: 1, second: 2, chance: 3 },
        milliseconds: 1,
        build: "x",
        finished: "2026-01-02T03:04:05Z",
      },
    });
    expect(text).toContain('[Event "A against B"]');
    expect(text).toContain('[Date "2026.01.02"]\n[Round "2"]\n[White "B"]\n[Black "A"]\n[Result "0-1"]');
    expect(text).toContain('[Termination "time forfeit"]\n\n1. e4 { no move within 5 s } 0-1\n');
  });
});
