/** The benchmark of the GPU and its options. */
import { MAX_GPU_PIECES } from "../games/chinese-checkers/one-side-gpu.ts";
import { MAX_TWO_SIDE_PIECES, MAX_TWO_SIDE_SIDE, SIDE } from "../games/chinese-checkers/options.ts";
import { MAX_ELEMENTS } from "../games/chinese-dark-chess/pieces.ts";
import { type Bench, integer, numbers, SEED, words } from "./bench.ts";
import { benchGpu, GPU_TABLES } from "./gpu.ts";

export const gpu: Bench = {
  name: "gpu",
  summary:
    "tables on the GPU: solved without writing, the CPU beside it, and the memory's limit; one-side and two-side tables of Chinese Checkers, endgames of Chinese Dark Chess, Thief and Police, chess endings",
  options: [
    {
      name: "tables",
      kind: "text",
      default: "one-side",
      summary: `what is measured, for example ${GPU_TABLES.join(",")}`,
    },
    SIDE,
    { name: "pieces", kind: "text", default: "5,6", summary: "pieces of one-side tables, for example 5,6,7,8" },
    integer("two-side", 4, MAX_TWO_SIDE_SIDE, 6, "side of the board of two-side tables"),
    integer("two-side-pieces", 1, MAX_TWO_SIDE_PIECES, 3, "pieces a side of two-side tables"),
    integer("elements", 2, MAX_ELEMENTS, 4, "maximum pieces of endgames of Chinese Dark Chess"),
    {
      name: "mazes",
      kind: "text",
      default: "police/60x60-1/2,police/20x20-1/4,thief/60x60-1/2",
      summary:
        "tables of Thief and Police: kind (police, thief or game), maze, policemen, and moving if all must move; the default has 7 billion entries",
    },
    {
      name: "endings",
      kind: "text",
      default: "KRPKN",
      summary: "chess endings, solved with their dependencies; 3, 4 or 5: all of up to this many pieces",
    },
    integer("cpu-pieces", 2, 5, 5, "chess endings of up to this many pieces are compared with the CPU's"),
    integer("runs", 1, 100, 5, "solves of each table; the median counts"),
    integer(
      "samples",
      0,
      1_000_000,
      100_000,
      "entries checked of each table that the CPU does not solve: more than 4 billion entries, or more pieces than --cpu-pieces in chess; 0: none",
    ),
    SEED,
  ],
  run: async (options, report, signal) => ({
    ...(await benchGpu(
      {
        tables: words("tables", String(options["tables"]), GPU_TABLES),
        twoSides: { side: Number(options["two-side"]), pieces: Number(options["two-side-pieces"]) },
        elements: Number(options["elements"]),
        mazes: String(options["mazes"]).split(","),
        chess: { endings: String(options["endings"]), cpuPieces: Number(options["cpu-pieces"]) },
        side: Number(options["side"]),
        pieces: numbers("pieces", String(options["pieces"]), 1, MAX_GPU_PIECES),
        runs: Number(options["runs"]),
        samples: Number(options["samples"]),
        seed: Number(options["seed"]),
      },
      report,
      signal,
    )),
  }),
};
