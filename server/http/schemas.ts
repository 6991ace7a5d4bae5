/** The responses of the API as schemas: they generate the OpenAPI description. */
import { z } from "zod";
import { RESOURCES, type OptionSpec, type OptionValues } from "../../engine/contracts/options.ts";
import type { View } from "../../engine/contracts/view.ts";
import type * as api from "../../service/api.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import type * as library from "../../service/library-documents.ts";
import type { QueueDocument } from "../../service/queue-documents.ts";
import { exact } from "./exact-schema.ts";
import { JobRequestSchema } from "./request-schemas.ts";

const optionBase = { name: z.string(), summary: z.string() };
const optionSpec: z.ZodType<OptionSpec> = exact(
  z.discriminatedUnion("kind", [
    z.strictObject({
      ...optionBase,
      kind: z.literal("integer"),
      min: z.number(),
      max: z.number(),
      default: z.number().nullable(),
      resource: z.enum(RESOURCES).exactOptional(),
    }),
    z.strictObject({ ...optionBase, kind: z.literal("number"), min: z.number(), max: z.number(), default: z.number() }),
    z.strictObject({
      ...optionBase,
      kind: z.literal("choice"),
      choices: z.array(z.string()),
      default: z.string(),
    }),
    z.strictObject({
      ...optionBase,
      kind: z.literal("text"),
      default: z.string().nullable(),
      lines: z.boolean().exactOptional(),
      suggestions: z.array(z.string()).exactOptional(),
    }),
  ]),
);
const optionValues: z.ZodType<OptionValues> = exact(z.record(z.string(), z.union([z.string(), z.number(), z.null()])));
const owner = z.int().nullable();
const ViewSchema: z.ZodType<View> = exact(
  z.strictObject({
    shape: z.enum(["square", "hexagon"]),
    cells: z.array(
      z.strictObject({ name: z.string(), x: z.number(), y: z.number(), zone: owner, mark: z.string().exactOptional() }),
    ),
    pieces: z.array(
      z.strictObject({
        cell: z.int(),
        owner,
        letter: z.string(),
        held: z.boolean().exactOptional(),
        check: z.boolean().exactOptional(),
      }),
    ),
    rows: z.array(z.strictObject({ name: z.string(), owner, items: z.array(z.string().nullable()) })).exactOptional(),
    notes: z.array(z.string()).exactOptional(),
    walls: z.boolean().exactOptional(),
    turn: owner,
  }),
);

export const ErrorSchema: z.ZodType<api.ErrorDocument> = exact(
  z.strictObject({
    error: z.strictObject({ code: z.string(), message: z.string() }),
  }),
);
const summaryShape = {
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  players: z.int(),
  seats: z.array(z.string()),
  kind: z.enum(["native", "general"]),
  picture: ViewSchema.nullable(),
};
export const GameSummarySchema: z.ZodType<api.GameSummary> = exact(z.strictObject(summaryShape));
export const GamesSchema: z.ZodType<{ games: readonly api.GameSummary[] }> = exact(
  z.strictObject({
    games: z.array(GameSummarySchema),
  }),
);
export const GameSchema: z.ZodType<api.GameDocument> = exact(
  z.strictObject({
    ...summaryShape,
    variant: z.string(),
    options: z.array(optionSpec),
    values: optionValues,
    presets: z.record(z.string(), optionValues),
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
    positionFormat: z.string().nullable(),
    gameFormat: z.string().nullable(),
    hidden: z.boolean(),
    chance: z.boolean(),
    tray: z.array(z.strictObject({ letter: z.string(), owner, name: z.string() })).nullable(),
    rules: z.string(),
  }),
);

