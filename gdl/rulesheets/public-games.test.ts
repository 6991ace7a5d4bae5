/** Our rulesheets against public ones of the same games: recorded games have equal legal moves and results. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Reasoner } from "../reasoner.ts";
import {
  legalTexts,
  movesOf,
  propnetOf,
  canTestPublicRulesheets,
  recordedPlayouts,
  type RecordedPlayout,
} from "../reasoner.fixture.ts";

/** Translates a move of the public rulesheet, given by its words. */
type Translation = (...words: readonly string[]) => string;

const list = (...words: readonly (string | number)[]): string => `(${words.join(" ")})`;
const same: Translation = (...words) => list(...words);
const letter = (text = ""): number => text.charCodeAt(0) - "a".charCodeAt(0) + 1;
/** Quadrants of pentago by their number in the public rulesheet: the lower left corner. */
const QUADRANTS = [
  [4, 4],
  [1, 4],
  [1, 1],
  [4, 1],
] as const;
const QUARTO_PIECES = "acdfghijklmnopqr";

const GAMES: readonly (readonly [ours: string, theirs: string, translation: Translation])[] = [
  ["tic-tac-toe", "ticTacToe.v0", (_mark, x, y) => list("take", x as string, y as string)],
  ["connect-four", "connect4.v0", same],
  ["breakthrough", "breakthrough.v0", same],
  ["breakthrough-small", "breakthroughSmall.v0", same],
  ["knightthrough", "knightThrough.v0", same],
  ["pawn-whopping", "pawnWhopping.v1", (_kind, ...squares) => list("move", ...squares)],
  ["checkers-barrel-no-kings", "checkersBarrelNoKings.v1", same],
  ["skirmish", "skirmish.v0", same],
  [
    "pentago",
    "pentago.v1",
    (kind, quadrant, x, y) => {
      const [left, low] = QUADRANTS[Number(quadrant) - 1] as readonly [number, number];
      if (kind === "rotate") return list("turn", left, low, x === "clockwise" ? "right" : "left");
      return list("put", left + Number(x) - 1, low + Number(y) - 1);
    },
  ],
  [
    "quarto",
    "quarto.v0",
    (kind, piece = "", ...square) =>
      kind === "select"
        ? list("choose", QUARTO_PIECES.charAt(Number.parseInt(piece.slice(1), 2)))
        : list("put", ...square),
  ],
  [
    "ttcc4",
    "ttcc4_2player_alt.v0",
    (kind, ...words) =>
      kind === "drop"
        ? list("drop", ...words)
        : list(kind === "jump" ? "jump" : "move", ...words.slice(0, 2), ...words.slice(-2)),
  ],
  [
    "nine-board-tic-tac-toe",
    "nineBoardTicTacToe.v0",
    (_play, ...words) => {
      const [a, b, i, j] = words.map(Number) as [number, number, number, number];
      return list("mark", 3 * (a - 1) + i, 3 * (b - 1) + j);
    },
  ],
  // The initial discs are mirrored in the public rulesheet.
  ["othello", "reversi.v0", (_move, x, y) => list("put", x as string, 9 - Number(y))],
  ["hex", "hex.v0", (_place, row, column) => list("put", column as string, letter(row))],
  [
    "peg-solitaire",
    "peg.v0",
    (_jump, row, column = "", toRow, toColumn = "") =>
      list("jump", column.slice(1), letter(row), toColumn.slice(1), letter(toRow)),
  ],
];

/** Different goal values: one peg outside the centre. */
const OTHER_GOALS: Readonly<Record<string, readonly [theirs: number, ours: number]>> = { "peg-solitaire": [99, 95] };

function translated(move: string, translation: Translation): string {
  return move === "noop" ? move : translation(...move.slice(1, -1).split(" "));
}

function follow(reasoner: Reasoner, name: string, playout: RecordedPlayout, translation: Translation): void {
  let state = reasoner.initial();
  for (const step of playout.steps) {
    expect(reasoner.isTerminal(state)).toBe(false);
    const legal = step.legal.map((moves) => moves.map((move) => translated(move, translation)).sort());
    expect(legalTexts(reasoner, state)).toEqual(legal);
    const moves = step.move.map((move) => translated(move, translation));
    state = reasoner.next(state, movesOf(reasoner, state, moves));
  }
  expect(reasoner.isTerminal(state)).toBe(playout.terminal);
  const [theirs, ours] = OTHER_GOALS[name] ?? [null, null];
  expect(reasoner.goals(state)).toEqual(playout.goals.map((goal) => (goal === theirs ? ours : goal)));
}

describe.runIf(canTestPublicRulesheets)("recorded games of the same game", () => {
  test.for(GAMES)("%s as in %s", ([ours, theirs, translation]) => {
    const reasoner = propnetOf(readFileSync(join(import.meta.dirname, `${ours}.kif`), "utf8"));
    for (const playout of recordedPlayouts(theirs)) follow(reasoner, ours, playout, translation);
  });
});
