/** Shared by Tables I to III of paper 000: the same games under each condition, at depths 1 to 9. */
import { grid, type Claim, type Experiment } from "../experiment.ts";
import {
  CONDITIONS,
  FIGURE,
  measure,
  numberIn,
  PAPER,
  PAPER_GAMES,
  protocols,
  SMALL_DEPTHS,
  type Condition,
  type Contest,
  type Deepest,
} from "./protocol.ts";

export interface SmallBoardTable {
  /** Without the condition. */
  readonly id: string;
  readonly table: string;
  readonly title: string;
  readonly rows: string;
  /** The paper's figures by row, one column per depth. */
  readonly figures: Readonly<Record<string, readonly number[]>>;
  readonly contest: (row: string) => Omit<Contest, "depth">;
  /** `restricted`: the quick setting of the other conditions. */
  readonly coreMinutes: { readonly quick: number; readonly restricted: number; readonly full: number };
  /** `suffix` is that of the condition, for claims about several tables. */
  readonly claims: (suffix: string) => readonly Claim[];
}

export function smallBoardExperiments(table: SmallBoardTable): readonly Experiment[] {
  return CONDITIONS.map((condition) => experimentUnder(condition, table));
}

function experimentUnder(condition: Condition, given: SmallBoardTable): Experiment {
  const { id, table, title, rows, figures, contest, coreMinutes, claims } = given;
  const { suffix } = condition;
  const { deepest, quick } = quickGames(condition);
  const protocol = protocols(condition, quick);
  return {
    id: `${id}${suffix}`,
    paper: PAPER,
    table,
    title,
    condition: condition.words,
    figure: FIGURE,
    rows,
    columns: "search depth",
    settings: {
      quick: { protocol: protocol.quick, coreMinutes: suffix === "" ? coreMinutes.quick : coreMinutes.restricted },
      full: { protocol: protocol.full, coreMinutes: coreMinutes.full },
    },
    cells: grid(SMALL_DEPTHS, figures, (row, column) => ({
      games: PAPER_GAMES,
      measure: measure({ ...contest(row), depth: numberIn(column) }, deepest, condition),
    })),
    claims: claims(suffix),
  };
}

/** `quick` plays all games up to depth 5, and some at depth 7 when all moves are legal. */
function quickGames({ moves }: Condition): { readonly deepest: Deepest; readonly quick: string } {
  return moves === "all"
    ? {
        deepest: { all: 5, some: 7 },
        quick: "depths 1 to 5 with all 50 games, depth 7 with 20, depth 9 skipped",
      }
    : { deepest: { all: 5, some: 5 }, quick: "depths 1 to 5 with all 50 games, no deeper" };
}
