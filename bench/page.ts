/** Latency of the page in Chromium with a local server: from the input event to the painted change. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { throwIfAborted } from "../engine/contracts/errors.ts";
import { serve } from "../server/serve.ts";
import { measureInteractions } from "../web/e2e/interactions.fixture.ts";
import { launchChromium } from "../web/in-page/chromium.fixture.ts";
import { columns, type Report } from "./figures.ts";
import { describeMachine, type Machine, machineNow } from "./machine.ts";
import { buildDefaultTable } from "./server.ts";

interface Latency {
  readonly what: string;
  readonly median: number;
  readonly worst: number;
}

export interface PageBench {
  readonly machine: Machine;
  readonly browser: string;
  /** Milliseconds. */
  readonly answers: readonly Latency[];
}

export async function benchPage(times: number, report: Report, signal?: AbortSignal): Promise<PageBench> {
  throwIfAborted(signal);
  const machine = machineNow();
  const home = process.env["GAMELORE_HOME"];
  const folder = mkdtempSync(join(tmpdir(), "gamelore-bench-"));
  process.env["GAMELORE_HOME"] = folder;
  const [served, browser] = await Promise.all([serve({ host: "127.0.0.1", port: 0 }), launchChromium()]);
  try {
    await buildDefaultTable(signal);
    const measured = await measureInteractions(
      async (hash) => {
        const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, reducedMotion: "reduce" });
        const page = await context.newPage();
        await page.goto(served.address + hash);
        return page;
      },
      times,
      signal,
    );
    const answers = measured.map(({ what, times: list }) => {
      const sorted = list.toSorted((a, b) => a - b);
      return { what, median: sorted[sorted.length >> 1] as number, worst: sorted.at(-1) as number };
    });
    const bench: PageBench = { machine, browser: `Chromium ${browser.version()}`, answers };
    report(describeMachine(machine));
    report(`${bench.browser}; milliseconds from the input to the painted change, ${times} of each`);
    const rows = answers.map(({ what, median, worst }) => [what, median.toFixed(1), worst.toFixed(1)]);
    for (const line of columns([["", "median", "worst"], ...rows])) report(line);
    return bench;
  } finally {
    await browser.close();
    await served.close();
    if (home === undefined) delete process.env["GAMELORE_HOME"];
    else process.env["GAMELORE_HOME"] = home;
    rmSync(folder, { recursive: true, force: true });
  }
}
