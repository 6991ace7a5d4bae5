/** Outcomes of a two-player game by retrograde analysis on a GPU (retrograde-shaders.ts), with the values of outcome.as.ts. */
import { formatPlies } from "../../contracts/quantities.ts";
import { GameloreError, throwIfAborted } from "../../contracts/errors.ts";
import type { CheckpointHooks, SolveOptions } from "../../contracts/table.ts";
import { type InterruptibleSolve, runInterruptible } from "../interruptible.ts";
import { byteOf, maxPlies, writeOutcome } from "../outcome-values.ts";
import type { GpuDevice } from "./device.ts";
import { GpuTable } from "./gpu-table.ts";
import { type RetrogradeGame, sectionStarts } from "./retrograde-game.ts";
import { RETROGRADE_BUFFERS, RetrogradePasses, type Work } from "./retrograde-passes.ts";
import { LATEST_COUNT, levelWord, MAX_COUNTED_MOVES, MOVES_COUNT, SECTION_COUNTS } from "./retrograde-shaders.ts";
import { Schedule, type Unit } from "./schedule.ts";
import { EXPAND_WORDS } from "./shaders.ts";
import { divide, type SmallWindows, type Windows } from "./windows.ts";

const NO_POSITION = 255;
/** As in outcome.as.ts: the value of an entry without one, and the counter of one that is not lost by its moves. */
const OPEN = 127;
const NEVER = 255;
/** Workgroups that count moves in the first submission, whose time says how many to take next. */
const FIRST_GROUPS = 64;
const SUBMISSION_MS = 250;
const MAX_GROWTH = 8;
/** Share of counting moves in the whole work, for progress only. */
const COUNTING_SHARE = 0.2;

export interface SolvedOnGpu {
  /** Entries by value, for each section. */
  readonly histograms: readonly (readonly number[])[];
  /** Of the longest outcome. */
  readonly plies: number;
  readonly deviceBytes: number;
  /** The sections, on the device: each begins at its start. */
  readonly table: GpuTable;
  readonly starts: readonly number[];
  release(): void;
}

/** What a checkpoint contains. */
export interface RetrogradeState {
  /** The level whose predecessors are found next. */
  readonly level: number;
  /** Outcome values, 127 for entries without one. */
  readonly table: Uint8Array<ArrayBuffer>;
  readonly counters: Uint8Array<ArrayBuffer>;
}

export interface RetrogradeCheckpoint extends Pick<CheckpointHooks, "due"> {
  restore(): Promise<RetrogradeState | null>;
  /** `write` copies the table and the counters. */
  save(level: number, write: (table: Uint8Array, counters: Uint8Array) => Promise<void>): Promise<void>;
}

export interface RetrogradeOptions extends Pick<SolveOptions, "signal" | "onProgress" | "say"> {
  /** For games of one section without conversions. */
  readonly checkpoint?: RetrogradeCheckpoint;
  readonly small?: Pick<SmallWindows, "windowWords">;
}

export function solveRetrograde(
  device: GpuDevice,
  game: RetrogradeGame,
  options: RetrogradeOptions = {},
): Promise<SolvedOnGpu> {
  return runInterruptible(new Retrograde(device, game, options));
}

class Retrograde implements InterruptibleSolve<SolvedOnGpu> {
  readonly #device: GpuDevice;
  readonly #game: RetrogradeGame;
  readonly #options: RetrogradeOptions;
  readonly #starts: readonly number[];
  readonly #entries: number;
  readonly #windows: Windows;
  readonly #table: GpuTable;
  #passes: RetrogradePasses | null = null;
  /** Entries by level, of the complete levels. */
  readonly #levels: number[] = [];
  /** Plies of the latest value known from the start. */
  #latest = 0;
  /** As the device has counted. */
  #counts: Uint32Array = new Uint32Array();

