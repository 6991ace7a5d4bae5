/** Arbitrary requests to a server, from its OpenAPI description: valid ones, almost valid ones, and others. */
import fc from "fast-check";

/** What is used of a JSON schema. */
interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
}

interface Operation {
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

/** Values that mean something to a server, by the names of fields; a field with a name that is not here has any value of its schema. */
export type Meanings = Readonly<Record<string, readonly unknown[]>>;

/** Strings that have broken servers before. */
const NASTY: readonly string[] = [
  "",
  "\u0000",
  "%00",
  "../../etc/passwd",
  "__proto__",
  "constructor",
  "a".repeat(500),
  "\uD800",
  "\u202E\u0301",
  "1e309",
  "-0",
  "((((((((((",
  "${x}",
  "\r\nX: y",
];
const text = (maxLength: number): fc.Arbitrary<string> =>
  fc.oneof(
    fc.string({ maxLength: Math.min(maxLength, 30) }),
    fc.constantFrom(...NASTY).map((each) => each.slice(0, maxLength)),
  );

function valueOf(schema: Schema, meanings: Meanings, name: string): fc.Arbitrary<unknown> {
  const known = meanings[name];
  const own = bySchema(schema, meanings, name);
  return known ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: own }) : own;
}

function bySchema(schema: Schema, meanings: Meanings, name: string): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((each) => bySchema(each, meanings, name)));
  switch (schema.type) {
    case "object":
      return objectOf(schema, meanings);
    case "array": {
      if (schema.prefixItems) return fc.tuple(...schema.prefixItems.map((each) => valueOf(each, meanings, name)));
      const { items = {}, minItems = 0, maxItems = 6 } = schema;
      return fc.array(valueOf(items, meanings, name), {
        minLength: minItems,
        maxLength: Math.max(minItems, Math.min(maxItems, 6)),
      });
    }
    case "string":
      return text(schema.maxLength ?? 100);
    case "integer":
      return fc.integer({ min: schema.minimum ?? -(2 ** 31), max: Math.min(schema.maximum ?? 2 ** 31, 2 ** 31) });
    case "number":
      return fc.double({ min: schema.minimum ?? -1e9, max: schema.maximum ?? 1e9, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(
  { properties = {}, required = [], additionalProperties }: Schema,
  meanings: Meanings,
): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, valueOf(each, meanings, name)]),
  );
  const known = fc.record(fields, { requiredKeys: [...required] });
  if (typeof additionalProperties !== "object") return known;
  return fc.dictionary(text(20), valueOf(additionalProperties, meanings, ""), { maxKeys: 3 });
}

/** A document in which one field is missing, has another value, or is added. */
function almost(document: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change = fc.tuple(
    document,
    fc.nat(),
    fc.oneof(fc.jsonValue({ maxDepth: 2 }), text(600)),
    fc.constantFrom("set", "delete", "add"),
  );
  return change.map(([given, at, value, how]) => {
    if (typeof given !== "object" || given === null) return value;
    const copy: Record<string, unknown> = { ...given };
    const keys = Object.keys(copy);
    const key = keys[at % Math.max(1, keys.length)] ?? "x";
    if (how === "delete") delete copy[key];
    else copy[how === "add" ? `${key}${at}` : key] = value;
    return copy;
  });
}

const segment = (name: string, meanings: Meanings): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(meanings[name] ?? ["1"])).map(String) },
    { weight: 1, arbitrary: text(60) },
  );

function encoded(value: string): string {
  // A lone surrogate cannot be encoded.
  return encodeURIComponent(value.toWellFormed());
}

function operationArbitrary(
  path: string,
  method: string,
  operation: Operation,
  meanings: Meanings,
): fc.Arbitrary<FuzzedRequest> {
  const inPath = operation.parameters.filter((each) => each.in === "path");
  const inQuery = operation.parameters.filter((each) => each.in === "query");
  const filled = fc
    .tuple(...inPath.map(({ name }) => segment(name, meanings)))
    .map((values) =>
      inPath.reduce((whole, { name }, i) => whole.replace(`{${name}}`, encoded(values[i] as string)), path),
    );
  const query = fc
    .tuple(...inQuery.map(({ name }) => fc.option(segment(name, meanings))))
    .map((values) =>
      inQuery
        .flatMap(({ name }, i) => (values[i] === null ? [] : [`${name}=${encoded(values[i] as string)}`]))
        .join("&"),
    );
  const schema = operation.requestBody?.content["application/json"]?.schema;
  const document = schema && valueOf(schema, meanings, "");
  const body: fc.Arbitrary<string | null> = document
    ? fc.oneof(
        { weight: 5, arbitrary: document.map((each) => JSON.stringify(each)) },
        { weight: 4, arbitrary: almost(document).map((each) => JSON.stringify(each) ?? "null") },
        { weight: 1, arbitrary: text(200) },
      )
    : fc.constant(null);
  return fc.record({ path: filled, query, body }).map(({ path: at, query: asked, body: sent }) => ({
    method,
    path: asked === "" ? at : `${at}?${asked}`,
    body: sent,
  }));
}

/** Requests to all operations alike, and some that the description does not have. */
export function requestArbitrary(
  { paths }: OpenApi,
  meanings: Meanings,
  omitted: readonly string[],
): fc.Arbitrary<FuzzedRequest> {
  const operations = Object.entries(paths)
    .filter(([path]) => !omitted.includes(path))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) =>
        operationArbitrary(path, method.toUpperCase(), operation, meanings),
      ),
    );
  const unknown = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"),
    path: fc.oneof(
      fc.constantFrom(...Object.keys(paths)),
      text(40).map((each) => `/api/${encoded(each)}`),
      text(40).map((each) => `/${encoded(each)}`),
    ),
    body: fc.constant(null),
  });
  return fc.oneof({ weight: 19, arbitrary: fc.oneof(...operations) }, { weight: 1, arbitrary: unknown });
}
