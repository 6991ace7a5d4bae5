/** Benchmarks of the workbench: the engine in a page, the server, the page itself. */
import type { OptionSpec } from "../engine/contracts/options.ts";
import { SIDE } from "../games/chinese-checkers/options.ts";
import { type Bench, integer } from "./bench.ts";

export const inPage: Bench = {
  name: "in-page",
  summary: "the engine in a page of Chromium against the same in Node: solving, alpha-beta, UCT",
  options: [
    integer("side", 4, 7, 7, "of the rhombus whose table of six pieces is solved"),
    integer("depth", 1, 12, 10, "plies of alpha-beta"),
    integer("playouts", 1, 10_000_000, 200_000, "of UCT"),
    integer("repetitions", 1, 20, 5, "of each; the least time counts"),
  ],
  run: async (values, report, signal) => {
    // The builder of the page is only there in a clone.
    const { benchInPage } = await import("./in-page.ts");
    return { ...(await benchInPage(values, report, signal)) };
  },
};

export const server: Bench = {
  name: "server",
  summary: "how soon the server answers, at rest and while it works, and how long its own thread was held up",
  options: [
    integer("requests", 1, 10_000, 50, "requests of each kind"),
    { ...SIDE, default: 8, summary: "side of the table that is built meanwhile" } as OptionSpec,
  ],
  run: async ({ requests, side }, report, signal) => {
    // Large, and only this benchmark needs it.
    const { benchServer } = await import("./server.ts");
    return { ...(await benchServer({ requests: Number(requests), side: Number(side) }, report, signal)) };
  },
};

export const page: Bench = {
  name: "page",
  summary: "how soon the page answers a person in Chromium: from the input to the painted change",
  options: [integer("times", 1, 1000, 20, "of each interaction")],
  run: async ({ times }, report, signal) => {
    // The browser is only there in a clone.
    const { benchPage } = await import("./page.ts");
    return { ...(await benchPage(Number(times), report, signal)) };
  },
};
