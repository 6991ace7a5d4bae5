/** The tables that the options of the command ask for: of one set or of all, in one of the two forms. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { TableSpec, TableSetSpec } from "../../engine/contracts/table.ts";
import { entriesOf, MAX_ELEMENTS } from "./layouts.ts";
import { classesOf, parseMaterial, placements } from "./material.ts";
import { CAPTURE_OPTIONS, readCaptures } from "./options.ts";
import { endgameSpec, endgameSet } from "./tables.ts";
import { wonSpec, wonSet } from "./won-tables.ts";

export const TABLE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "elements",
    kind: "integer",
    min: 2,
    max: 8,
    default: 4,
    summary: "the tables of all sets of up to so many pieces; 5 take 2.5 GB, more are too many",
  },
  {
    name: "material",
    kind: "text",
    default: null,
    summary: "only the table that this set belongs to, as in kPP",
  },
  {
    name: "storage",
    kind: "choice",
    choices: ["values", "wins"],
    default: "values",
    summary: "what the files hold: outcomes with distances; or only which positions are won, without distances",
  },
  ...CAPTURE_OPTIONS,
];

/** The table that the options describe: of the set that stands for `material`. */
export function readTable(options: OptionValues): Result<TableSpec> {
  const captures = readCaptures(options);
  const text = options["material"];
  if (text === null || text === undefined)
    return fail("bad-usage", "which table? name a set of pieces, as in --material kPP, or --elements 4 for all");
  const material = parseMaterial(String(text));
  if (!material.ok) return material;
  const elements = material.value.length;
  if (elements > MAX_ELEMENTS)
    return fail(
      "too-large",
      `${text} has ${elements} pieces: ${placements(material.value).toLocaleString("en")} placements; tables have at most ${MAX_ELEMENTS} pieces`,
    );
  const own = classesOf(captures).representativeOf(material.value).material;
  return ok(options["storage"] === "wins" ? wonSpec(own, captures) : endgameSpec(own, captures));
}

export function readTableSet(options: OptionValues): Result<TableSetSpec | null> {
  if (options["material"] !== null && options["material"] !== undefined) return ok(null);
  const captures = readCaptures(options);
  const elements = Number(options["elements"] ?? 4);
  if (elements > MAX_ELEMENTS) {
    const sets = classesOf(captures).representatives(elements);
    const positions = sets.reduce((sum, material) => sum + placements(material), 0);
    const bytes = sets.reduce((sum, material) => sum + entriesOf(material), 0);
    return fail(
      "too-large",
      `${sets.length.toLocaleString("en")} tables of ${elements} pieces would be of ${positions.toLocaleString("en")} placements, ${Math.round(bytes / 1e9).toLocaleString("en")} GB; at most ${MAX_ELEMENTS} pieces are solved`,
    );
  }
  return ok(options["storage"] === "wins" ? wonSet(elements, captures) : endgameSet(elements, captures));
}
