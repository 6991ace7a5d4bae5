/**
 * Reads the records that a file NAME.layout.ts describes, and lays them out: fields in order, each aligned to its own size, as C does. A record is
 * an interface; a field has a number type of types.ts, is another record, or an `array` or `rest` of one of these.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";

export const NUMBER_BYTES: Readonly<Record<string, number>> = {
  i8: 1,
  u8: 1,
  i16: 2,
  u16: 2,
  i32: 4,
  u32: 4,
  f32: 4,
  address: 4,
  i64: 8,
  u64: 8,
  f64: 8,
};

export interface Field {
  readonly name: string;
  readonly comment: string;
  /** A number type, or the name of a record. */
  readonly type: string;
  readonly offset: number;
  /** The length of an array, `"rest"`, or null for a single element. */
  readonly length: number | "rest" | null;
}

export interface RecordLayout {
  readonly name: string;
  readonly comment: string;
  readonly fields: readonly Field[];
  /** Including padding, excluding a `rest`. */
  readonly bytes: number;
  readonly alignment: number;
}

export interface LayoutFile {
  readonly path: string;
  readonly records: readonly RecordLayout[];
  /** Imported records by name, with the file that describes them. */
  readonly imported: ReadonlyMap<string, string>;
}

const COMMENT = /\/\*\*((?:(?!\*\/)[^])*)\*\/\s*/y;
const LINE_COMMENT = /\/\/[^\n]*\s*/y;
const IMPORT = /import type \{([^}]*)\} from "([^"]+)";\s*/y;
const INTERFACE = /export interface (\w+) \{\s*/y;
const FIELD = /(\w+): (?:(\w+)|array<\s*(\w+),\s*(?:typeof )?(\w+)\s*>|rest<(\w+)>);\s*/y;
const END = /\}\s*/y;

export function parseLayouts(path: string): LayoutFile {
  const text = readFileSync(path, "utf8");
  const constants = new Map<string, number>();
  const imported = new Map<string, string>();
  const known = new Map<string, { readonly bytes: number; readonly alignment: number }>(
    Object.entries(NUMBER_BYTES).map(([type, bytes]) => [type, { bytes, alignment: bytes }]),
  );
  const records: RecordLayout[] = [];
  let at = 0;
  let comment = "";

  const accept = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) at = pattern.lastIndex;
    return match;
  };
  const fail = (expected: string, before: number = at): never => {
    const line = text.slice(0, before).split("\n").length;
    throw new Error(`${path}:${line}: expected ${expected}`);
  };
  const skipComments = (): void => {
    comment = "";
    for (;;) {
      const match = accept(COMMENT);
      if (match) comment = (match[1] as string).replaceAll(/\s*\n\s*\* ?/g, " ").trim();
      else if (!accept(LINE_COMMENT)) return;
    }
  };
  const readImport = (names: string, from: string): void => {
    const file = resolve(dirname(path), from);
    const wanted = names
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    if (file.endsWith(".layout.ts")) {
      for (const record of parseLayouts(file).records.filter(({ name }) => wanted.includes(name))) {
        known.set(record.name, record);
        imported.set(record.name, file);
      }
    } else for (const [name, value] of constantsOf(file)) if (wanted.includes(name)) constants.set(name, value);
  };
  const readRecord = (name: string): RecordLayout => {
    const fields: Field[] = [];
    const recordComment = comment;
    let end = 0;
    let alignment = 1;
    for (;;) {
      skipComments();
      if (accept(END)) break;
      if (fields.at(-1)?.length === "rest") fail("the end of the record after a rest");
      const start = at;
      const match = accept(FIELD) ?? fail("a field");
      const [, field = "", single, element, length = "", rest] = match;
      const type = (single ?? element ?? rest) as string;
      const size = known.get(type) ?? fail(`a type of types.ts or a record instead of ${type}`, start);
      const count = element ? (constants.get(length) ?? Number(length)) : 1;
      if (!(count > 0)) fail(`a number or an imported constant instead of ${length}`, start);
      const offset = alignedTo(end, size.alignment);
      alignment = Math.max(alignment, size.alignment);
      fields.push({ name: field, comment, type, offset, length: rest ? "rest" : element ? count : null });
      end = rest ? offset : offset + count * size.bytes;
    }
    // What follows a record with a rest begins where the rest does.
    const bytes = fields.at(-1)?.length === "rest" ? end : alignedTo(end, alignment);
    return { name, comment: recordComment, fields, bytes, alignment };
  };

  while (at < text.length) {
    skipComments();
    const from = accept(IMPORT);
    if (from) {
      readImport(from[1] as string, from[2] as string);
      continue;
    }
    const name = (accept(INTERFACE) ?? fail("an interface or an import of types"))[1] as string;
    const record = readRecord(name);
    known.set(name, record);
    records.push(record);
  }
  return { path, records, imported };
}

function alignedTo(offset: number, alignment: number): number {
  return Math.ceil(offset / alignment) * alignment;
}

/** The numeric constants that a file exports. */
function constantsOf(file: string): [name: string, value: number][] {
  const constants = readFileSync(file, "utf8").matchAll(/^export const (\w+)(?:: \w+)? = ([\dxa-f_]+);/gim);
  return [...constants].map(([, name, value]) => [name as string, Number((value as string).replaceAll("_", ""))]);
}
