/** `gamelore solve GAME`: builds a table, with progress, checkpoints and resume; or verifies an existing one. */
import { type Command, Option } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import { type Device, DEVICES, type TableSpec, type TableSetSpec } from "../../engine/contracts/table.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { prefersGpu } from "../../engine/solve/gpu/choose-device.ts";
import { type TableKey, TableStore } from "../../engine/tables/store.ts";
import { buildSet } from "../../engine/tables/build-set.ts";
import { requireComplete } from "../../engine/tables/missing-tables.ts";
import { buildTable, type BuiltTable } from "../../engine/tables/build-table.ts";
import { reporterOf, terminalReporter } from "../build-reporter.ts";
import { checkTable, type CheckOptions, type CheckReport } from "../check-table.ts";
import {
  addJson,
  addOptions,
  interruptible,
  printResult,
  sameCommand,
  valuesOf,
  wholeNumber,
  type Given,
} from "../command.ts";
import { buildOnDevice } from "../gpu-process.ts";
import { outcomeLines, outcomeSummary } from "../outcome-lines.ts";
import { Progress } from "../progress.ts";
import { addQueueOptions, detached, withQueue, type QueueGiven } from "../queue-options.ts";
import { formatBytes, formatNumber, formatSeconds, painterFor, type Painter, plural } from "../terminal.ts";

interface SolveGiven extends QueueGiven {
  readonly threads: number;
  readonly device: Device;
  readonly checkpoint: number;
  readonly force?: boolean;
  readonly check?: boolean;
  readonly samples: number;
  readonly json?: boolean;
}

