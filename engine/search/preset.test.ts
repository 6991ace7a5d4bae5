import { expect, test } from "vitest";
import { ok, unwrap } from "../contracts/errors.ts";
import { type OptionSpec, type OptionValues, parseOptions } from "../contracts/options.ts";
import type { PlayerKind } from "../contracts/player.ts";
import { playerText, withDefaults } from "./parameters.ts";
import { presetKind } from "./preset.ts";

const PARAMETERS: readonly OptionSpec[] = [
  { name: "depth", summary: "plies", kind: "integer", min: 1, max: 9, default: null },
  { name: "c", summary: "weight", kind: "number", min: 0, max: 9, default: 1.5 },
  { name: "eval", summary: "evaluation", kind: "choice", choices: ["rows", "table"], default: "rows" },
];

const requested: OptionValues[] = [];
const searcher: PlayerKind = {
  name: "searcher",
  summary: "searches",
  parameters: PARAMETERS,
  tables: (parameters) => {
    requested.push(parameters);
    return ok([]);
  },
  create: async (given, seed) => ({
    text: playerText(`searcher-${seed}`, PARAMETERS, withDefaults(PARAMETERS, given)),
    choose: () => Promise.reject(new Error("not called")),
    close: async () => {},
  }),
};
const quick = presetKind("quick", "searches less", searcher, { depth: 2, eval: "table", c: 1.5 });

async function textOf(kind: PlayerKind, given: Readonly<Record<string, string>>): Promise<string> {
  return (await kind.create(unwrap(parseOptions(kind.parameters, given)), 7)).text;
}

test("a preset is a kind with other defaults; its player has the kind's text", async () => {
  expect(quick).toMatchObject({ name: "quick", summary: "searches less", presetOf: "searcher" });
  expect(quick.parameters.map((spec) => spec.default)).toEqual([2, 1.5, "table"]);
  expect(await textOf(quick, {})).toBe("searcher-7(depth=2, eval=table)");
  expect((await quick.create({}, 7)).text).toBe("searcher-7(depth=2, eval=table)");
});

test("given parameters override the preset, also back to the kind's default", async () => {
  expect(await textOf(quick, { depth: "4", c: "2" })).toBe("searcher-7(depth=4, c=2, eval=table)");
  expect(await textOf(quick, { eval: "rows" })).toBe("searcher-7(depth=2)");
});

test("it reads the tables of its parameters", () => {
  unwrap(quick.tables!({ c: 3 }));
  expect(requested).toEqual([{ depth: 2, eval: "table", c: 3 }]);
  const { tables: _, ...without } = searcher;
  expect("tables" in presetKind("quick", "", without, {})).toBe(false);
});

test("an unknown parameter in a preset throws", () => {
  expect(() => presetKind("quick", "", searcher, { height: 2 })).toThrow("quick: searcher has no parameter height");
});
