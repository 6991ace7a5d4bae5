import { expect, test } from "vitest";
import { SeededRandom } from "../engine/random/seeded.ts";
import { LANDSCAPES, landscape } from "./landscapes.ts";
import { benchTune } from "./tune.ts";

test("on every landscape SPSA gets closer to the optimum than hill climbing with equally many games, and both beat the start", async () => {
  const lines: string[] = [];
  const options = { parameters: [3], pairs: 20, repetitions: 16, seed: 1 };
  const { runs } = await benchTune(options, (line) => lines.push(line));
  expect(runs.map((run) => run.landscape)).toEqual(LANDSCAPES);
  for (const { landscape, start, hillClimb, spsa, games } of runs) {
    expect(hillClimb.elo, landscape).toBeLessThan(start.elo);
    expect(spsa.elo, landscape).toBeLessThan(hillClimb.elo);
    expect(games).toBeGreaterThan(0.9 * 3 * 3 * 6 * 40);
    expect(games).toBeLessThanOrEqual(3 * 3 * 6 * 40);
    expect(lines.join("\n")).toContain(`\n${landscape} `);
  }
});

test.each(LANDSCAPES)("%s: at most 0 everywhere, and below 0 at the start", (name) => {
  const random = new SeededRandom(7);
  for (let i = 0; i < 20; i++) {
    const { start, elo } = landscape(name, 2, random);
    expect(elo(start)).toBeLessThan(0);
    const points = Array.from({ length: 2_000 }, () => [random.fraction(), random.fraction()]);
    const best = Math.max(...points.map(elo));
    expect(best).toBeLessThanOrEqual(0);
    expect(best).toBeGreaterThan(-25);
  }
});
