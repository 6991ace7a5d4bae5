import { expect, test } from "vitest";
import { commandOf, KEYS } from "./keys.ts";

const press = (key: string, more = {}): Parameters<typeof commandOf>[0] => ({
  key,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  defaultPrevented: false,
  ...more,
});

test("keys are commands, in either case", () => {
  expect(["ArrowLeft", "Home", "End", " ", "F", "x", "?", "q"].map((key) => commandOf(press(key), "other"))).toEqual([
    "back",
    "first",
    "last",
    "best",
    "flip",
    "values",
    "help",
    null,
  ]);
});

test("not while typing, with a modifier, or when the board has used the key", () => {
  expect(commandOf(press("f"), "field")).toBeNull();
  expect(commandOf(press("f", { ctrlKey: true }), "other")).toBeNull();
  expect(commandOf(press("ArrowLeft", { defaultPrevented: true }), "other")).toBeNull();
});

test("Space presses a focused button; other keys still work there", () => {
  expect(commandOf(press(" "), "control")).toBeNull();
  expect(commandOf(press("ArrowLeft"), "control")).toBe("back");
});

test("every key is listed once", () => {
  const keys = KEYS.flatMap((each) => each.keys);
  expect(new Set(keys).size).toBe(keys.length);
});
