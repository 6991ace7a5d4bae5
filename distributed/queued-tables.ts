/**
 * Builds a set of tables on workers: a graph, in which each table needs others to be stored before. What is done is what is stored, so a
 * coordinator that is started again continues there. Tables arrive by upload, checked; the result of a job names them.
 */
import { GameloreError, throwIfAborted } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import type { OptionValues } from "../engine/contracts/options.ts";
import { plural } from "../engine/contracts/quantities.ts";
import type { TableSetSpec, TableSpec, TableUnit } from "../engine/contracts/table.ts";
import type { Task, TaskQueue } from "../engine/jobs/task-queue.ts";
import type { BuildElsewhere } from "../engine/tables/build-set.ts";
import type { TableStore } from "../engine/tables/store.ts";
import { sourceOf } from "./game-source.ts";
import { digestOf, readPayload, readTables, type TablesPayload } from "./payloads.ts";
import type { TableHost } from "./table-host.ts";

export interface QueuedTablesOptions {
  readonly queue: TaskQueue;
  readonly build: string;
  readonly host: Pick<TableHost, "view" | "ref">;
  readonly store: TableStore;
  readonly game: Game;
  readonly options: OptionValues;
  readonly set: TableSetSpec;
}

const JOB_SECONDS = 3;
/** Tables that take less together are not divided among workers. */
const UNDIVIDED_SECONDS = 0.3;
/** Before there are results; most solvers are faster. */
const ENTRIES_PER_SECOND = 2e6;
/** Tasks in flight for each slot: the next one waits in the queue when a slot becomes free. */
const PER_SLOT = 2;

export function queuedTables(options: QueuedTablesOptions): BuildElsewhere {
  return async (missing, { signal, onProgress }, arrived) => {
    const building = new Building(options, missing, arrived);
    const report = (): void => onProgress?.({ phase: building.phase, done: building.done });
    await building.run(signal, report);
    return { cpuSeconds: building.cpuSeconds };
  };
}

class Building {
  readonly #options: QueuedTablesOptions;
  readonly #arrived: Parameters<BuildElsewhere>[2];
  readonly #group: string;
  /** Units that are not started. */
  readonly #waiting: Set<TableUnit>;
  readonly #specs: ReadonlyMap<string, TableSpec>;
  /** Names of tables that are not stored. */
  readonly #missing: Set<string>;
  readonly #running = new Set<Promise<void>>();
  readonly #failures: GameloreError[] = [];
  readonly #entries: number;
  #entriesDone = 0;
  #broken: unknown = null;
  cpuSeconds = 0;

  constructor(options: QueuedTablesOptions, missing: readonly TableSpec[], arrived: Parameters<BuildElsewhere>[2]) {
    const { build, game, set } = options;
    this.#options = options;
    this.#arrived = arrived;
    this.#group = digestOf([build, game.id, set.name, options.options]);
    this.#waiting = new Set(set.units?.(missing));
    this.#specs = new Map(missing.map((spec) => [spec.identity.name, spec]));
    this.#missing = new Set(this.#specs.keys());
    this.#entries = entriesOf(missing);
  }

  /** From 0 to 1. */
  get done(): number {
    return this.#entriesDone / this.#entries;
  }

  get phase(): string {
    return `${this.#specs.size - this.#missing.size} of ${plural(this.#specs.size, "table")}`;
  }

