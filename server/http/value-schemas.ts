/** Schemas of values, principal variations and evaluation graphs. */
import { z } from "zod";
import type { Move } from "../../engine/contracts/position.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import type { ProbeDocument } from "../../engine/tables/probing.ts";
import type * as api from "../../service/api.ts";

const outcome = z.enum(["win", "draw", "loss"]);
/** A branded number. */
const move = z.int() as z.ZodType as z.ZodType<Move>;
const valueShape = {
  text: z.string(),
  score: z.number(),
  parts: z.record(z.string(), z.number().nullable()),
  exact: z.boolean(),
};
const probeValue: z.ZodType<ProbeValue> = z.strictObject({ ...valueShape, outcome: outcome.exactOptional() });
export const ProbeSchema: z.ZodType<ProbeDocument> = z.strictObject({
  table: z.string(),
  position: z.string(),
  value: probeValue,
  moves: z.array(z.strictObject({ move, text: z.string(), after: probeValue })),
});
const valueSource: z.ZodType<api.ValueSource> = z.strictObject({
  kind: z.enum(["table", "solved", "evaluation", "none"]),
  name: z.string(),
  text: z.string(),
  missing: z.string().exactOptional(),
});
export const PvSchema: z.ZodType<api.PvDocument> = z.strictObject({
  moves: z.array(z.string()),
  ended: z.boolean(),
});
export const ValuesSchema: z.ZodType<api.ValuesDocument> = z.strictObject({
  position: z.string(),
  source: valueSource,
  value: z.strictObject({ ...valueShape, outcome: outcome.nullable(), moves: z.int().nullable() }).nullable(),
  moves: z.array(
    z.strictObject({
      text: z.string(),
      after: probeValue,
      outcome: outcome.nullable(),
      moves: z.int().nullable(),
      label: z.string(),
      best: z.boolean(),
    }),
  ),
  pv: z.array(z.string()),
});
export const EvaluationGraphSchema: z.ZodType<api.EvaluationGraphDocument> = z.strictObject({
  source: valueSource,
  player: z.int(),
  own: z.array(z.int()),
  against: z.array(z.int()),
  points: z.array(z.strictObject({ ply: z.int(), value: z.number().nullable(), text: z.string(), exact: z.boolean() })),
});
