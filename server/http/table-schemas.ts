/** Schemas of table documents. */
import { z } from "zod";
import { exact } from "./exact-schema.ts";
import type * as documents from "../../service/table-documents.ts";

const count = z.strictObject({ label: z.string(), count: z.number() });
const owner = z.int().nullable();
export const TableSpecSchema: z.ZodType<documents.TableSpecDocument> = exact(
  z.strictObject({
    name: z.string(),
    summary: z.string(),
    entries: z.number(),
    memoryBytes: z.number(),
    status: z.enum(["ready", "unfinished", "missing"]),
    gpu: z.boolean(),
    command: z.string(),
  }),
);
const tableSummary = {
  game: z.string(),
  name: z.string(),
  status: z.string(),
  covers: z.string(),
  entries: z.number().nullable(),
  sizeBytes: z.number(),
};
export const TablesSchema: z.ZodType<documents.TableListDocument> = exact(
  z.strictObject({
    tables: z.array(z.strictObject(tableSummary)),
    sets: z.array(z.string()),
  }),
);
const variantOptions = z.record(z.string(), z.union([z.string(), z.number()]));
const tablePieces = z.array(z.strictObject({ letter: z.string(), owner })).nullable();
const outcomeCounts = {
  won: z.number(),
  drawn: z.number(),
  lost: z.number(),
  longestWin: z.int().nullable(),
  longestLoss: z.int().nullable(),
};
export const TableSetsSchema: z.ZodType<{ sets: readonly documents.TableSetDocument[] }> = exact(
  z.strictObject({
    sets: z.array(
      z.strictObject({
        name: z.string(),
        summary: z.string(),
        options: variantOptions,
        memoryBytes: z.number(),
        command: z.string(),
        tables: z.array(
          z.strictObject({
            name: z.string(),
            covers: z.string(),
            status: z.enum(["ready", "unfinished", "damaged", "missing"]),
            entries: z.number(),
            sizeBytes: z.number().nullable(),
            pieces: tablePieces,
            counts: z.strictObject(outcomeCounts).nullable(),
          }),
        ),
      }),
    ),
  }),
);
export const TableSchema: z.ZodType<documents.TableDocument> = exact(
  z.strictObject({
    ...tableSummary,
    value: z.string(),
    index: z.string(),
    pieces: tablePieces,
    counts: z.array(z.strictObject({ part: z.string(), ...outcomeCounts })),
    histogram: z.array(count),
    built: z.record(z.string(), z.union([z.string(), z.number()])),
    longest: z.array(z.strictObject({ position: z.string(), variant: variantOptions, text: z.string() })),
    longestScanned: z.number().min(0).max(1),
  }),
);
