/** The requests of the API as schemas: they validate requests and are part of the OpenAPI description. */
import { z } from "zod";
import { DEVICES } from "../../engine/contracts/table.ts";
import type { Limits } from "../../engine/contracts/player.ts";
import type { AnalysisRequest } from "../../service/analysis-documents.ts";
import type * as api from "../../service/api.ts";
import type { JobRequest } from "../../service/job-documents.ts";
import type * as library from "../../service/library-documents.ts";
import { exact } from "./exact-schema.ts";
import { LIMITS } from "./limits.ts";

const MAX_SEED = 2 ** 31 - 1;

const optionParams = z
  .record(z.string().max(64), z.union([z.string().max(LIMITS.optionLength), z.number()]))
  .refine((record) => Object.keys(record).length <= LIMITS.options, `expected at most ${LIMITS.options} options`);
const position = z.string().max(LIMITS.positionLength);
const player = z.string().min(1).max(LIMITS.playerLength);
const seed = z.int().min(0).max(MAX_SEED);
const seat = z.int().min(0).max(15).nullable();
const gameState = {
  variant: optionParams,
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
const limits: z.ZodType<Limits> = exact(limitsShape);

export const PositionRequestSchema: z.ZodType<api.PositionRequest> = exact(z.strictObject({ ...gameState, seat }));
export const AnalysisRequestSchema: z.ZodType<AnalysisRequest> = exact(
  z.strictObject({
    ...gameState,
    seat,
    lines: z.int().min(1).max(LIMITS.lines),
    player: z.int().min(0).max(15).exactOptional(),
    milliseconds: z
      .int()
      .min(0)
      .max(LIMITS.searchSeconds * 1000)
      .exactOptional(),
  }),
);
export const EvaluationGraphRequestSchema: z.ZodType<api.EvaluationGraphRequest> = exact(
  z.strictObject({
    ...gameState,
    seat: seat.exactOptional(),
    player: z.int().min(0).max(15).exactOptional(),
  }),
);
export const ChooseRequestSchema: z.ZodType<api.ChooseRequest> = exact(
  z.strictObject({
    ...gameState,
    player,
    limits,
    seed,
    actor: z.int().min(0).max(15).exactOptional(),
    seat: seat.exactOptional(),
  }),
);
export const ChanceRequestSchema: z.ZodType<api.ChanceRequest> = exact(z.strictObject({ ...gameState, seed }));
export const ComposeRequestSchema: z.ZodType<api.ComposeRequest> = exact(
  z.strictObject({
    variant: optionParams,
    pieces: z.array(z.strictObject({ cell: z.string().max(16), letter: z.string().min(1).max(8) })).max(LIMITS.pieces),
    turn: z.int().min(0).max(15),
  }),
);
export const ImportRequestSchema: z.ZodType<api.ImportRequest> = exact(
  z.strictObject({
    variant: optionParams,
    text: z.string().min(1).max(LIMITS.gameTextLength),
  }),
);
export const ExportRequestSchema: z.ZodType<api.ExportRequest> = exact(
  z.strictObject({
    ...gameState,
    players: z.array(z.string().max(LIMITS.playerLength)).max(16),
    scores: z.array(z.number().min(0).max(1)).max(16).exactOptional(),
    date: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d$/)
      .exactOptional(),
  }),
);
export const PlayerTextRequestSchema: z.ZodType<api.PlayerTextRequest> = exact(
  z.strictObject({
    variant: optionParams,
    text: player,
  }),
);
export const TableSpecRequestSchema: z.ZodType<{ options: api.OptionParams }> = exact(
  z.strictObject({
    options: optionParams,
  }),
);

export const JobRequestSchema: z.ZodType<JobRequest> = exact(
  z.discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("solve"),
      game: z.string().max(64),
      options: optionParams,
      device: z.enum(DEVICES).exactOptional(),
    }),
    z.strictObject({ kind: z.literal("prove"), game: z.string().max(64), position }),
    z.strictObject({
      kind: z.literal("match"),
      game: z.string().max(64),
      variant: optionParams,
      players: z.tuple([player, player]),
      pairs: z.int().min(1).max(LIMITS.pairs),
      limits,
      seed,
    }),
    z.strictObject({
      kind: z.literal("tournament"),
      game: z.string().max(64),
      variant: optionParams,
      players: z.array(player).min(2).max(LIMITS.tournamentPlayers),
      pairs: z.int().min(1).max(LIMITS.pairs),
      limits,
      seed,
    }),
    z.strictObject({ kind: z.literal("lab"), experiment: z.string().max(64), setting: z.literal("quick") }),
  ]),
);
export const RulesheetRequestSchema: z.ZodType<library.RulesheetRequest> = exact(
  z.strictObject({
    text: z.string().min(1).max(LIMITS.rulesheetLength),
    name: z.string().max(200),
    title: z.string().max(200).exactOptional(),
  }),
);
