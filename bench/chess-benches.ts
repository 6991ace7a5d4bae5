/** The benchmarks of chess, with what can be said of each. */
import { type Bench, integer } from "./bench.ts";
import { benchChess } from "./chess.ts";
import { benchChessTables } from "./chess-tables.ts";
import { benchEdb } from "./edb.ts";

export const chessTables: Bench = {
  name: "chess-tables",
  summary: "endgame tables of chess: processor time and positions a second of single endings, beside another generator",
  options: [
    {
      name: "endings",
      kind: "text",
      default: "KRPK,KQKR,KRPKN,KPPKN",
      summary: "endings to solve; what they lead to is solved before and not timed",
    },
  ],
  run: async ({ endings }, report, signal) => ({
    ...(await benchChessTables({ endings: String(endings).split(",") }, report, signal)),
  }),
};

export const chessEdb: Bench = {
  name: "chess-edb",
  summary: "evaluation of chess endings by endgame databases: its cost beside the hand-made evaluation",
  options: [
    { name: "ending", kind: "text", default: "KRPP-KBN", summary: "an ending with stored positions" },
    {
      name: "evaluations",
      kind: "text",
      default: "edb(krpp-kbn-4);edb(krpp-kbn-5);edb(names:krpp-kbn-5)",
      summary: "evaluations to measure, with ; between them",
    },
    integer("positions", 1, 25, 10, "stored positions to start from"),
    integer("depth", 1, 9, 6, "plies of the search"),
  ],
  run: async ({ ending, evaluations, positions, depth }, report, signal) => ({
    ...(await benchEdb(
      {
        ending: String(ending),
        evaluations: String(evaluations).split(";"),
        positions: Number(positions),
        depth: Number(depth),
      },
      report,
      signal,
    )),
  }),
};

export const chess: Bench = {
  name: "chess",
  summary: "move generation of chess: leaves a second of the kernel and through the TypeScript contract",
  options: [
    integer("depth", 1, 8, 6, "plies that the kernel counts from the start, one less from kiwipete"),
    integer("contract-depth", 1, 6, 4, "plies that the contract counts, likewise"),
  ],
  run: async (values, report, signal) => ({
    ...(await benchChess(
      { depth: Number(values["depth"]), contractDepth: Number(values["contract-depth"]) },
      report,
      signal,
    )),
  }),
};
