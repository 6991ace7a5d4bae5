/** Paper 000, Table V: chess endings of seven pieces, evaluated by databases of three to five pieces. */
import { average, difference, type Estimate } from "../estimate.ts";
import { grid, type CellLookup, type Experiment } from "../experiment.ts";
import { atLeast, every, within } from "../verdict.ts";
import { DEPTHS, FIGURE, measureRow, PAPER_GAMES, printedCells, PROTOCOL, type Row } from "./chess.ts";
import { PAPER } from "./protocol.ts";

const ENDINGS: readonly string[] = ["KRPP-KBN", "KRPP-KNN", "KRP-KNPP"];
const rowOf = (pieces: number, ending: string): string => `${pieces} pieces, ${ending}`;
const ROWS: readonly string[] = [4, 5].flatMap((pieces) => ENDINGS.map((ending) => rowOf(pieces, ending)));

/** `5 pieces, KRPP-KBN` uses the list krpp-kbn-5. */
function listOf(row: string): Row {
  const [pieces = "", ending = ""] = row.split(" pieces, ");
  return { ending, list: `${ending.toLowerCase()}-${pieces}` };
}

/** Gain of databases of five pieces over those of three and four. */
function gain(cells: CellLookup, depths: readonly string[]): Estimate | null {
  const gains = ENDINGS.flatMap((ending) =>
    depths.map((depth) => difference(cells(rowOf(5, ending), depth), cells(rowOf(4, ending), depth))),
  );
  return average(`five pieces minus four, mean at ${depths.join(" and ")}`, gains);
}

export const experiment: Experiment = {
  id: "000-table-5",
  paper: PAPER,
  table: "Table V",
  title: "Chess: databases of three to five pieces evaluate endings of seven",
  figure: FIGURE,
  rows: "pieces of the largest databases, ending",
  columns: "search depth of both programs",
  settings: {
    quick: { protocol: PROTOCOL.quick, coreMinutes: 6 },
    full: { protocol: PROTOCOL.full, coreMinutes: 90 },
  },
  oneVariantAtATime: true,
  cells: [
    ...grid(
      DEPTHS,
      {
        [rowOf(4, "KRPP-KBN")]: [60, 54],
        [rowOf(4, "KRPP-KNN")]: [68, 64],
        [rowOf(4, "KRP-KNPP")]: [72, 70],
        [rowOf(5, "KRPP-KBN")]: [68, 56],
        [rowOf(5, "KRPP-KNN")]: [76, 68],
        [rowOf(5, "KRP-KNPP")]: [80, 76],
      },
      (row, column) => ({ games: PAPER_GAMES, measure: measureRow(listOf(row), column) }),
    ),
    ...printedCells({
      "4 pieces, KRPP-KNN, list as printed": { ending: "KRPP-KNN", list: "krpp-knn-4-printed" },
      "4 pieces, KRP-KNPP, list as printed": { ending: "KRP-KNPP", list: "krp-knpp-4-printed" },
    }),
  ],
  claims: [
    {
      text: "Evaluation by databases wins at least 54 % in every ending, with databases of any size, at both depths.",
      judge: (cells) =>
        every(
          54,
          ROWS.flatMap((row) => DEPTHS.map((depth) => cells(row, depth))),
        ),
    },
    {
      text: "Databases of five pieces are better than those of three and four.",
      judge: (cells) => atLeast(0, gain(cells, DEPTHS)),
    },
    {
      text: "They are better by roughly 8 points at depth 7 (here: 3 to 13).",
      judge: (cells) => within(3, 13, gain(cells, ["depth 7"])),
    },
    {
      text: "They are better by roughly 4 points at depth 9 (here: 0 to 8).",
      judge: (cells) => within(0, 8, gain(cells, ["depth 9"])),
    },
    {
      text: "The advantage shrinks with the depth.",
      judge: (cells) => {
        const losses = ROWS.map((row) => difference(cells(row, "depth 7"), cells(row, "depth 9")));
        return atLeast(0, average("depth 7 minus depth 9, mean over endings", losses));
      },
    },
  ],
};
