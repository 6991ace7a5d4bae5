/** Schemas of a player's choice and its search info. */
import { z } from "zod";
import { exact } from "./exact-schema.ts";
import type * as api from "../../service/api.ts";

const SearchInfoSchema: z.ZodType<api.SearchInfoDocument> = exact(
  z.strictObject({
    value: z.number().nullable(),
    unit: z.string(),
    depth: z.number().nullable(),
    nodes: z.number(),
    playouts: z.number().nullable(),
    milliseconds: z.number(),
    pv: z.array(z.string()),
    candidates: z.array(
      z.strictObject({
        kind: z.enum(["move", "plan", "feature"]),
        text: z.string(),
        reason: z.string().exactOptional(),
        value: z.number().nullable().exactOptional(),
        count: z.number().exactOptional(),
        proven: z.boolean().exactOptional(),
      }),
    ),
  }),
);

export const ChoiceSchema: z.ZodType<api.ChoiceDocument> = exact(
  z.strictObject({
    move: z.string(),
    actor: z.int(),
    player: z.string(),
    info: SearchInfoSchema,
  }),
);

export const ThinkingSchema: z.ZodType<api.ThinkingDocument> = exact(
  z.strictObject({
    milliseconds: z.number(),
    info: SearchInfoSchema.nullable(),
  }),
);
