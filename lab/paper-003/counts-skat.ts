/** Paper 003 on Skat: the paper says that its graph gives the classes of the standard normal form, but prints no counts. These are ours. */
import { symmetry } from "../../games/skat/symmetry.ts";
import { difference } from "../estimate.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { every } from "../verdict.ts";

const PROTOCOL =
  "Computed, no games: all sets of n cards in play. Ranks: up to permutation of side suits and gaps in ranks. Points: the same with card points preserved. Beats: isomorphism of the graph of which card beats which, as in the paper.";
const GAMES = ["suit", "grand", "null"];
const SIZES = [3, 6, 9];
const COLUMNS = ["sets", "ranks", "points", "beats"];

function rowOf(game: string, size: number): string {
  return `${game}, ${size} cards`;
}

function cell(game: string, size: number, column: string): Cell {
  const compute = async (): Promise<number> => {
    // All classes have the same sets; the graph's are the fastest to count.
    const classes = column === "sets" ? "beats" : column;
    const { sets, representatives } = await symmetry.count(size, { game, classes }, {});
    return column === "sets" ? sets : representatives;
  };
  const measurement = { kind: "exact", compute } as const;
  return { row: rowOf(game, size), column, paper: null, measure: { quick: measurement, full: measurement } };
}

export const experiment: Experiment = {
  id: "003-skat",
  paper: "Saffidine, Jouandeau, Buron, Cazenave: Material Symmetry to Partition Endgame Tables (2013)",
  table: "no table; sections 3 and 5",
  title: "Classes of cards in play in Skat",
  figure: "sets of cards, and classes of them",
  rows: "game and cards",
  columns: "classes by",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 0.2 }, full: { protocol: PROTOCOL, coreMinutes: 0.2 } },
  cells: GAMES.flatMap((game) =>
    SIZES.flatMap((size) =>
      // Null games have no card points.
      COLUMNS.filter((column) => game !== "null" || column !== "points").map((column) => cell(game, size, column)),
    ),
  ),
  claims: [
    {
      text: "The mappings that the graph gives are equivalent to those of the standard normal form: it merges no sets that ranks distinguish.",
      judge: (cells) =>
        every(
          0,
          GAMES.flatMap((game) =>
            SIZES.map((size) => difference(cells(rowOf(game, size), "beats"), cells(rowOf(game, size), "ranks"))),
          ),
        ),
    },
  ],
};
