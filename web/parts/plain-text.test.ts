import { expect, test } from "vitest";
import { isFact, plainText } from "./plain-text.ts";

test("terms lose their parentheses, simultaneous moves are separated by a dot", () => {
  expect(plainText("(move 2 1 1 3)")).toBe("move 2 1 1 3");
  expect(plainText("left: (bid 5)&right: (bid 6)")).toBe("left: bid 5 · right: bid 6");
  expect(plainText("noop")).toBe("noop");
});

test("nested terms are unchanged", () => {
  expect(plainText("a1(p)")).toBe("a1(p)");
  expect(plainText("(move (a 1) (b 2))")).toBe("(move (a 1) (b 2))");
  expect(plainText("C7+D8")).toBe("C7+D8");
});

test("facts are distinguished from sentences", () => {
  expect(isFact("(points left 5)")).toBe(true);
  expect(isFact("23 face down (of 32)")).toBe(false);
});
