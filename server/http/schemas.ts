/** The documents of the API as schemas: they check what clients send, and are what the OpenAPI description is made from. */
import { z } from "zod";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import type { ProbeDocument } from "../../engine/tables/probing.ts";
import type { ProbeValue } from "../../engine/contracts/table.ts";
import type { View } from "../../engine/contracts/view.ts";
import type * as api from "../api.ts";
import { LIMITS } from "./limits.ts";

const MAX_SEED = 2 ** 31 - 1;

// ---- What clients send

const sentOptions = z
  .record(z.string().max(64), z.union([z.string().max(LIMITS.optionLength), z.number()]))
  .refine((record) => Object.keys(record).length <= LIMITS.options, `expected at most ${LIMITS.options} options`);
const position = z.string().max(LIMITS.positionLength);
const player = z.string().min(1).max(LIMITS.playerLength);
const seed = z.int().min(0).max(MAX_SEED);
const seat = z.int().min(0).max(15).nullable();
const gameState = {
  variant: sentOptions,
  start: position.nullable(),
  moves: z.array(z.string().max(LIMITS.moveLength)).max(LIMITS.moves),
};
const limitsShape = z.strictObject({
  depth: z.int().min(1).max(100).exactOptional(),
  nodes: z.int().min(1).max(1e12).exactOptional(),
  playouts: z.int().min(1).max(1e10).exactOptional(),
  milliseconds: z
    .int()
    .min(1)
    .max(LIMITS.searchSeconds * 1000)
    .exactOptional(),
});
const limits: z.ZodType<Limits> = limitsShape;

export const OptionsSchema: z.ZodType<Readonly<Record<string, string | number>>> = sentOptions;
export const PositionRequestSchema: z.ZodType<api.PositionRequest> = z.strictObject({ ...gameState, seat });
export const StripRequestSchema: z.ZodType<api.StripRequest> = z.strictObject({
  ...gameState,
  seat: seat.exactOptional(),
});
export const ChooseRequestSchema: z.ZodType<api.ChooseRequest> = z.strictObject({
  ...gameState,
  player,
  limits,
  seed,
  actor: z.int().min(0).max(15).exactOptional(),
});
export const ChanceRequestSchema: z.ZodType<api.ChanceRequest> = z.strictObject({ ...gameState, seed });
export const ComposeRequestSchema: z.ZodType<api.ComposeRequest> = z.strictObject({
  variant: sentOptions,
  pieces: z.array(z.strictObject({ cell: z.string().max(16), letter: z.string().min(1).max(8) })).max(LIMITS.pieces),
  turn: z.int().min(0).max(15),
});
export const PlayersRequestSchema: z.ZodType<{ variant: Readonly<Record<string, string | number>>; text: string }> =
  z.strictObject({ variant: sentOptions, text: player });
export const TableRequestSchema: z.ZodType<{ options: Readonly<Record<string, string | number>> }> = z.strictObject({
  options: sentOptions,
});

// ---- What they get

const optionBase = { name: z.string(), summary: z.string() };
const optionSpec: z.ZodType<OptionSpec> = z.discriminatedUnion("kind", [
  z.strictObject({
    ...optionBase,
    kind: z.literal("integer"),
    min: z.number(),
    max: z.number(),
    default: z.number().nullable(),
  }),
  z.strictObject({ ...optionBase, kind: z.literal("number"), min: z.number(), max: z.number(), default: z.number() }),
  z.strictObject({
    ...optionBase,
    kind: z.literal("choice"),
    choices: z.array(z.string()),
    default: z.string(),
  }),
  z.strictObject({ ...optionBase, kind: z.literal("text"), default: z.string().nullable() }),
]);
const optionValues: z.ZodType<OptionValues> = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const owner = z.int().nullable();
export const ViewSchema: z.ZodType<View> = z.strictObject({
  shape: z.enum(["square", "hexagon"]),
  cells: z.array(
    z.strictObject({ name: z.string(), x: z.number(), y: z.number(), zone: owner, mark: z.string().exactOptional() }),
  ),
  pieces: z.array(z.strictObject({ cell: z.int(), owner, letter: z.string(), held: z.boolean().exactOptional() })),
  rows: z.array(z.strictObject({ name: z.string(), owner, items: z.array(z.string().nullable()) })).exactOptional(),
  notes: z.array(z.string()).exactOptional(),
  turn: owner,
});

