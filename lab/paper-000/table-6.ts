/** Paper 000, Table VI: chess endings of seven and eight pieces, evaluated by databases of five. */
import { average, difference } from "../estimate.ts";
import { grid, type Experiment } from "../experiment.ts";
import { atLeast, every } from "../verdict.ts";
import { DEPTHS, FIGURE, measureRow, PAPER_GAMES, printedCells, PROTOCOL } from "./chess.ts";
import { PAPER } from "./protocol.ts";

const FIGURES: Readonly<Record<string, readonly [number, number]>> = {
  "KQP-KRNP": [64, 64],
  "KRRPP-KQR": [76, 76],
  "KRPP-KRN": [60, 64],
  "KQP-KNNPP": [76, 72],
  "KQP-KRBPP": [64, 62],
};
const ENDINGS: readonly string[] = Object.keys(FIGURES);

export const experiment: Experiment = {
  id: "000-table-6",
  paper: PAPER,
  table: "Table VI",
  title: "Chess: databases of five pieces evaluate endings of seven and eight",
  figure: FIGURE,
  rows: "ending",
  columns: "search depth of both programs",
  settings: {
    quick: { protocol: PROTOCOL.quick, coreMinutes: 7 },
    full: { protocol: PROTOCOL.full, coreMinutes: 100 },
  },
  oneVariantAtATime: true,
  cells: [
    ...grid(DEPTHS, FIGURES, (ending, column) => ({
      games: PAPER_GAMES,
      measure: measureRow({ ending, list: ending.toLowerCase() }, column),
    })),
    ...printedCells({
      "KRRPP-KQR, list as printed": { ending: "KRRPP-KQR", list: "krrpp-kqr-printed" },
      "KQP-KRBPP, list as printed": { ending: "KQP-KRBPP", list: "kqp-krbpp-printed" },
    }),
  ],
  claims: [
    {
      text: "Evaluation by databases wins at least 60 % in every ending at both depths.",
      judge: (cells) =>
        every(
          60,
          ENDINGS.flatMap((ending) => DEPTHS.map((depth) => cells(ending, depth))),
        ),
    },
    {
      text: "On average it is better than the opponent in these endings.",
      judge: (cells) =>
        atLeast(
          50,
          average(
            "mean of all cells",
            ENDINGS.flatMap((ending) => DEPTHS.map((depth) => cells(ending, depth))),
          ),
        ),
    },
    {
      text: "The advantage shrinks slightly with the depth (here: does not grow by more than 2 points).",
      judge: (cells) => {
        const losses = ENDINGS.map((ending) => difference(cells(ending, "depth 7"), cells(ending, "depth 9")));
        return atLeast(-2, average("depth 7 minus depth 9, mean over endings", losses));
      },
    },
  ],
};
