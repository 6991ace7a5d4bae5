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

/**
 * What the paper leaves open: the moves that are legal in its games (its databases restrict them), the opponent's evaluation, and how
 * equally good moves are chosen.
 */
export interface Condition {
  /** Suffix of the experiment's id. */
  readonly suffix: string;
  /** After a verdict. */
  readonly words: string;
  readonly moves: "all" | "paper";
  readonly opponent: string;
  readonly ties: "first" | "random" | "rows";
}

/** The baseline with the features that the paper lists: without rows, otherwise our weights. */
const LISTED = "sum(steps*1.02,curve*2.9,behind*0.25)";

export const CONDITIONS: readonly Condition[] = [
  {
    suffix: "",
    words: "when all moves are legal, against our baseline",
    moves: "all",
    opponent: "baseline",
    ties: "first",
  },
  {
    suffix: "-paper-moves",
    words: "with the moves of the paper's databases for both sides, against our baseline",
    moves: "paper",
    opponent: "baseline",
    ties: "random",
  },
  {
    suffix: "-listed",
    words: "with the moves of the paper's databases, against the baseline as listed (without rows)",
    moves: "paper",
    opponent: LISTED,
    ties: "random",
  },
  {
    suffix: "-manhattan",
    words: "with the moves of the paper's databases, against Manhattan distance alone",
    moves: "paper",
    opponent: "manhattan",
    ties: "random",
  },
  {
    suffix: "-manhattan-rows",
    words: "with the moves of the paper's databases and ties broken by rows gained, against Manhattan distance alone",
    moves: "paper",
    opponent: "manhattan",
    ties: "rows",
  },
];

function protocolOf({ moves, opponent, ties }: Condition, games: string): string {
  const legal =
    moves === "all"
      ? "all moves are legal"
      : "both sides must move towards the goal if possible, else sideways, else backward, as in the paper's endgame databases";
  const equal = { first: "the first found", random: "a random one", rows: "the one that gains the most rows" }[ties];
  return `Each data point: the same opening from both sides, after five random moves per side; both programs search to the same depth; ${legal}; the opponent's evaluation is ${opponent}; of equally good moves ${equal} is played; a win needs all pieces home; threefold repetition is a draw; ${games}.`;
}

export function protocols(condition: Condition, quick: string): Readonly<Record<Setting, string>> {
  return { full: protocolOf(condition, "25 openings, 50 games"), quick: protocolOf(condition, quick) };
}

/** The depths up to which `quick` plays all games, and some games. */
export interface Deepest {
  readonly all: number;
  readonly some: number;
}

export interface Contest {
  readonly side: number;
  readonly pieces: number;
  readonly evaluation: string;
  readonly depth: number;
}

export function measure(contest: Contest, deepest: Deepest, condition: Condition): Cell["measure"] {
  const { depth } = contest;
  const full = matchUnder(condition, contest, PAPER_GAMES);
  if (depth <= deepest.all) return { quick: full, full };
  return depth <= deepest.some ? { quick: matchUnder(condition, contest, QUICK_DEEP_GAMES), full } : { full };
}

function matchUnder(
  { moves, opponent, ties }: Condition,
  { side, pieces, evaluation, depth }: Contest,
  games: number,
): Measurement {
  const tie = ties === "first" ? "" : `, ties=${ties}`;
  const player = (name: string): string => `alphabeta(depth=${depth}, eval=${name}, moves=all, finish=no${tie})`;
  const legal = moves === "all" ? {} : { moves };
  return {
    kind: "match",
    game: "chinese-checkers",
    variant: {
      side: `${side}`,
      pieces: `${pieces}`,
      win: "all",
      repetition: "draw",
      "ply-limit": `${PLY_LIMIT}`,
      ...legal,
    },
    players: [player(evaluation), player(opponent)],
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
