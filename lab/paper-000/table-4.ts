/** Paper 000, Table IV: pattern databases of parts of the ten pieces, on the full board. */
import { average, difference } from "../estimate.ts";
import { grid, type CellLookup, type Experiment } from "../experiment.ts";
import { atLeast, every } from "../verdict.ts";
import { CONDITIONS, FIGURE, measure, numberIn, PAPER, PAPER_GAMES, protocols, type Condition } from "./protocol.ts";

const DEPTHS: readonly string[] = ["depth 1", "depth 3", "depth 5"];
const EVALUATIONS: readonly string[] = ["PDB(4)", "PDB(6)", "PDB(6+4)"];

const gain = (cells: CellLookup, one: string, other: string, depth: string): ReturnType<CellLookup> =>
  difference(cells(depth, one), cells(depth, other));

export const experiments: readonly Experiment[] = CONDITIONS.map(tableUnder);

function tableUnder(condition: Condition): Experiment {
  const protocol = protocols(condition, "depths 1 and 3 with all 50 games, depth 5 with 20");
  return {
    id: `000-table-4${condition.suffix}`,
    paper: PAPER,
    table: "Table IV",
    title: "Pattern databases of parts, ten against ten on 9 × 9",
    condition: condition.words,
    figure: FIGURE,
    rows: "search depth",
    columns: "databases",
    settings: {
      quick: { protocol: protocol.quick, coreMinutes: 4 },
      full: { protocol: protocol.full, coreMinutes: 8 },
    },
    cells: grid(
      EVALUATIONS,
      {
        "depth 1": [65, 67, 79],
        "depth 3": [52, 61, 68],
        "depth 5": [62, 78, 66],
      },
      (row, column) => {
        const contest = { side: 9, pieces: 10, evaluation: column.toLowerCase(), depth: numberIn(row) };
        return { games: PAPER_GAMES, measure: measure(contest, { all: 3, some: 5 }, condition) };
      },
    ),
    claims: [
      {
        text: "Every combination of databases beats the baseline at every depth.",
        judge: (cells) =>
          every(
            50,
            DEPTHS.flatMap((depth) => EVALUATIONS.map((evaluation) => cells(depth, evaluation))),
          ),
      },
      {
        text: "PDB(6+4) scores at least 66 % at every depth.",
        judge: (cells) =>
          every(
            66,
            DEPTHS.map((depth) => cells(depth, "PDB(6+4)")),
          ),
      },
      {
        text: "PDB(6+4) is the best of the three at depths 1 and 3.",
        judge: (cells) =>
          every(
            0,
            ["depth 1", "depth 3"].flatMap((depth) =>
              ["PDB(4)", "PDB(6)"].map((other) => gain(cells, "PDB(6+4)", other, depth)),
            ),
          ),
      },
      {
        text: "At depth 5, PDB(6) is better than PDB(6+4).",
        judge: (cells) => atLeast(0, gain(cells, "PDB(6)", "PDB(6+4)", "depth 5")),
      },
      {
        text: "PDB(6+4) is better than PDB(4), with one lookup fewer.",
        judge: (cells) => {
          const gains = DEPTHS.map((depth) => gain(cells, "PDB(6+4)", "PDB(4)", depth));
          return atLeast(0, average("PDB(6+4) minus PDB(4), mean over depths", gains));
        },
      },
    ],
  };
}
