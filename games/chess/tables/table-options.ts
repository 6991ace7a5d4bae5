/** The tables selected by command-line options. */
import { plural } from "../../../engine/contracts/quantities.ts";
import { fail, ok, type Result } from "../../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../../engine/contracts/options.ts";
import type { TableSpec, TableSetSpec } from "../../../engine/contracts/table.ts";
import {
  canonicalMaterial,
  conversionsOf,
  endingsUpTo,
  materialText,
  MAX_PIECES,
  parseMaterial,
  pieceCount,
  withDependencies,
  type Material,
} from "./material.ts";
import { PAPER_ENDINGS } from "./paper-endings.ts";
import { endingSpec, endingSet } from "./tables.ts";

const PAPER_SET = "paper-000";
const DEFAULT_PIECES = 4;

export const TABLE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "pieces",
    kind: "integer",
    min: 3,
    max: MAX_PIECES,
    default: DEFAULT_PIECES,
    summary: "all endings of up to this many pieces, kings included: 3 (5 tables), 4 (35 tables) or 5 (145 tables)",
  },
  {
    name: "material",
    kind: "text",
    default: null,
    summary: `only these endings and their dependencies, for example KRPKN or KRPKN,KPPKN; ${PAPER_SET}: those of paper 000`,
  },
];

/** The endings of `--material`. */
function readMaterials(text: string): Result<Material[]> {
  if (text.trim() === PAPER_SET)
    return ok(PAPER_ENDINGS.map((ending) => (parseMaterial(ending) as { value: Material }).value));
  const found: Material[] = [];
  for (const part of text.split(/[,+]/)) {
    const material = parseMaterial(part);
    if (!material.ok) return material;
    const count = pieceCount(material.value);
    if (count < 3 || count > MAX_PIECES)
      return fail(
        count < 3 ? "bad-usage" : "too-large",
        `${part.trim()} has ${plural(count, "piece")}; tables have 3 to ${MAX_PIECES}, kings included`,
      );
    found.push(canonicalMaterial(material.value).material);
  }
  return ok(found);
}

export function readTable(options: OptionValues): Result<TableSpec> {
  const text = options["material"];
  if (text === null || text === undefined)
    return fail("bad-usage", "no ending given; expected for example --material KRPKN");
  const endings = readMaterials(String(text));
  return endings.ok ? ok(endingSpec(endings.value[0] as Material)) : endings;
}

export function readTableSet(options: OptionValues): Result<TableSetSpec> {
  const text = options["material"];
  if (text === null || text === undefined) {
    const pieces = Number(options["pieces"] ?? DEFAULT_PIECES);
    return ok(
      endingSet(
        `up-to-${pieces}-pieces`,
        `distance to mate in all endings of up to ${plural(pieces, "piece")}`,
        endingsUpTo(pieces),
        `gamelore solve chess --pieces ${pieces}`,
      ),
    );
  }
  const endings = readMaterials(String(text));
  if (!endings.ok) return endings;
  const names = String(text).trim() === PAPER_SET ? PAPER_SET : endings.value.map(materialText).join(",");
  return ok(
    endingSet(
      names.toLowerCase().replaceAll(",", "-"),
      `distance to mate in ${names === PAPER_SET ? "the endings of paper 000" : names} and ${endings.value.length === 1 ? "its" : "their"} dependencies`,
      endings.value,
      `gamelore solve chess --material ${names}`,
    ),
  );
}

/** The set of the tables with these names. Dependencies are implied and not named. */
export function tablesNamed(names: readonly string[]): Result<TableSetSpec> {
  const endings = readMaterials(names.join(","));
  if (!endings.ok) return endings;
  const implied = new Set(
    endings.value.flatMap((ending) => withDependencies(conversionsOf(ending)).map((each) => materialText(each))),
  );
  const required = endings.value.map((ending) => materialText(ending)).filter((text) => !implied.has(text));
  return readTableSet({ material: required.join(",") });
}
