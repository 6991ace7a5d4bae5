import { expect, test } from "vitest";
import { ok, unwrap } from "../contracts/errors.ts";
import { type OptionSpec, type OptionValues, parseOptions } from "../contracts/options.ts";
import type { PlayerKind } from "../contracts/player.ts";
import { playerText, withDefaults } from "./parameters.ts";
import { presetKind } from "./preset.ts";

const PARAMETERS: readonly OptionSpec[] = [
  { name: "depth", summary: "plies", kind: "integer", min: 1, max: 9, default: null },
  { name: "c", summary: "weight", kind: "number", min: 0, max: 9, default: 1.5 },
  { name: "eval", summary: "by what", kind: "choice", choices: ["rows", "table"], default: "rows" },
];

const asked: OptionValues[] = [];
const thinker: PlayerKind = {
  name: "thinker",
  summary: "thinks",
  parameters: PARAMETERS,
  tables: (parameters) => {
    asked.push(parameters);
    return ok([]);
  },
  create: async (given, seed) => ({
    text: playerText(`thinker-${seed}`, PARAMETERS, withDefaults(PARAMETERS, given)),
    choose: () => Promise.reject(new Error("not asked")),
    close: async () => {},
  }),
};
const quick = presetKind("quick", "thinks less", thinker, { depth: 2, eval: "table", c: 1.5 });

async function textOf(kind: PlayerKind, given: Readonly<Record<string, string>>): Promise<string> {
  return (await kind.create(unwrap(parseOptions(kind.parameters, given)), 7)).text;
}

test("a preset is the kind with other defaults, and its player has the kind's text", async () => {
  expect(quick.name).toBe("quick");
  expect(quick.parameters.map((spec) => spec.default)).toEqual([2, 1.5, "table"]);
  expect(await textOf(quick, {})).toBe("thinker-7(depth=2, eval=table)");
  expect((await quick.create({}, 7)).text).toBe("thinker-7(depth=2, eval=table)");
});

test("what is given goes before the preset, also back to the kind's default", async () => {
  expect(await textOf(quick, { depth: "4", c: "2" })).toBe("thinker-7(depth=4, c=2, eval=table)");
  expect(await textOf(quick, { eval: "rows" })).toBe("thinker-7(depth=2)");
});

test("it reads the tables of its own values", () => {
  unwrap(quick.tables!({ c: 3 }));
  expect(asked).toEqual([{ depth: 2, eval: "table", c: 3 }]);
  const { tables: _, ...without } = thinker;
  expect("tables" in presetKind("quick", "", without, {})).toBe(false);
});

test("a preset with a parameter that the kind does not have is a mistake of ours", () => {
  expect(() => presetKind("quick", "", thinker, { height: 2 })).toThrow("quick: thinker has no parameter height");
});