  constructor(device: GpuDevice, game: RetrogradeGame, options: RetrogradeOptions) {
    const { starts, end } = sectionStarts(game.sections);
    this.#device = device;
    this.#game = game;
    this.#options = options;
    this.#starts = starts;
    this.#entries = game.sections.reduce((sum, { entries }) => sum + entries, 0);
    this.#windows = divide(end, device.limits, { windowsPerPart: 1, ...options.small }, RETROGRADE_BUFFERS);
    this.#table = new GpuTable(device, this.#windows, end);
  }

  async run(): Promise<SolvedOnGpu> {
    const { signal, checkpoint } = this.#options;
    throwIfAborted(signal);
    await this.#table.allocate();
    const passes = await RetrogradePasses.create(this.#device, this.#game, this.#windows, this.#table);
    this.#passes = passes;
    if (!(await this.#restore(passes))) await this.#start(passes);
    const schedule = new Schedule(this.#windows, this.#levels, passes.maxUnits);
    let saved = this.#levels.length;
    while (!this.#isComplete()) {
      // A checkpoint has complete levels only: counters do not tell which moves they have counted. No level is begun before it.
      const isDue = this.#levels.length > saved && checkpoint?.due() === true;
      const save = checkpoint !== undefined && (signal?.aborted === true || isDue);
      const units = schedule.next({ finish: save });
      if (units.length > 0) await this.#run(passes, schedule, units);
      if (!checkpoint || schedule.isBetweenDepths) throwIfAborted(signal);
      if (!save || !schedule.isBetweenDepths) continue;
      await this.save();
      saved = this.#levels.length;
    }
    if (this.#game.conversions) await passes.run(passes.whole("finish", 0, 0));
    return {
      histograms: this.#game.sections.map((_, i) => this.#histogram(i)),
      plies: Math.max(
        0,
        this.#levels.findLastIndex((count) => count > 0),
      ),
      deviceBytes: this.#table.deviceBytes + passes.deviceBytes,
      table: this.#table,
      starts: this.#starts,
      release: () => this.#table.release(),
    };
  }

  async save(): Promise<void> {
    const { checkpoint } = this.#options;
    const passes = this.#passes;
    if (!checkpoint || !passes || this.#levels.length === 0) return;
    await checkpoint.save(this.#levels.length - 1, async (table, counters) => {
      await this.#table.download(table, 0, this.#entries);
      await passes.counters.download(counters, 0, this.#entries);
      for (let entry = 0; entry < table.length; entry++) {
        if (table[entry] === 0 && counters[entry] !== NEVER) table[entry] = OPEN;
      }
    });
  }

  release(): void {
    this.#table.release();
  }

  async close(): Promise<void> {
    this.#passes?.release();
  }

  /** Counts the moves of all entries. */
  async #start(passes: RetrogradePasses): Promise<void> {
    const all = passes.whole("start", 0, 0);
    const most = Math.max(...all.map(({ groups }) => groups));
    let size = FIRST_GROUPS;
    let done = 0;
    for (const window of all) {
      for (let firstGroup = 0; firstGroup < window.groups;) {
        const groups = Math.min(size, window.groups - firstGroup);
        const began = performance.now();
        this.#counts = await passes.run([{ ...window, firstGroup, groups }]);
        const milliseconds = Math.max(1, performance.now() - began);
        firstGroup += groups;
        done += (groups * EXPAND_WORDS) / this.#windows.words;
        size = Math.min(most, Math.max(1, Math.floor(groups * Math.min(MAX_GROWTH, SUBMISSION_MS / milliseconds))));
        this.#options.onProgress?.({ phase: "counting moves", done: COUNTING_SHARE * Math.min(1, done) });
        throwIfAborted(this.#options.signal);
      }
    }
    const moves = this.#counts[MOVES_COUNT] as number;
    if (moves > MAX_COUNTED_MOVES) {
      throw new GameloreError(
        "too-large",
        `a position has ${moves} moves; a one-byte counter allows ${MAX_COUNTED_MOVES}`,
      );
    }
    this.#latest = this.#counts[LATEST_COUNT] as number;
    const level = this.#valuesOf(0);
    this.#counts = await passes.run(passes.whole("settle", 0, levelWord(level.lost, level.won, 0, true)));
    this.#levels.push(this.#counts[0] as number);
  }

  async #run(passes: RetrogradePasses, schedule: Schedule, units: readonly Unit[]): Promise<void> {
    const began = performance.now();
    this.#counts = await passes.run(units.map((unit) => this.#workOf(unit)));
    const most = maxPlies(this.#game.values);
    for (const { depth, isLast } of units) {
      if (!isLast) continue;
      const found = this.#counts[depth] as number;
      if (depth > most && found > 0) {
        throw new GameloreError("too-large", `outcomes of more than ${most} plies do not fit into one byte`);
      }
      this.#levels.push(found);
      if (depth > most) break;
    }
    schedule.measured(units, performance.now() - began);
    this.#report();
  }

  #workOf({ pass, window, firstGroup, groups, depth, isFirst }: Unit): Work {
    const { lost, won } = this.#valuesOf(depth);
    const isPending = this.#game.conversions !== null && depth <= this.#latest;
    return {
      pass,
      window,
      firstGroup,
      groups,
      level: depth,
      levelWord: levelWord(lost, won, depth, isPending),
      isFirst,
    };
  }

  /** The values of losses and wins in this many plies. */
  #valuesOf(plies: number): { lost: number; won: number } {
    const { values } = this.#game;
    // With turns a level has one of them.
    const isOdd = values === "turns" && plies % 2 === 1;
    const isEven = values === "turns" && plies % 2 === 0;
    return {
      lost: isOdd ? NO_POSITION : byteOf(writeOutcome("loss", plies, values)) & 255,
      won: isEven ? NO_POSITION : writeOutcome("win", plies, values) & 255,
    };
  }

  #isComplete(): boolean {
    const level = this.#levels.length - 1;
    return (this.#levels[level] === 0 && level >= this.#latest) || level > maxPlies(this.#game.values);
  }

  #histogram(section: number): number[] {
    const at = SECTION_COUNTS + 256 * section;
    const counts = [...this.#counts.subarray(at, at + 256)];
    const { entries } = this.#game.sections[section] as { entries: number };
    counts[0] = entries - counts.reduce((sum, count) => sum + count, 0);
    return counts.slice(0, counts.findLastIndex((count) => count > 0) + 1);
  }

  #report(): void {
    const settled = this.#levels.reduce((sum, count) => sum + count, 0);
    const done = COUNTING_SHARE + (1 - COUNTING_SHARE) * (settled / this.#entries);
    this.#options.onProgress?.({
      phase: `outcomes in ${formatPlies(this.#levels.length - 1)}`,
      done: Math.min(0.99, done),
      ...(this.#game.sections.length === 1 ? { counts: () => [0, ...this.#histogram(0).slice(1)] } : {}),
    });
  }

  async #restore(passes: RetrogradePasses): Promise<boolean> {
    const state = await this.#options.checkpoint?.restore();
    if (!state) return false;
    const counts = new Uint32Array(SECTION_COUNTS + 256);
    const values = counts.subarray(SECTION_COUNTS);
    for (const value of state.table) values[value] = (values[value] as number) + 1;
    values[OPEN] = 0;
    // Draws are what is left.
    values[0] = 0;
    for (let level = 0; level <= state.level; level++) {
      const { lost, won } = this.#valuesOf(level);
      const found = [lost, won].map((value) => (value === NO_POSITION ? 0 : (values[value] as number)));
      counts[level] = found.reduce((sum, count) => sum + count, 0);
      this.#levels.push(counts[level] as number);
    }
    this.#table.upload(state.table);
    passes.counters.upload(state.counters);
    passes.writeCounts(counts);
    const { lost, won } = this.#valuesOf(state.level);
    // Entries without a position have no predecessors.
    const [one, other] = [lost === NO_POSITION ? won : lost, won === NO_POSITION ? lost : won];
    this.#counts = await passes.run(passes.whole("restore", state.level, levelWord(one, other, state.level, false)));
    return true;
  }
}
