/** Recorded results give the same cells and claims without the games, and the committed table of claims is made from them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimsMarkdown, summarizeClaims } from "./claims.ts";
import { SETTINGS, type Experiment } from "./experiment.ts";
import { loadExperiments } from "./experiments.ts";
import { recordedResults, ResultRecord } from "./record.ts";
import type { ClaimResult, ExperimentResult } from "./results.ts";
import { measuredCell, smallExperiment, smallResult } from "./small.fixture.ts";
import { OpenVariants } from "./variants.ts";
import type { Outcome } from "./verdict.ts";

let folder = "";
const variants = new OpenVariants();
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "gamelore-record-"))));
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await variants.close();
});

describe("recorded results", () => {
  const both = (percent: number, games: number) => smallResult([measuredCell("both seats", "random", percent, games)]);
  const recorded = (path: string): ExperimentResult =>
    recordedResults([smallExperiment], "quick", new ResultRecord(path))[0] as ExperimentResult;
  const saved = async (path: string, result: ExperimentResult): Promise<void> => {
    // The cell's players are its row and column here; those of the experiment are greedy and random.
    const [cell] = result.cells.map((each) => ({ ...each, match: smallExperiment.cells[3]?.measure.quick ?? null }));
    const record = new ResultRecord(path);
    await record.update([{ ...result, cells: [cell] } as ExperimentResult], variants);
    await record.save();
  };

  test("have the figure, the score and the verdict", async () => {
    const path = join(folder, "lab.jsonl");
    await saved(path, both(90, 40));
    const { cells, claims } = recorded(path);
    expect(cells[3]).toMatchObject({ status: "measured", ours: { value: 90, games: 40 } });
    expect(cells[3]?.score).toMatchObject({ wins: 36, draws: 0, losses: 4 });
    expect(cells[0]).toMatchObject({ status: "not run", ours: null });
    expect(claims[0]?.ours.outcome).toBe("holds");
  });

  test("are replaced by more games, not by fewer", async () => {
    const path = join(folder, "lab.jsonl");
    for (const [percent, games] of [
      [90, 40],
      [50, 20],
    ] as const)
      await saved(path, both(percent, games));
    expect(recorded(path).cells[3]?.ours?.games).toBe(40);
    await saved(path, both(50, 60));
    expect(recorded(path).cells[3]?.ours).toMatchObject({ value: 50, games: 60 });
  });

  test("of other players are dropped", async () => {
    const path = join(folder, "lab.jsonl");
    await saved(path, both(90, 40));
    writeFileSync(path, readFileSync(path, "utf8").replace('"players":["greedy', '"players":["uct'));
    await saved(path, both(50, 20));
    expect(recorded(path).cells[3]?.ours).toMatchObject({ value: 50, games: 20 });
  });

  test("a damaged file is reported with its line", () => {
    const path = join(folder, "lab.jsonl");
    writeFileSync(path, '{"cell":"a / b","value":1}\n{"cell"\n');
    expect(() => new ResultRecord(path)).toThrow(/lab\.jsonl is damaged in line 2/);
  });
});

describe("the table of claims", () => {
  const claim = (condition: string | null, outcome: Outcome): ClaimResult => ({
    text: "Less is more.",
    condition,
    ours: { outcome, evidence: outcome === "not settled" ? "no games" : "10 games" },
    paper: { outcome: "holds", evidence: "" },
  });
  const result = (id: string, setting: "quick" | "full", ...claims: ClaimResult[]): ExperimentResult =>
    smallResult([], { experiment: { ...smallExperiment, id } as Experiment, setting, claims });
  const standing = (...results: ExperimentResult[]): string | undefined => summarizeClaims(results)[0]?.standing;

  test("a claim that holds under one condition and fails under another depends", () => {
    const one = result("999-table-1", "quick", claim("with few games", "holds"));
    const other = result("999-table-1-many", "quick", claim("with many games", "does not hold"));
    const open = result("999-table-1-none", "quick", claim("without games", "not settled"));
    expect(summarizeClaims([one, other, open])).toHaveLength(1);
    expect(standing(one, other, open)).toBe("depends");
    expect(standing(one, open)).toBe("held");
    expect(standing(other, open)).toBe("failed");
    expect(standing(open)).toBe("open");
    expect(claimsMarkdown([open])).toContain(
      "no recorded results without games: `lab run 999-table-1-none --setting full` takes about 2 min of one core",
    );
    expect(claimsMarkdown([one, other, open])).toContain("**depends** (2 of 3 conditions)");
    expect(claimsMarkdown([one, other])).toContain("**depends** |");
    expect(claimsMarkdown([one, other])).toContain("does not hold with many games: 10 games (999-table-1-many, quick)");
  });

  test("of two settings the settled one counts, the full one if both are", () => {
    const quick = result("999-table-1", "quick", claim(null, "holds"));
    const full = (outcome: Outcome): ExperimentResult => result("999-table-1", "full", claim(null, outcome));
    expect(standing(quick, full("does not hold"))).toBe("failed");
    expect(standing(quick, full("not settled"))).toBe("held");
  });
});

test("docs/results/claims.md is made from docs/results/lab.jsonl", async () => {
  const docs = join(import.meta.dirname, "..", "docs", "results");
  const record = new ResultRecord(join(docs, "lab.jsonl"));
  const experiments = await loadExperiments();
  const results = SETTINGS.flatMap((setting) => recordedResults(experiments, setting, record));
  expect(readFileSync(join(docs, "claims.md"), "utf8")).toBe(claimsMarkdown(results));
});
