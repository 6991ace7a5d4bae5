/**
 * Shared by the chess tables of paper 000: a program that evaluates only by endgame databases against chess engines, from 25 stored positions of an
 * endgame with both colours.
 */
import type { Cell, MatchMeasurement, Setting } from "../experiment.ts";

/** 25 positions with both colours. */
export const PAPER_GAMES = 50;
export const QUICK_GAMES = 20;

export const DEPTHS: readonly string[] = ["depth 7", "depth 9"];
export const FIGURE = "score (%) of the program that evaluates by endgame databases";

/**
 * The paper's opponent, Crafty, is not free software. Of the free engines, Toga II 3.0 is the closest in age and strength. External engines play without
 * endgame tables: they do not read our format.
 */
export const toga = (limit: string): string => `uci(command=toga2, ${limit}, hash=16)`;
export const gnuchess = (limit: string): string => `uci(command=gnuchess --uci, ${limit}, hash=16)`;
export const glaurung = (limit: string): string => `uci(command=glaurung, ${limit}, hash=16)`;
/**
 * Positions with exact values in the search: `5`, covered positions of up to four pieces and those of the loaded five-piece tables; `auto`, up to
 * four pieces. Tables are loaded for all players of a variant, so only one list of an ending has `5`: figures do not depend on the order of matches.
 */
export type Exact = "5" | "auto";

/** Without its neural network. */
export const stockfish = (limit: string): string => `uci(command=stockfish, ${limit}, hash=16, options=Use NNUE=false)`;

/** Full-width search with a quiescence search of captures, like the paper's program. */
export const fullWidth = (limit: string, evaluation: string, tables: Exact = "5"): string =>
  `alphabeta(${limit}, selective=no, eval=${evaluation}, tables=${tables})`;
/** Selective search: null move, late move reductions and pruning. */
export const selective = (limit: string, evaluation: string): string =>
  `alphabeta(${limit}, eval=${evaluation}, tables=5)`;

export function match(ending: string, first: string, second: string, games: number): MatchMeasurement {
  return {
    kind: "match",
    game: "chess",
    variant: { start: ending },
    players: [first, second],
    limits: {},
    openingPlies: 0,
    seat: "both",
    games,
  };
}

/** A row of the paper's tables: an ending, and the name of its list of abstractions (games/chess/edb/presets.ts). */
export interface Row {
  readonly ending: string;
  readonly list: string;
}

/** Both programs search to the depth of the column; `quick` leaves out depth 9. */
export function measureRow({ ending, list }: Row, column: string): Cell["measure"] {
  const limit = column.replace(" ", "=");
  const between = (games: number): MatchMeasurement =>
    match(ending, fullWidth(limit, `edb(${list})`, /-4|-printed/.test(list) ? "auto" : "5"), toga(limit), games);
  const full = between(PAPER_GAMES);
  return column === "depth 7" ? { quick: between(QUICK_GAMES), full } : { full };
}

/** Rows of lists as printed, with pieces that the ending does not have. The paper's figures are in the rows of the corrected lists. */
export function printedCells(rows: Readonly<Record<string, Row>>): Cell[] {
  return Object.entries(rows).flatMap(([row, list]) =>
    DEPTHS.map((column): Cell => ({ row, column, paper: null, measure: measureRow(list, column) })),
  );
}

const SAME =
  "25 random quiet positions of each ending, each with both colours; our program searches full-width to the depth with quiescence, evaluates only by the listed endgame databases, and has the exact value of positions covered by a database; its opponent is Toga II 3.0 at the same nominal depth, without databases (in the paper: Crafty with the same databases for covered positions)";

export const PROTOCOL: Readonly<Record<Setting, string>> = {
  full: `${SAME}; 50 games per cell.`,
  quick: `${SAME}; depth 7 only, 10 of the positions, 20 games per cell.`,
};
