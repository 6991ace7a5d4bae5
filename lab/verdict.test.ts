/** A verdict needs a decisive interval. */
import { describe, expect, test } from "vitest";
import { exact, type Estimate } from "./estimate.ts";
import { atLeast, every, within } from "./verdict.ts";

const between = (low: number, high: number): Estimate => ({
  what: "it",
  value: (low + high) / 2,
  low,
  high,
  games: 10,
});

describe("at least", () => {
  test.each([
    [51, 60, "holds"],
    [40, 49, "does not hold"],
    [40, 60, "not settled"],
  ])("50: %d to %d", (low, high, outcome) => {
    expect(atLeast(50, between(low, high)).outcome).toBe(outcome);
  });
  test("gives its evidence", () => {
    expect(atLeast(50, between(51, 60)).evidence).toBe("it: 55.5 (95 % interval 51.0 to 60.0, 10 games)");
    expect(atLeast(50, { ...between(0, 90), games: 1 }).evidence).toContain(", 1 game)");
    expect(atLeast(50, exact("it", 60)).evidence).toBe("it: 60");
    expect(atLeast(50, null)).toEqual({ outcome: "not settled", evidence: "no games" });
  });
});

describe("within 45 to 55", () => {
  test.each([
    [46, 54, "holds"],
    [30, 44, "does not hold"],
    [56, 70, "does not hold"],
    [40, 50, "not settled"],
    [40, 60, "not settled"],
  ])("%d to %d", (low, high, outcome) => {
    expect(within(45, 55, between(low, high)).outcome).toBe(outcome);
  });
});

describe("every one at least 50", () => {
  test("holds only if all are present and significant", () => {
    expect(every(50, [between(51, 60), between(70, 80)]).outcome).toBe("holds");
    expect(every(50, [between(51, 60), between(49, 80)]).outcome).toBe("not settled");
    expect(every(50, [between(51, 60), null]).outcome).toBe("not settled");
    expect(every(50, [null]).outcome).toBe("not settled");
  });
  test("one significant counterexample refutes it", () => {
    expect(every(50, [between(51, 60), null, between(10, 20)]).outcome).toBe("does not hold");
  });
  test("a chance outlier among many does not", () => {
    const unlucky = between(39, 49);
    expect(every(50, [unlucky]).outcome).toBe("does not hold");
    expect(every(50, [unlucky, ...Array.from({ length: 19 }, () => between(51, 60))]).outcome).toBe("not settled");
  });
  test("names the lowest", () => {
    expect(every(50, [between(51, 60), { ...between(10, 20), what: "that" }, null]).evidence).toBe(
      "1 of 3 at least 50 with 95 % confidence, 1 without games; lowest: that: 15.0 (95 % interval 10.0 to 20.0, 10 games)",
    );
  });
});
