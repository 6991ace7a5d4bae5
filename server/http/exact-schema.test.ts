/** The compiler rejects schemas that differ from their type: without an error on the next line, `@ts-expect-error` is one itself. */
import { expect, test } from "vitest";
import { z } from "zod";
import { exact } from "./exact-schema.ts";

interface Document {
  readonly kind: "a" | "b";
  readonly list: readonly { readonly name: string; readonly note?: string }[];
}

const item = z.strictObject({ name: z.string(), note: z.string().exactOptional() });
const kind = z.enum(["a", "b"]);

test("a schema with the fields and values of its type is used as it is", () => {
  const own = z.strictObject({ kind, list: z.array(item) });
  const schema: z.ZodType<Document> = exact(own);
  expect(schema).toBe(own);
});

test("other schemas do not compile", () => {
  // @ts-expect-error: an optional field is missing.
  const missing: z.ZodType<Document> = exact(z.strictObject({ kind, list: z.array(item.omit({ note: true })) }));
  // @ts-expect-error: a field too many.
  const extra: z.ZodType<Document> = exact(z.strictObject({ kind, list: z.array(item), more: z.string() }));
  // @ts-expect-error: a value is missing.
  const narrow: z.ZodType<Document> = exact(z.strictObject({ kind: z.enum(["a"]), list: z.array(item) }));
  expect([missing, extra, narrow]).toHaveLength(3);
});
