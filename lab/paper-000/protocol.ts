/** Shared by the Chinese Checkers tables of paper 000: evaluation by a database against the baseline, at equal depth. */
import type { Cell, Measurement, Setting } from "../experiment.ts";

export const PAPER =
  "Samadi, Torabi Asr, Schaeffer, Azimifar: Extending the Applicability of Pattern and Endgame Databases (2009)";

/** 25 openings from both sides. */
export const PAPER_GAMES = 50;
const QUICK_DEEP_GAMES = 20;

/** Five random moves per side. */
const OPENING_PLIES = 10;
/** Far longer than a normal game (60 to 100 plies). */
const PLY_LIMIT = 400;

export const SMALL_DEPTHS: readonly string[] = [1, 3, 5, 7, 9].map((depth) => `depth ${depth}`);

export const BOARDS: readonly string[] = ["7 × 7", "8 × 8", "9 × 9"];

export const FIGURE = "score (%) of the program that uses the database";

const SAME =
  "Each data point: the same opening from both sides, after five random moves per side; both programs search all moves to the same depth; a win needs all pieces home; threefold repetition is a draw";

export function protocols(quick: string): Readonly<Record<Setting, string>> {
  return { full: `${SAME}; 25 openings, 50 games.`, quick: `${SAME}; ${quick}.` };
}

/** Small games: `quick` plays all games up to depth 5 and some at depth 7. */
export const SMALL: { readonly deepest: Deepest; readonly protocol: Readonly<Record<Setting, string>> } = {
  deepest: { all: 5, some: 7 },
  protocol: protocols("depths 1 to 5 with all 50 games, depth 7 with 20, depth 9 skipped"),
};

/** The depths up to which `quick` plays all games, and some games. */
interface Deepest {
  readonly all: number;
  readonly some: number;
}

interface Contest {
  readonly side: number;
  readonly pieces: number;
  readonly evaluation: string;
  readonly depth: number;
}

export function measure(contest: Contest, deepest: Deepest): Cell["measure"] {
  const { depth } = contest;
  const full = match(contest, PAPER_GAMES);
  if (depth <= deepest.all) return { quick: full, full };
  return depth <= deepest.some ? { quick: match(contest, QUICK_DEEP_GAMES), full } : { full };
}

function match({ side, pieces, evaluation, depth }: Contest, games: number): Measurement {
  const player = (name: string): string => `alphabeta(depth=${depth}, eval=${name}, moves=all, finish=no)`;
  return {
    kind: "match",
    game: "chinese-checkers",
    variant: { side: `${side}`, pieces: `${pieces}`, win: "all", repetition: "draw", "ply-limit": `${PLY_LIMIT}` },
    players: [player(evaluation), player("baseline")],
    limits: {},
    openingPlies: OPENING_PLIES,
    seat: "both",
    games,
  };
}

/** The number in `depth 7`, `7 × 7`. */
export function numberIn(label: string): number {
  return Number(/\d+/.exec(label)?.[0]);
}
