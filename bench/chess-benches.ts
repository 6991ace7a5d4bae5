/** The chess benchmarks and their options. */
import { type Bench, integer } from "./bench.ts";
import { benchChess } from "./chess.ts";
import { benchChessTables } from "./chess-tables.ts";
import { benchEdb } from "./edb.ts";

export const chessTables: Bench = {
  name: "chess-tables",
  summary: "chess endgame tables: CPU time and positions per second of single endings, compared with rtbgen",
  options: [
    {
      name: "endings",
      kind: "text",
      default: "KRPK,KQKR,KRPKN,KPPKN",
      summary: "endings to solve; their dependencies are solved first and not timed",
    },
  ],
  run: async ({ endings }, report, signal) => ({
    ...(await benchChessTables({ endings: String(endings).split(",") }, report, signal)),
  }),
};

export const chessEdb: Bench = {
  name: "chess-edb",
  summary: "evaluation of chess endings by endgame databases: its cost relative to the handcrafted evaluation",
  options: [
    { name: "ending", kind: "text", default: "KRPP-KBN", summary: "an ending with stored positions" },
    {
      name: "evaluations",
      kind: "text",
      default: "edb(krpp-kbn-4);edb(krpp-kbn-5);edb(names:krpp-kbn-5)",
      summary: "evaluations to measure, separated by ;",
    },
    integer("positions", 1, 25, 10, "stored positions to start from"),
    integer("depth", 1, 9, 6, "search depth in plies"),
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
  summary: "chess move generation: perft leaves per second, by the kernel and through the TypeScript contract",
  options: [
    integer("depth", 1, 8, 6, "perft depth of the kernel from the start position, one less from Kiwipete"),
    integer("contract-depth", 1, 6, 4, "perft depth of the contract, likewise"),
  ],
  run: async (values, report, signal) => ({
    ...(await benchChess(
      { depth: Number(values["depth"]), contractDepth: Number(values["contract-depth"]) },
      report,
      signal,
    )),
  }),
};