  async run(signal: AbortSignal | undefined, report: () => void): Promise<void> {
    const { queue } = this.#options;
    for (const task of await queue.unfinished(this.#group)) this.#adopt(task, signal);
    while (true) {
      report();
      if (!signal?.aborted && this.#broken === null) await this.#startReady(signal);
      if (this.#running.size === 0) break;
      await Promise.race(this.#running);
    }
    throwIfAborted(signal);
    if (this.#broken !== null) throw this.#broken;
    const [first] = this.#failures;
    if (!first) return;
    const left = plural(this.#missing.size, "table");
    throw new GameloreError("job-failed", `${first.message}; ${left} are missing, the others are stored`, {
      cause: first,
    });
  }

  /** A task of an earlier run: its tables are not built twice. */
  #adopt(task: Task, signal: AbortSignal | undefined): void {
    const { names } = readPayload(task.payload) as TablesPayload;
    const requested = new Set(names);
    const units = [...this.#waiting].filter(({ tables }) =>
      tables.every(({ identity }) => requested.has(identity.name)),
    );
    if (entriesOf(units.flatMap(({ tables }) => tables)) > 0) this.#start(units, task, signal);
  }

  async #startReady(signal: AbortSignal | undefined): Promise<void> {
    const limit = PER_SLOT * this.#options.queue.slots;
    while (this.#running.size < limit) {
      const ready = [...this.#waiting].filter(({ needs }) =>
        needs.every(({ identity }) => !this.#missing.has(identity.name)),
      );
      if (ready.length === 0) return;
      // Large ones first: they take longest, and more tables wait for them.
      ready.sort((a, b) => entriesOf(b.tables) - entriesOf(a.tables));
      const share = entriesOf(ready.flatMap(({ tables }) => tables)) / limit;
      const rate = this.cpuSeconds > 0 ? this.#entriesDone / this.cpuSeconds : ENTRIES_PER_SECOND;
      const most = Math.min(rate * JOB_SECONDS, Math.max(share, rate * UNDIVIDED_SECONDS));
      const units: TableUnit[] = [];
      for (let entries = 0; ready.length > 0 && (units.length === 0 || entries < most);) {
        const unit = ready.shift() as TableUnit;
        units.push(unit);
        entries += entriesOf(unit.tables);
      }
      this.#start(units, await this.#taskOf(units), signal);
    }
  }

  async #taskOf(units: readonly TableUnit[]): Promise<Task> {
    const { game, options, host } = this.#options;
    const needs = new Map(units.flatMap((unit) => unit.needs).map(({ identity }) => [identity.name, identity]));
    const names = units.flatMap(({ tables }) => tables.map(({ identity }) => identity.name));
    const view = await host.view([...needs.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1)));
    const payload: TablesPayload = { kind: "tables", source: sourceOf(game), options, view, names };
    return { id: digestOf([this.#group, names, view]), group: this.#group, startsPrograms: false, payload };
  }

  #start(units: readonly TableUnit[], task: Task, signal: AbortSignal | undefined): void {
    for (const unit of units) this.#waiting.delete(unit);
    const building = this.#build(units, task, signal)
      .catch((error: unknown) => {
        this.#broken ??= error;
      })
      .finally(() => this.#running.delete(building));
    this.#running.add(building);
  }

  async #build(units: readonly TableUnit[], task: Task, signal: AbortSignal | undefined): Promise<void> {
    try {
      const { tables, cpuSeconds } = readTables(await this.#options.queue.run(task, signal));
      for (const { name, digest } of tables) this.#store(name, digest);
      this.cpuSeconds += cpuSeconds;
    } catch (error) {
      if (!(error instanceof GameloreError) || error.code !== "job-failed") throw error;
      if (units.length === 1) return void this.#failures.push(error);
      for (const unit of units) this.#start([unit], await this.#taskOf([unit]), signal);
    }
  }

  /** The upload has been checked; this is the table that was asked for, with the content that the worker names. */
  #store(name: string, digest: string): void {
    const spec = this.#specs.get(name);
    if (!spec || !this.#missing.has(name)) return;
    const { store, host } = this.#options;
    const file = store.open(spec.identity);
    const { histogram } = file.header;
    file.close();
    if (host.ref(spec.identity).digest !== digest)
      throw new GameloreError(
        "job-failed",
        `two workers built different tables ${name}; check them with: ${spec.command} --check`,
      );
    this.#missing.delete(name);
    this.#entriesDone += spec.identity.entries;
    this.#arrived(spec, histogram);
  }
}

function entriesOf(tables: readonly TableSpec[]): number {
  return tables.reduce((sum, { identity }) => sum + identity.entries, 0);
}
