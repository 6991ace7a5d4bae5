/**
 * What the tables of paper 000 on chess share: a program that evaluates by endgame databases alone against chess programs, from 25 stored positions of an
 * endgame with either colour.
 */
import type { Cell, MatchMeasurement, Setting } from "../experiment.ts";

/** 25 positions with either colour. */
export const PAPER_GAMES = 50;
export const QUICK_GAMES = 20;

export const DEPTHS: readonly string[] = ["depth 7", "depth 9"];
export const FIGURE = "per cent of the points of the program that evaluates by endgame databases";

/**
 * The paper's opponent, Crafty, is not free software. Of the free programs Toga II 3.0 is the nearest to it in age and strength. Programs of others play without
 * endgame tables: they read formats of which our tables are none.
 */
export const toga = (limit: string): string => `uci(command=toga2, ${limit}, hash=16)`;
export const gnuchess = (limit: string): string => `uci(command=gnuchess --uci, ${limit}, hash=16)`;
export const glaurung = (limit: string): string => `uci(command=glaurung, ${limit}, hash=16)`;
/**
 * Where the search knows exact values: `5`, in covered positions of up to four pieces and in those of the five-piece tables that are loaded; `auto`, of
 * up to four. Tables are loaded for all players of a variant, so only one list of an ending has `5`: figures do not depend on the order of matches.
 */
export type Exact = "5" | "auto";

/** Without its neural network. */
export const stockfish = (limit: string): string => `uci(command=stockfish, ${limit}, hash=16, options=Use NNUE=false)`;

/** All moves to the depth, then captures: the paper's program was no more than that. */
export const fullWidth = (limit: string, evaluation: string, tables: Exact = "5"): string =>
  `alphabeta(${limit}, selective=no, eval=${evaluation}, tables=${tables})`;
/** The same with null move, reductions and pruning. */
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

/** Rows of lists that name pieces that the ending does not have, as they are printed. The paper's figures stand in the rows of what must have been meant. */
export function printedCells(rows: Readonly<Record<string, Row>>): Cell[] {
  return Object.entries(rows).flatMap(([row, list]) =>
    DEPTHS.map((column): Cell => ({ row, column, paper: null, measure: measureRow(list, column) })),
  );
}

const SAME =
  "25 random quiet positions of each ending, each with either colour; our program searches all moves to the depth and then captures, evaluates by the named endgame databases alone, and knows the exact value where a database covers the position; its opponent is Toga II 3.0 at the same nominal depth, without databases (the paper: Crafty with the same databases for covered positions)";

export const PROTOCOL: Readonly<Record<Setting, string>> = {
  full: `${SAME}; 50 games a cell.`,
  quick: `${SAME}; depth 7 only, 10 of the positions, 20 games a cell.`,
};