export function solveCommand(parent: Command, game: Game): void {
  // Without options there are no tables to build: Arimaa, Skat.
  if (game.tableOptions.length === 0) return;
  const command = parent
    .command(game.id)
    .description(`builds a table of ${game.title}`)
    .option("--threads <N>", "number of threads", wholeNumber("threads", 1, 64), threadCount())
    .addOption(
      new Option(
        "--device <DEVICE>",
        "auto: the GPU for tables of 10 million entries or more that have a solver for it, if there is one, else the CPU",
      )
        .choices(DEVICES)
        .default("auto"),
    )
    .option("--checkpoint <SECONDS>", "seconds between checkpoints", wholeNumber("checkpoint", 0, 86_400), 55)
    .option("--force", "build the table even if it exists")
    .option("--check", "verify the existing table: every block, and entries against their definition")
    .option(
      "--samples <N>",
      "number of entries that --check compares (all if the table has no more)",
      wholeNumber("samples", 1, 1e10),
      100_000,
    )
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore solve ${game.id}\n  gamelore solve ${game.id} --json\n  gamelore solve ${game.id} --check --samples 10000000000\n  gamelore solve ${game.id} --device cpu\n\nA GPU is used through WebGPU, which the optional package webgpu brings to Node. If it fails, the CPU continues.\nCtrl-C saves a checkpoint; the same command resumes.`,
    );
  addJson(addOptions(command, game.tableOptions));
  if (game.tableSet) addQueueOptions(command);
  else command.addOption(new Option("--queue <URL>").hideHelp());
  command.action(async (given: SolveGiven & Given) => {
    if (await detached(given)) return;
    const values = valuesOf(game.tableOptions, given);
    const store = new TableStore(tablesFolder());
    const set = game.tableSet ? unwrap(game.tableSet(values)) : null;
    if (set) return solveSet(store, set, given, game, values);
    if (given.queue !== undefined)
      throw new GameloreError(
        "bad-usage",
        "--queue builds sets of tables; one table is built by one machine, several would not be faster (docs/scale.md): omit --queue",
      );
    const spec = unwrap(game.table(values));
    const paint = painterFor(process.stdout);
    if (given.check) {
      const { samples, threads } = given;
      const [report] = (await interruptible((signal) =>
        checkTables(store, spec.identity.name, [spec], { samples, threads, signal }),
      )) as [CheckReport];
      const outcome = report.wrong.length === 0 ? paint("green", "correct") : paint("red", "WRONG");
      printResult(given.json, report, [
        `${spec.identity.name}: ${plural(report.blocks, "block")} intact, ${plural(report.samples, "entry", "entries")} compared with their definition: ${outcome}`,
        ...report.wrong.map((entry) => `  entry ${entry.index}: is ${entry.value}, should be ${entry.expected}`),
      ]);
      if (report.wrong.length > 0) process.exitCode = 1;
      return;
    }
    if (store.has(spec.identity) && !given.force) {
      const file = store.open(spec.identity);
      const { histogram } = file.header;
      printResult(given.json, { status: "already there", path: file.path, identity: file.identity, histogram }, [
        `${spec.identity.name} already exists (${formatBytes(file.sizeBytes)}); use --force to rebuild it, --check to verify it`,
        file.path,
      ]);
      file.close();
      return;
    }
    const options = {
      threads: given.threads,
      checkpointSeconds: given.checkpoint,
      resume: resumeOf(given.force ? `${spec.command} --force` : spec.command, given.device),
    };
    const { device } = given;
    const { identity, fileBytes = identity.entries } = spec;
    const gpu =
      spec.gpu === true && prefersGpu(identity.entries, device) && (await canBuild(store, identity, fileBytes));
    const built = await buildOnDevice({ gpu, device, resume: options.resume }, (each, gpuOnly) =>
      interruptible((signal) =>
        buildTable(store, spec, { ...options, device: each, gpuOnly, signal, reporter: terminalReporter }),
      ),
    );
    if (built === null) return;
    printResult(given.json, { status: "built", ...built }, linesFor(built));
  });
}

/** On the device that was chosen: the GPU does not continue all checkpoints of the CPU. */
function resumeOf(command: string, device: Device): string {
  return device === "auto" ? command : `${command} --device ${device}`;
}

/** Before a driver is loaded: fails if the disk is full, or if the folder is not writable; false while another process builds the table. */
async function canBuild(store: TableStore, key: TableKey, fileBytes: number): Promise<boolean> {
  await store.checkSpace(fileBytes);
  return store.builder(key) === undefined;
}

/** Checks tables in sequence, with one progress line. */
async function checkTables(
  store: TableStore,
  name: string,
  specs: readonly TableSpec[],
  options: Omit<CheckOptions, "onProgress">,
): Promise<CheckReport[]> {
  const all = specs.reduce((sum, { identity }) => sum + identity.entries, 0);
  const progress = new Progress(`checking ${name}`);
  const reports: CheckReport[] = [];
  let before = 0;
  try {
    for (const spec of specs) {
      const { entries } = spec.identity;
      const onProgress = (done: number, note: string): void => progress.update((before + done * entries) / all, note);
      reports.push(await checkTable(store, spec, { ...options, onProgress }));
      before += entries;
    }
  } finally {
    progress.end();
  }
  return reports;
}

/** Builds or checks every table of a set. */
async function solveSet(
  store: TableStore,
  set: TableSetSpec,
  given: SolveGiven,
  game: Game,
  values: OptionValues,
): Promise<void> {
  const paint = painterFor(process.stdout);
  const { threads, device, samples, force = false } = given;
  if (given.check) {
    requireComplete(store, set);
    const reports = await interruptible((signal) =>
      checkTables(store, set.name, set.tables, { samples, threads, signal }),
    );
    const wrong = reports.filter((report) => report.wrong.length > 0);
    const compared = reports.reduce((sum, report) => sum + report.samples, 0);
    const outcome = wrong.length === 0 ? paint("green", "correct") : paint("red", "WRONG");
    printResult(given.json, { name: set.name, tables: reports.length, samples: compared, wrong }, [
      `${set.name}: ${plural(reports.length, "table")} intact, ${plural(compared, "entry", "entries")} compared with their definition: ${outcome}`,
      ...wrong.map((report) => `  ${report.name}: ${report.wrong.map(({ index }) => `entry ${index}`).join(", ")}`),
    ]);
    if (wrong.length > 0) process.exitCode = 1;
    return;
  }
  if (given.queue !== undefined && force)
    throw new GameloreError(
      "bad-usage",
      "--force cannot be used with --queue; remove the files that are to be rebuilt",
    );
  if (given.queue !== undefined && device === "gpu")
    throw new GameloreError("bad-usage", "--device gpu cannot be used with --queue; workers use the CPU");
  if (given.queue !== undefined && !set.units)
    throw new GameloreError("bad-usage", `${set.name}: these tables cannot be built on many machines; omit --queue`);
  const resume = given.queue === undefined ? resumeOf(set.command, device) : sameCommand();
  const missing = set.tables.filter(({ identity }) => force || !store.has(identity));
  const entries = missing.reduce((sum, { identity }) => sum + identity.entries, 0);
  const fileBytes = missing.reduce((sum, spec) => sum + (spec.fileBytes ?? spec.identity.entries), 0);
  const gpu =
    set.gpu === true &&
    given.queue === undefined &&
    prefersGpu(entries, device) &&
    (await canBuild(store, { game: game.id, name: set.name }, fileBytes));
  const built = await buildOnDevice({ gpu, device, resume }, (each, gpuOnly) =>
    withQueue(given, (signal, run) =>
      buildSet(store, set, {
        threads,
        device: each,
        gpuOnly,
        force,
        resume,
        signal,
        reporter: reporterOf(run),
        elsewhere: run?.tables(game, values, set),
      }),
    ),
  );
  if (built === null) return;
  const kind = set.tables[0]?.identity.value ?? "outcome";
  const status = built.built === 0 ? "already there" : "built";
  printResult(given.json, { status, ...built }, [
    `${paint("bold", set.name)}: ${set.summary}`,
    `${plural(built.tables, "table")}, ${formatNumber(built.built)} built now; ${plural(built.entries, "entry", "entries")}, ${outcomeSummary(built.histogram, kind)}; ${formatBytes(built.fileBytes)} in files`,
    ...(built.built > 0
      ? [
          `in ${formatSeconds(built.seconds)} (${built.gpuSeconds > 0 ? `${formatSeconds(built.gpuSeconds)} on the GPU, ` : ""}${formatSeconds(built.cpuSeconds)} of CPU time in the solver)`,
        ]
      : []),
    ...outcomeLines(built.histogram, kind, paint),
  ]);
}

function linesFor(built: BuiltTable): string[] {
  const paint = painterFor(process.stdout);
  const { identity, histogram, statistics } = built;
  const outcomes = identity.value !== "distance";
  const values = outcomes ? outcomeSummary(histogram, identity.value) : distanceSummary(histogram);
  return [
    `${paint("bold", identity.name)}: ${identity.covers}`,
    `${plural(identity.entries, "entry", "entries")}, ${values}; ${formatBytes(built.fileBytes)} in the file`,
    `solved on ${built.device} in ${formatSeconds(built.solveSeconds)} (${"gpuSeconds" in statistics ? `${formatSeconds(statistics["gpuSeconds"])} of GPU time` : `${formatSeconds(statistics["cpuSeconds"] ?? 0)} of CPU time`}), written in ${formatSeconds(built.writeSeconds)}`,
    ...(built.resumed ? ["resumed from a checkpoint"] : []),
    ...(outcomes ? outcomeLines(histogram, identity.value, paint) : distanceLines(histogram, paint)),
    built.path,
  ];
}

/** The value of an entry from which the goal is unreachable. */
const UNREACHABLE = 255;

function distanceSummary(histogram: readonly number[]): string {
  const deepest = histogram.findLastIndex((count, value) => count > 0 && value !== UNREACHABLE);
  const never = histogram[UNREACHABLE] ?? 0;
  return `at most ${plural(deepest, "move")}${never > 0 ? `, ${formatNumber(never)} unreachable` : ""}`;
}

function distanceLines(histogram: readonly number[], paint: Painter): string[] {
  const most = Math.max(...histogram);
  const lines = histogram.flatMap((count, value) => {
    if (count === 0) return [];
    const name = value === UNREACHABLE ? "never" : String(value);
    const bar = "▇".repeat(Math.ceil((40 * count) / most));
    return [`${name.padStart(6)} ${formatNumber(count).padStart(13)} ${paint("cyan", bar)}`];
  });
  return [paint("dim", " moves       entries"), ...lines];
}