export const ErrorSchema: z.ZodType<api.ErrorDocument> = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string() }),
});
const summaryShape = {
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  players: z.int(),
  kind: z.enum(["room", "general"]),
  picture: ViewSchema.nullable(),
};
const gameSummary: z.ZodType<api.GameSummary> = z.strictObject(summaryShape);
export const GamesSchema: z.ZodType<{ games: readonly api.GameSummary[] }> = z.strictObject({
  games: z.array(gameSummary),
});
export const GameSchema: z.ZodType<api.GameDocument> = z.strictObject({
  ...summaryShape,
  variant: z.string(),
  options: z.array(optionSpec),
  values: optionValues,
  presets: z.record(z.string(), optionValues),
  seats: z.array(z.string()),
  playerKinds: z.array(
    z.strictObject({
      name: z.string(),
      summary: z.string(),
      parameters: z.array(optionSpec),
      presetOf: z.string().exactOptional(),
    }),
  ),
  best: z.string(),
  tableOptions: z.array(optionSpec),
  initial: z.string(),
  hidden: z.boolean(),
  chance: z.boolean(),
  tray: z.array(z.strictObject({ letter: z.string(), owner, name: z.string() })).nullable(),
  rules: z.string(),
});

const spot: z.ZodType<api.Spot> = z.union([
  z.strictObject({ cell: z.int() }),
  z.strictObject({ row: z.int(), item: z.int() }),
]);
const texts = z.array(z.string());
export const PositionSchema: z.ZodType<api.PositionDocument> = z.strictObject({
  game: z.string(),
  variant: z.string(),
  position: z.string(),
  view: ViewSchema,
  plies: z.array(
    z.strictObject({ text: z.string(), actors: z.array(z.int()), turn: z.int(), cells: z.array(z.int()) }),
  ),
  actors: z.array(z.int()),
  moves: z.array(z.strictObject({ text: z.string(), actor: z.int(), from: spot.nullable(), to: spot.nullable() })),
  result: z.strictObject({ scores: z.array(z.number()), ending: z.string(), text: z.string() }).nullable(),
});

const outcome = z.enum(["win", "draw", "loss"]);
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
  moves: z.array(z.strictObject({ move: z.int(), text: z.string(), after: probeValue })),
});
const valueSource: z.ZodType<api.ValueSource> = z.strictObject({
  kind: z.enum(["table", "solved", "evaluation", "none"]),
  name: z.string(),
  text: z.string(),
});
export const ValuesSchema: z.ZodType<api.ValuesDocument> = z.strictObject({
  position: z.string(),
  source: valueSource,
  value: z.strictObject({ ...valueShape, outcome: outcome.nullable() }).nullable(),
  moves: z.array(
    z.strictObject({
      text: z.string(),
      after: probeValue,
      outcome: outcome.nullable(),
      label: z.string(),
      best: z.boolean(),
    }),
  ),
  line: texts,
});
export const StripSchema: z.ZodType<api.StripDocument> = z.strictObject({
  source: valueSource,
  points: z.array(z.strictObject({ ply: z.int(), value: z.number().nullable(), text: z.string(), exact: z.boolean() })),
});
export const ChoiceSchema: z.ZodType<api.ChoiceDocument> = z.strictObject({
  move: z.string(),
  actor: z.int(),
  player: z.string(),
  thought: z.strictObject({
    value: z.number().nullable(),
    unit: z.string(),
    depth: z.number().nullable(),
    nodes: z.number(),
    playouts: z.number().nullable(),
    milliseconds: z.number(),
    line: texts,
    considered: z.array(
      z.strictObject({
        kind: z.enum(["move", "plan", "feature"]),
        text: z.string(),
        reason: z.string().exactOptional(),
        value: z.number().nullable().exactOptional(),
        count: z.number().exactOptional(),
      }),
    ),
  }),
});
export const ChanceSchema: z.ZodType<api.ChanceDocument> = z.strictObject({ move: z.string() });
export const ComposeSchema: z.ZodType<api.ComposeDocument> = z.strictObject({ position: z.string() });
export const PlayersSchema: z.ZodType<{ text: string }> = z.strictObject({ text: z.string() });
export const TableOfferSchema: z.ZodType<api.TableOfferDocument> = z.strictObject({
  name: z.string(),
  summary: z.string(),
  entries: z.number(),
  memoryBytes: z.number(),
  status: z.enum(["ready", "unfinished", "missing"]),
  command: z.string(),
});
