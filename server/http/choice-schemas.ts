/** What a player answers, and what it tells meanwhile. */
import { z } from "zod";
import type * as api from "../../service/api.ts";

const ThoughtSchema: z.ZodType<api.ThoughtDocument> = z.strictObject({
  value: z.number().nullable(),
  unit: z.string(),
  depth: z.number().nullable(),
  nodes: z.number(),
  playouts: z.number().nullable(),
  milliseconds: z.number(),
  line: z.array(z.string()),
  considered: z.array(
    z.strictObject({
      kind: z.enum(["move", "plan", "feature"]),
      text: z.string(),
      reason: z.string().exactOptional(),
      value: z.number().nullable().exactOptional(),
      count: z.number().exactOptional(),
    }),
  ),
});

export const ChoiceSchema: z.ZodType<api.ChoiceDocument> = z.strictObject({
  move: z.string(),
  actor: z.int(),
  player: z.string(),
  thought: ThoughtSchema,
});

export const ThinkingSchema: z.ZodType<api.ThinkingDocument> = z.strictObject({
  milliseconds: z.number(),
  thought: ThoughtSchema.nullable(),
});
