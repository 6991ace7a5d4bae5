/** Shared by the Thief and Police tables of paper 000: evaluation by pattern databases against Manhattan distances, in both roles. */
import { average, difference, type Estimate } from "../estimate.ts";
import { grid, type Cell, type CellLookup, type Claim, type Experiment, type MatchMeasurement } from "../experiment.ts";
import { atLeast, every } from "../verdict.ts";
import { numberIn, PAPER } from "./protocol.ts";

/** 50 random starts, each in both roles. */
const PAPER_GAMES = 100;
/** Games of `quick` by size and depth; deeper columns are skipped. */
const QUICK_GAMES: Readonly<Record<20 | 60, Readonly<Record<number, number>>>> = {
  20: { 5: 40, 7: 20, 9: 10 },
  60: { 5: 40, 7: 20, 9: 2 },
};

/** Rounds after which a simultaneous game is a draw (repetition does not end it). The longest win of three policemen in the alternating game of 20x20-1 takes 46. */
const ROUND_LIMIT: Readonly<Record<number, number>> = { 20: 150, 60: 400 };

const MAZES: readonly string[] = [1, 2, 3, 4, 5].map((number) => `maze ${number}`);
const DEPTHS: readonly string[] = [5, 7, 9, 11].map((depth) => `depth ${depth}`);

interface PursuitTable {
  readonly id: string;
  readonly table: string;
  readonly title: string;
  /** Width and height of the mazes. */
  readonly size: 20 | 60;
  readonly turns: "alternating" | "simultaneous";
  /** The paper's figures by maze, one column per depth. */
  readonly figures: readonly (readonly number[])[];
  /** `quick`: CPU time of the run, with its tables (60 × 60), or wall-clock times of stored games. `full`: a guess, depth 11 and most of depth 9 were not played. */
  readonly coreMinutes: { readonly quick: number; readonly full: number };
  readonly claims: readonly Claim[];
}

/** One lookup of all four policemen in small mazes, two lookups of two in large ones. */
function databaseOf({ size }: Pick<PursuitTable, "size">): string {
  return size === 20 ? "pdb(4)" : "pdb(2)";
}

function match({ size, turns }: PursuitTable, row: string, depth: number, games: number): MatchMeasurement {
  const own = row.endsWith(OWN);
  const player = (evaluation: string): string =>
    `alphabeta(depth=${depth}, eval=${own ? `own(${evaluation})` : evaluation})`;
  return {
    kind: "match",
    game: "thief-and-police",
    variant: {
      maze: `${size}x${size}-${numberIn(row)}`,
      turns,
      ...(turns === "simultaneous" ? { "ply-limit": `${ROUND_LIMIT[size]}` } : {}),
    },
    players: [player(databaseOf({ size })), player("manhattan")],
    limits: {},
    openingPlies: 0,
    seat: "both",
    games,
  };
}

function measureCell(table: PursuitTable, row: string, column: string): Cell["measure"] {
  const depth = numberIn(column);
  const quick = QUICK_GAMES[table.size][depth];
  const full = match(table, row, depth, PAPER_GAMES);
  return quick === undefined ? { full } : { quick: match(table, row, depth, quick), full };
}

/** The paper does not specify whether a program also evaluates the opponent's distance. */
const OWN = ", own distance only";

export function pursuitExperiment(table: PursuitTable): Experiment {
  const { size, turns } = table;
  const rows = Object.fromEntries(MAZES.map((maze, i) => [maze, table.figures[i] ?? []]));
  const own = `${MAZES[0]}${OWN}`;
  const same = [
    `Mazes of ${size} × ${size} with ${size === 20 ? "150" : "1,610"} empty squares and one exit, ours, not the paper's; four policemen; random starts, each in both roles`,
    `both programs search to the same depth by alpha-beta, a ply being a move of all policemen or of the thief${turns === "simultaneous" ? `; moves are simultaneous, a program searches as if its own side moved first, and ${ROUND_LIMIT[size]} rounds are a draw` : ""}`,
    "the evaluation is the thief's distance minus the police's distance",
    `ours: ${databaseOf(table)}, with static policemen as walls for the thief; the baseline: Manhattan distances`,
  ].join("; ");
  const quickGames = Object.entries(QUICK_GAMES[size])
    .map(([depth, games], i) => `${i === 0 ? "Depth" : "depth"} ${depth} with ${games} games`)
    .join(", ");
  return {
    id: table.id,
    paper: PAPER,
    table: table.table,
    title: table.title,
    figure: "score (%) of the program that uses databases",
    rows: "maze",
    columns: "search depth of both programs",
    settings: {
      quick: {
        protocol: `${same}. ${quickGames}, the others skipped.`,
        coreMinutes: table.coreMinutes.quick,
      },
      full: { protocol: `${same}. 50 starts, 100 games per cell.`, coreMinutes: table.coreMinutes.full },
    },
    oneVariantAtATime: true,
    cells: [
      ...grid(DEPTHS, rows, (row, column) => ({ games: PAPER_GAMES, measure: measureCell(table, row, column) })),
      ...DEPTHS.map((column): Cell => ({ row: own, column, paper: null, measure: measureCell(table, own, column) })),
    ],
    claims: [
      {
        text: "The database beats the baseline in every maze and at every depth.",
        judge: (cells) => every(50, allCells(cells)),
      },
      {
        text: "Its advantage shrinks with the depth (here: depth 5 minus the deepest that was played in all mazes).",
        judge: (cells) => atLeast(0, shrinks(cells)),
      },
      ...table.claims,
    ],
  };
}

function allCells(cells: CellLookup): (Estimate | null)[] {
  return MAZES.flatMap((maze) => DEPTHS.map((depth) => cells(maze, depth)));
}

function shrinks(cells: CellLookup): Estimate | null {
  const deepest = DEPTHS.findLast((depth) => MAZES.every((maze) => cells(maze, depth) !== null));
  if (deepest === undefined || deepest === "depth 5") return null;
  const losses = MAZES.map((maze) => difference(cells(maze, "depth 5"), cells(maze, deepest)));
  return average(`depth 5 minus ${deepest}, mean over mazes`, losses);
}

/** Another table's figures minus this one's, mean over the mazes and depths of both. */
export function lessThan(cells: CellLookup, other: string, what: string): Estimate | null {
  const both = MAZES.flatMap((maze) =>
    DEPTHS.flatMap((depth) => {
      const [theirs, ours] = [cells(maze, depth, other), cells(maze, depth)];
      return theirs && ours ? [difference(theirs, ours)] : [];
    }),
  );
  return average(what, both);
}
