/** Exact values of general games that are too large to be solved beside a search: proven by a job, in a real browser. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { breakthrough } from "../../gdl/solve/small-games.fixture.ts";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const WAIT = { timeout: 60_000 };
/** A job has low priority, and the search goes on beside it. */
const PROOF = { timeout: 110_000 };

describe.runIf(canTestBrowser)("proofs", () => {
  const bench = new Workbench();
  beforeAll(() => bench.open());
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  test("breakthrough 5 × 5: the button states size and time; the proof shows progress and can be cancelled", async () => {
    const page = await bench.page("#/explore/breakthrough-5x5");
    const panel = page.getByRole("region", { name: "Exact values" });
    const button = panel.getByRole("button", { name: "Get exact values" });
    await button.waitFor();
    expect(await panel.locator("p").textContent()).toBe(
      "Try to prove this position and its moves: at most 1.1 GB of memory and 30 min",
    );
    await button.click();
    await expect
      .poll(() => panel.locator("p").first().textContent(), WAIT)
      .toMatch(/^Proving this position · [\d,]+ states · at most (30|29) min left$/);
    await panel.getByRole("button", { name: "Cancel" }).click();
    await button.waitFor();
    await page.goto(`${bench.address}#/solve`);
    const job = page.locator("article.job", { hasText: "Proof of a position of breakthrough-5x5" });
    await expect.poll(() => job.locator(".state").textContent(), WAIT).toBe("cancelled");
  });

  test(
    "a position of a smaller board is proven, and its values change in place",
    async () => {
      const upload = { name: "breakthrough-4x5.kif", text: breakthrough(4, 5) };
      const response = await fetch(`${bench.address}api/rulesheets`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(upload),
      });
      const { game } = (await response.json()) as { game: string };
      const moves = ["(move 3 2 2 3)", "(move 3 4 2 3)"].join("~");
      const page = await bench.page(`#/explore/${game}?moves=${encodeURIComponent(moves)}`);
      const panel = page.getByRole("region", { name: "Exact values" });
      const button = panel.getByRole("button", { name: "Get exact values" });
      const proven = page.locator(".source", { hasText: "exact, solved: proof-number search" });
      // On a fast machine the analysis finds a short proof itself.
      await button.or(proven).waitFor();
      if (await button.isVisible()) await button.click();
      await proven.waitFor(PROOF);
      expect(await page.locator(".evaluation-bar.exact").count()).toBe(1);
      // Black has the better of it: whatever white does loses.
      const groups = await page.locator(".values h3").allTextContents();
      expect(groups).toHaveLength(1);
      expect(groups[0]).toMatch(/loses/);
      expect(await panel.count()).toBe(0);
    },
    PROOF.timeout + WAIT.timeout,
  );

  test("no script errors, no content policy violations", () => {
    expect(bench.complaints).toEqual([]);
  });
});
