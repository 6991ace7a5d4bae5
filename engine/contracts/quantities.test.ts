/** Numbers with their nouns. */
import { expect, test } from "vitest";
import { plural } from "./quantities.ts";

test("a noun is singular after 1 only", () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, "table"))).toEqual([
    "0 tables",
    "1 table",
    "2 tables",
    "1,200 tables",
  ]);
  expect(plural(1, "ply", "plies")).toBe("1 ply");
  expect(plural(3, "ply", "plies")).toBe("3 plies");
});
