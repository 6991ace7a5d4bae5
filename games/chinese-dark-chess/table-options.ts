/** Table options: one set or all sets, in one of two storage formats. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { TableSpec, TableSetSpec } from "../../engine/contracts/table.ts";
import { entriesOf } from "./layouts.ts";
import { classesOf, parseMaterial, placements } from "./material.ts";
import { CAPTURE_OPTIONS, readCaptures } from "./options.ts";
import { MAX_ELEMENTS } from "./pieces.ts";
import { endgameSpec, endgameSet } from "./tables.ts";
import { wonSpec, wonSet } from "./won-tables.ts";

export const TABLE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "elements",
    kind: "integer",
    min: 2,
    max: 8,
    default: 4,
    summary: "build the tables of all sets of up to this many pieces; 5 take 2.5 GB, more are too large",
  },
  {
    name: "material",
    kind: "text",
    default: null,
    summary: "build only the table of this set, for example kPP",
  },
  {
    name: "storage",
    kind: "choice",
    choices: ["values", "wins"],
    default: "values",
    summary: "storage format: values: outcomes with distances; wins: only which positions are won",
  },
  ...CAPTURE_OPTIONS,
];

/** The table of the representative of `material`. */
export function readTable(options: OptionValues): Result<TableSpec> {
  const captures = readCaptures(options);
  const text = options["material"];
  if (text === null || text === undefined)
    return fail(
      "bad-usage",
      "no table given; expected a set of pieces, for example --material kPP, or --elements 4 for all",
    );
  const material = parseMaterial(String(text));
  if (!material.ok) return material;
  const elements = material.value.length;
  if (elements > MAX_ELEMENTS)
    return fail(
      "too-large",
      `${text} has ${elements} pieces: ${placements(material.value).toLocaleString("en")} placements; expected at most ${MAX_ELEMENTS} pieces`,
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
      `${sets.length.toLocaleString("en")} tables of ${elements} pieces would have ${positions.toLocaleString("en")} placements, ${Math.round(bytes / 1e9).toLocaleString("en")} GB; expected at most ${MAX_ELEMENTS} pieces`,
    );
  }
  return ok(options["storage"] === "wins" ? wonSet(elements, captures) : endgameSet(elements, captures));
}
