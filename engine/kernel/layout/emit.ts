/**
 * Code for the records of a NAME.layout.ts: classes with an accessor for each field. In TypeScript they are views of kernel memory (KernelRecord);
 * in AssemblyScript they are unmanaged classes whose accessors are inlined to a load or store at a constant offset.
 */
import { dirname, relative } from "node:path";
import { NUMBER_BYTES, type Field, type LayoutFile, type RecordLayout } from "./parse.ts";

const METHODS: Readonly<Record<string, string>> = {
  i8: "Int8",
  u8: "Uint8",
  i16: "Int16",
  u16: "Uint16",
  i32: "Int32",
  u32: "Uint32",
  address: "Uint32",
  f32: "Float32",
  f64: "Float64",
  i64: "BigInt64",
  u64: "BigUint64",
};

/** Where a file's code goes, and where what it imports is. */
export interface Places {
  /** The repository. */
  readonly root: string;
  /** The path of the code of a layout file, without ending. */
  outputOf(layout: string): string;
}

function importPath(from: string, to: string): string {
  const path = relative(dirname(from), to);
  return path.startsWith(".") ? path : `./${path}`;
}

function isNumber(type: string): boolean {
  return type in NUMBER_BYTES;
}

function heading({ path }: LayoutFile, { root }: Places): string {
  return `/** Generated from ${relative(root, path)} by engine/kernel/build.ts. */`;
}

function commented(comment: string, indent: string, lines: readonly string[]): string[] {
  return [...(comment ? [`/** ${comment} */`] : []), ...lines].map((line) => `${indent}${line}`);
}

export function typescriptOf(file: LayoutFile, places: Places): string {
  const output = places.outputOf(file.path);
  const imports = [...file.imported].map(
    ([name, from]) => `import { ${name} } from "${importPath(output, places.outputOf(from))}.ts";`,
  );
  return [
    heading(file, places),
    `import { addressAfter, type Address, type KernelMemory } from "${importPath(output, `${places.root}/engine/kernel/memory.ts`)}";`,
    `import { KernelRecord } from "${importPath(output, `${places.root}/engine/kernel/record.ts`)}";`,
    ...imports,
    "",
    ...file.records.flatMap(typescriptClass),
  ].join("\n");
}

function typescriptClass({ name, comment, fields, bytes }: RecordLayout): string[] {
  return [
    ...commented(comment, "", [`export class ${name} extends KernelRecord {`]),
    `  static readonly BYTES: number = ${bytes};`,
    `  /** Offsets of the fields, for copies outside kernel memory. */`,
    `  static readonly OFFSETS = { ${fields.map(({ name, offset }) => `${name}: ${offset}`).join(", ")} } as const;`,
    `  /** \`count\` contiguous records. */`,
    `  static list(memory: KernelMemory, address: Address, count: number): ${name}[] {`,
    `    return Array.from({ length: count }, (_, i) => new ${name}(memory, addressAfter(address, i * ${bytes})));`,
    `  }`,
    ...fields.flatMap((field) => commented(field.comment, "  ", typescriptField(field))),
    "}",
    "",
  ];
}

function typescriptField({ name, type, offset, length }: Field): string[] {
  const at = `this.addressOf(${offset})`;
  if (length === null && !isNumber(type))
    return [`get ${name}(): ${type} {`, `  return new ${type}(this.memory, ${at});`, `}`];
  if (length === null) {
    const cast = type === "address" ? " as Address" : "";
    const littleEndian = NUMBER_BYTES[type] === 1 ? "" : ", true";
    const value = type === "address" ? "Address" : type.endsWith("64") && type !== "f64" ? "bigint" : "number";
    return [
      `get ${name}(): ${value} {`,
      `  return this.view.get${METHODS[type]}(${offset}${littleEndian})${cast};`,
      `}`,
      `set ${name}(value: ${value}) {`,
      `  this.view.set${METHODS[type]}(${offset}, value${littleEndian});`,
      `}`,
    ];
  }
  const list = isNumber(type) ? `${METHODS[type]}Array` : `${type}[]`;
  const [head, count] =
    length === "rest" ? [`${name}(count: number): ${list} {`, "count"] : [`get ${name}(): ${list} {`, length];
  const made = isNumber(type)
    ? `new ${METHODS[type]}Array(this.view.buffer, ${at}, ${count})`
    : `${type}.list(this.memory, ${at}, ${count})`;
  return [head, `  return ${made};`, `}`];
}

export function assemblyscriptOf(file: LayoutFile, places: Places): string {
  const output = places.outputOf(file.path);
  const imports = [...file.imported].map(
    ([name, from]) => `import { ${name} } from "${importPath(output, places.outputOf(from))}.as";`,
  );
  return [
    heading(file, places),
    `import { Records } from "${importPath(output, `${places.root}/engine/kernel/layout/arrays.as`)}";`,
    ...imports,
    "",
    ...file.records.flatMap(assemblyscriptClass),
  ].join("\n");
}

function assemblyscriptClass({ name, comment, fields, bytes }: RecordLayout): string[] {
  return [
    ...fields.filter(isNumberArray).flatMap((field) => assemblyscriptArray(name, field)),
    ...commented(comment, "", ["@unmanaged @final", `export class ${name} {`]),
    `  static readonly BYTES: usize = ${bytes};`,
    `  @inline static at(address: usize): ${name} { return changetype<${name}>(address); }`,
    `  @inline bytes(): usize { return ${bytes}; }`,
    ...fields.flatMap((field) => commented(field.comment, "  ", assemblyscriptField(name, field))),
    "}",
    "",
  ];
}

const SELF = "changetype<usize>(this)";

function isNumberArray({ type, length }: Field): boolean {
  return length !== null && isNumber(type);
}

function storedType(type: string): string {
  return type === "address" ? "u32" : type;
}

/** The last operand of a load or store. */
function immediateOf(offset: number): string {
  return offset === 0 ? "" : `, ${offset}`;
}

/** The class of an array of numbers. Its address is that of the record, so that the offset is an immediate operand of every load and store. */
function assemblyscriptArray(record: string, { name, type, offset }: Field): string[] {
  const stored = storedType(type);
  const element = `${SELF} + (index << alignof<${stored}>())`;
  const at = immediateOf(offset);
  return [
    "@unmanaged @final",
    `class ${record}_${name} {`,
    `  @inline @operator("[]") get(index: usize): ${stored} { return load<${stored}>(${element}${at}); }`,
    `  @inline @operator("[]=") set(index: usize, value: ${stored}): void { store<${stored}>(${element}, value${at}); }`,
    "}",
    "",
  ];
}

function assemblyscriptField(record: string, field: Field): string[] {
  const { name, type, offset, length } = field;
  const address = `@inline get ${name}Address(): usize { return ${SELF} + ${offset}; }`;
  if (isNumberArray(field)) {
    const list = `${record}_${name}`;
    return [`@inline get ${name}(): ${list} { return changetype<${list}>(this); }`, address];
  }
  if (!isNumber(type)) {
    const result = length === null ? type : `Records<${type}>`;
    return [`@inline get ${name}(): ${result} { return changetype<${result}>(${SELF} + ${offset}); }`];
  }
  const stored = storedType(type);
  const value = type === "address" ? "usize" : type;
  const at = immediateOf(offset);
  return [
    `@inline get ${name}(): ${value} { return <${value}>load<${stored}>(${SELF}${at}); }`,
    `@inline set ${name}(value: ${value}) { store<${stored}>(${SELF}, <${stored}>value${at}); }`,
    address,
  ];
}
