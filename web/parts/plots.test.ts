import { expect, test } from "vitest";
import { countTick } from "./plots.ts";

test("ticks of counts are whole numbers, and zero has no unit", () => {
  expect([0, 0.5, 1, 250_000, 1_200_000, 20_000_000].map(countTick)).toEqual(["0", "", "1", "250K", "1.2M", "20M"]);
});