const spot: z.ZodType<api.Spot> = exact(
  z.union([z.strictObject({ cell: z.int() }), z.strictObject({ row: z.int(), item: z.int() })]),
);
const steps: z.ZodType<readonly api.StepDocument[]> = exact(z.array(z.tuple([z.int(), z.int()])));
export const PositionSchema: z.ZodType<api.PositionDocument> = exact(
  z.strictObject({
    game: z.string(),
    variant: z.string(),
    position: z.string(),
    view: ViewSchema,
    plies: z.array(
      z.strictObject({
        text: z.string(),
        actors: z.array(z.int()),
        turn: z.int(),
        cells: z.array(z.int()),
        path: z.array(z.int()).exactOptional(),
        steps: steps.exactOptional(),
      }),
    ),
    actors: z.array(z.int()),
    moves: z.array(
      z.strictObject({
        text: z.string(),
        actor: z.int(),
        from: spot.nullable(),
        to: spot.nullable(),
        path: z.array(z.int()).exactOptional(),
        becomes: z.strictObject({ letter: z.string(), owner }).exactOptional(),
        steps: steps.exactOptional(),
      }),
    ),
    heatMaps: z
      .array(z.strictObject({ name: z.string(), unit: z.string(), values: z.array(z.number().nullable()) }))
      .exactOptional(),
    result: z.strictObject({ scores: z.array(z.number()), ending: z.string(), text: z.string() }).nullable(),
  }),
);
export const ChanceSchema: z.ZodType<api.ChanceDocument> = exact(z.strictObject({ move: z.string() }));
export const ImportSchema: z.ZodType<api.ImportDocument> = exact(
  z.strictObject({
    games: z.array(
      z.strictObject({
        title: z.string(),
        start: z.string(),
        moves: z.array(z.string()),
        remarks: z.array(z.string()),
      }),
    ),
    errors: z.array(z.strictObject({ line: z.int(), column: z.int(), message: z.string() })),
    more: z.boolean(),
  }),
);
export const ExportSchema: z.ZodType<api.ExportDocument> = exact(z.strictObject({ text: z.string() }));
export const ComposeSchema: z.ZodType<api.ComposeDocument> = exact(z.strictObject({ position: z.string() }));
export const PlayerTextSchema: z.ZodType<{ text: string }> = exact(z.strictObject({ text: z.string() }));
// ---- Jobs, matches, lab, rulesheets

const count = z.strictObject({ label: z.string(), count: z.number() });
const variantOptions = z.record(z.string(), z.union([z.string(), z.number()]));
export const JobSchema: z.ZodType<JobDocument> = exact(
  z.strictObject({
    id: z.string(),
    kind: z.enum(["solve", "prove", "match", "tournament", "lab"]),
    title: z.string(),
    request: JobRequestSchema,
    state: z.enum(["waiting", "running", "done", "failed", "cancelled", "interrupted"]),
    progress: z.strictObject({ phase: z.string(), done: z.number(), note: z.string() }).nullable(),
    secondsLeft: z.number().nullable(),
    started: z.string().nullable(),
    ended: z.string().nullable(),
    live: z
      .discriminatedUnion("kind", [
        z.strictObject({ kind: z.literal("histogram"), counts: z.array(count) }),
        z.strictObject({
          kind: z.literal("score"),
          lines: z.array(z.string()),
          points: z.array(z.tuple([z.number(), z.number()])),
        }),
      ])
      .nullable(),
    notes: z.array(z.string()).exactOptional(),
    result: z.string().nullable(),
    error: z.string().nullable(),
    resumable: z.boolean(),
  }),
);
export const JobsSchema: z.ZodType<{ jobs: readonly JobDocument[] }> = exact(
  z.strictObject({ jobs: z.array(JobSchema) }),
);

export const QueueSchema: z.ZodType<{ queue: QueueDocument | null }> = exact(
  z.strictObject({
    queue: z
      .strictObject({
        address: z.string(),
        connected: z.boolean(),
        build: z.string(),
        waiting: z.int(),
        active: z.int(),
        workers: z.array(
          z.strictObject({
            id: z.string(),
            build: z.string(),
            fits: z.boolean(),
            startsPrograms: z.boolean(),
            slots: z.number(),
            busy: z.number(),
            seconds: z.number(),
            tasks: z.number(),
            games: z.number(),
            entries: z.number(),
            gamesPerSecond: z.number(),
            entriesPerSecond: z.number(),
          }),
        ),
        runs: z.array(
          z.strictObject({
            id: z.string(),
            command: z.string(),
            host: z.string(),
            started: z.string(),
            state: z.enum(["running", "done", "failed", "stopped", "lost"]),
            done: z.number().nullable(),
            note: z.string(),
          }),
        ),
      })
      .nullable(),
  }),
);

