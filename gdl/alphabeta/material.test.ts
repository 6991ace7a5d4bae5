/** Values of pieces learned from random games. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { propnetOf } from "../reasoner.fixture.ts";
import { PieceLearner } from "./material.ts";

const sheet = (name: string): string => readFileSync(join(import.meta.dirname, `../rulesheets/${name}.kif`), "utf8");

async function learned(name: string): Promise<ReadonlyMap<string, number>> {
  const learner = new PieceLearner(propnetOf(sheet(name)));
  await learner.learn(undefined);
  return new Map((learner.values ?? []).map((each) => [each.name, each.value]));
}

describe("values of pieces", () => {
  test("in checkers a king is worth more than a man, and both more than nothing", async () => {
    const values = await learned("checkers");
    const of = (piece: string): number => values.get(`cell _ _ ${piece}`) ?? 0;
    expect(of("black man")).toBeGreaterThan(0.3);
    expect(of("black king")).toBeGreaterThan(of("black man") + 0.1);
    expect(of("white man")).toBeLessThan(-0.3);
    expect(of("white king")).toBeLessThan(of("white man") - 0.1);
  });

  test("where pieces have to be lost, they have the opposite values", async () => {
    const [usual, reversed] = [await learned("checkers"), await learned("lose-checkers")];
    expect([...reversed.keys()]).toEqual([...usual.keys()]);
    for (const [name, value] of reversed) expect(Math.sign(value)).toBe(-Math.sign(usual.get(name) as number));
  });

  test("where no piece is ever captured, pieces have none", async () => {
    expect([...(await learned("connect-four"))]).toEqual([]);
  });

  test("learning can be continued", async () => {
    const reasoner = propnetOf(sheet("breakthrough-small"));
    const [whole, slices] = [new PieceLearner(reasoner), new PieceLearner(reasoner)];
    await whole.learn(undefined);
    while (!slices.values) await slices.learn(1);
    expect(slices.values).toEqual(whole.values);
  });
});
