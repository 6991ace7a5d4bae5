/** Benchmarks of the workbench: the engine in a page, the server, the page itself. */
import type { OptionSpec } from "../engine/contracts/options.ts";
import { SIDE } from "../games/chinese-checkers/options.ts";
import { type Bench, integer } from "./bench.ts";

export const inPage: Bench = {
  name: "in-page",
  summary: "the engine in a Chromium page against Node: solving, alpha-beta, UCT",
  options: [
    integer("side", 4, 7, 7, "side of the rhombus whose six-piece table is solved"),
    integer("depth", 1, 12, 10, "plies of alpha-beta"),
    integer("playouts", 1, 10_000_000, 200_000, "UCT playouts"),
    integer("repetitions", 1, 20, 5, "repetitions; the fastest counts"),
  ],
  run: async (values, report, signal) => {
    // The page builder only exists in a clone.
    const { benchInPage } = await import("./in-page.ts");
    return { ...(await benchInPage(values, report, signal)) };
  },
};

export const server: Bench = {
  name: "server",
  summary: "latency of the server, idle and under load, and its event loop delay",
  options: [
    integer("requests", 1, 10_000, 50, "requests of each kind"),
    { ...SIDE, default: 8, summary: "side of the table that is built in the background" } as OptionSpec,
  ],
  run: async ({ requests, side }, report, signal) => {
    // Large, and used by this benchmark only.
    const { benchServer } = await import("./server.ts");
    return { ...(await benchServer({ requests: Number(requests), side: Number(side) }, report, signal)) };
  },
};

export const page: Bench = {
  name: "page",
  summary: "latency of the page in Chromium: from the input event to the painted change",
  options: [integer("times", 1, 1000, 20, "repetitions of each interaction")],
  run: async ({ times }, report, signal) => {
    // The browser driver only exists in a clone.
    const { benchPage } = await import("./page.ts");
    return { ...(await benchPage(Number(times), report, signal)) };
  },
};