const range = z.strictObject({ value: z.number().nullable(), low: z.number().nullable(), high: z.number().nullable() });
const matchSummary = {
  id: z.int(),
  game: z.string(),
  variant: z.string(),
  label: z.string(),
  players: z.tuple([z.string(), z.string()]),
  limits: z.looseObject({
    depth: z.number().exactOptional(),
    nodes: z.number().exactOptional(),
    playouts: z.number().exactOptional(),
    milliseconds: z.number().exactOptional(),
  }),
  games: z.int(),
  wins: z.int(),
  draws: z.int(),
  losses: z.int(),
  score: z.strictObject({ value: z.number(), low: z.number(), high: z.number() }).nullable(),
  elo: range.nullable(),
};
export const MatchesSchema: z.ZodType<{ matches: readonly library.MatchSummary[] }> = exact(
  z.strictObject({
    matches: z.array(z.strictObject(matchSummary)),
  }),
);
export const MatchSchema: z.ZodType<library.MatchDocument> = exact(
  z.strictObject({
    ...matchSummary,
    list: z.array(
      z.strictObject({
        id: z.int(),
        number: z.int(),
        firstPlaysFirst: z.boolean(),
        points: z.number(),
        plies: z.int(),
        ending: z.string(),
        finished: z.string(),
      }),
    ),
  }),
);
export const RecordSchema: z.ZodType<library.RecordDocument> = exact(
  z.strictObject({
    id: z.int(),
    game: z.string(),
    state: z.strictObject({ variant: variantOptions, start: z.string().nullable(), moves: z.array(z.string()) }),
    players: z.array(z.string()),
    scores: z.array(z.number()),
    ending: z.string(),
    finished: z.string(),
  }),
);

const experimentSummary = {
  id: z.string(),
  paper: z.string(),
  table: z.string(),
  title: z.string(),
  settings: z.array(z.strictObject({ setting: z.string(), cells: z.int(), measured: z.int() })),
};
export const LabSchema: z.ZodType<{ experiments: readonly library.ExperimentSummary[] }> = exact(
  z.strictObject({
    experiments: z.array(z.strictObject(experimentSummary)),
  }),
);
const interval = z.strictObject({ value: z.number(), low: z.number(), high: z.number(), games: z.int() });
const verdict = z.strictObject({ outcome: z.string(), text: z.string() });
export const ExperimentSchema: z.ZodType<library.ExperimentDocument> = exact(
  z.strictObject({
    ...experimentSummary,
    setting: z.string(),
    notes: z.array(z.string()),
    columns: z.array(z.string()),
    rows: z.array(
      z.strictObject({
        row: z.string(),
        cells: z.array(
          z
            .strictObject({
              paper: interval.nullable(),
              ours: interval.nullable(),
              score: z.string().nullable(),
              decimals: z.int(),
              exact: z.boolean(),
              status: z.string(),
              agreement: z.string().nullable(),
            })
            .nullable(),
        ),
      }),
    ),
    claims: z.array(
      z.strictObject({ text: z.string(), condition: z.string().nullable(), ours: verdict, paper: verdict.nullable() }),
    ),
  }),
);
export const RulesheetSchema: z.ZodType<library.RulesheetDocument> = exact(
  z.strictObject({
    game: z.string().nullable(),
    title: z.string(),
    summary: z.string(),
    findings: z.array(
      z.strictObject({
        severity: z.enum(["error", "warning"]),
        line: z.int(),
        column: z.int(),
        message: z.string(),
      }),
    ),
  }),
);
