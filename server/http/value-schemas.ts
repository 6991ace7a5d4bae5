/** Schemas of values, analyses, principal variations and evaluation graphs. */
import { z } from "zod";
import { exact } from "./exact-schema.ts";
import type { Move } from "../../engine/contracts/position.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import type { ProbeDocument } from "../../engine/tables/probing.ts";
import type * as analysis from "../../service/analysis-documents.ts";
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
const probeValue: z.ZodType<ProbeValue> = exact(z.strictObject({ ...valueShape, outcome: outcome.exactOptional() }));
export const ProbeSchema: z.ZodType<ProbeDocument> = exact(
  z.strictObject({
    table: z.string(),
    position: z.string(),
    value: probeValue,
    moves: z.array(z.strictObject({ move, text: z.string(), after: probeValue })),
  }),
);
const valueSource: z.ZodType<api.ValueSource> = exact(
  z.strictObject({
    kind: z.enum(["table", "solved", "search", "evaluation", "none"]),
    name: z.string(),
    text: z.string(),
    missing: z.string().exactOptional(),
  }),
);
export const PvSchema: z.ZodType<api.PvDocument> = exact(
  z.strictObject({
    moves: z.array(z.string()),
    ended: z.boolean(),
  }),
);
const valuesShape = {
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
};
export const ValuesSchema: z.ZodType<api.ValuesDocument> = exact(z.strictObject(valuesShape));
export const EvaluationGraphSchema: z.ZodType<api.EvaluationGraphDocument> = exact(
  z.strictObject({
    source: valueSource,
    player: z.int(),
    own: z.array(z.int()),
    against: z.array(z.int()),
    points: z.array(
      z.strictObject({ ply: z.int(), value: z.number().nullable(), text: z.string(), exact: z.boolean() }),
    ),
  }),
);

const evaluation: z.ZodType<analysis.EvaluationDocument> = exact(
  z.strictObject({
    share: z.number().min(-1).max(1),
    label: z.string(),
    text: z.string(),
    exact: z.boolean(),
  }),
);
const buildable: z.ZodType<analysis.BuildableTable> = exact(
  z.strictObject({
    name: z.string(),
    summary: z.string(),
    tables: z.int(),
    fileBytes: z.number(),
    memoryBytes: z.number(),
    seconds: z.number().nullable(),
    options: z.record(z.string(), z.union([z.string(), z.number()])),
    command: z.string(),
  }),
);
const provable: z.ZodType<analysis.ProvablePosition> = exact(
  z.strictObject({ position: z.string(), memoryBytes: z.number(), seconds: z.number() }),
);
export const AnalysisSchema: z.ZodType<analysis.AnalysisDocument> = exact(
  z.strictObject({
    ...valuesShape,
    player: z.int(),
    evaluation: evaluation.nullable(),
    lines: z.array(z.strictObject({ moves: z.array(z.string()), evaluation, playouts: z.number().nullable() })),
    strategies: z.array(
      z.strictObject({
        player: z.int(),
        moves: z.array(
          z.strictObject({
            text: z.string(),
            probability: z.number().min(0).max(1),
            evaluation: evaluation.nullable(),
          }),
        ),
      }),
    ),
    depth: z.number().nullable(),
    nodes: z.number(),
    playouts: z.number().nullable(),
    milliseconds: z.number(),
    done: z.boolean(),
    buildable: buildable.nullable(),
    provable: provable.nullable(),
  }),
);
