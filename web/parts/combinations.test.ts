import { expect, test } from "vitest";
import type { MoveDocument } from "../../service/api.ts";
import { combine } from "./combinations.ts";

const spoken = (text: string): MoveDocument => ({ text, actor: 0, from: null, to: null });
const put = ["C7+D8", "C7+HA", "D8+HA"].map(spoken);

test("two cards are chosen one after the other", () => {
  expect(combine(put, [])).toMatchObject({ all: ["C7", "D8", "HA"], made: null });
  expect([...(combine(put.slice(0, 2), ["D8"])?.open ?? [])]).toEqual(["C7", "D8"]);
  expect(combine(put, ["HA", "C7"])?.made).toBe(put[1]);
});

test("moves without parts are not combined", () => {
  expect(combine([...put, spoken("pass")], [])).toBeNull();
  expect(combine([], [])).toBeNull();
});
