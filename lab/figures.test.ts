/** Figures are measured once and stored immediately; a damaged file is reported by name. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Experiment } from "./experiment.ts";
import { Figures, measureFigures } from "./figures.ts";
import { smallExperiment } from "./small.fixture.ts";

let folder = "";
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "gamelore-figures-"))));
afterEach(() => rmSync(folder, { recursive: true }));

let measured: string[] = [];
const cell = (row: string, value: number | Error): Experiment["cells"][number] => ({
  row,
  column: "size",
  paper: null,
  measure: {
    quick: {
      kind: "figure",
      compute: async () => {
        measured.push(row);
        if (value instanceof Error) throw value;
        return value;
      },
    },
  },
});

test("are measured once, and survive a later failure", async () => {
  measured = [];
  const path = join(folder, "lab", "figures.json");
  const failing = { ...smallExperiment, cells: [cell("one", 1.5), cell("two", new Error("broken")), cell("three", 3)] };
  await expect(measureFigures([failing], new Figures(path), { setting: "quick" })).rejects.toThrow("broken");
  const whole = { ...smallExperiment, cells: [cell("one", 7), cell("two", 2), cell("three", 3)] };
  expect(await measureFigures([whole], new Figures(path), { setting: "quick", only: "TWO" })).toBe(1);
  await measureFigures([whole], new Figures(path), { setting: "quick" });
  expect(measured).toEqual(["one", "two", "two", "three"]);
  const figures = new Figures(path);
  expect(["one", "two", "three"].map((row) => figures.get(smallExperiment.id, "quick", `${row} / size`))).toEqual([
    1.5, 2, 3,
  ]);
  expect(figures.get(smallExperiment.id, "full", "one / size")).toBeNull();
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(6);
});

test("of two processes at the same time are all kept", async () => {
  const path = join(folder, "figures.json");
  const [one, other] = [new Figures(path), new Figures(path)];
  await one.set("a", "quick", "cell", 1);
  await other.set("b", "quick", "cell", 2);
  const figures = new Figures(path);
  expect(["a", "b"].map((id) => figures.get(id, "quick", "cell"))).toEqual([1, 2]);
});

test.each(["{", "[]x", '{"a": "b"}', "null"])("a file with the content %s is rejected by name", (text) => {
  const path = join(folder, "figures.json");
  writeFileSync(path, text);
  expect(() => new Figures(path)).toThrow(/figures\.json is damaged .*remove it/);
});
