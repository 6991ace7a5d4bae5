/** The buffers that endings are solved in, one batch of slices at a time, and the submissions of a batch. */
import { GameloreError, throwIfAborted } from "../../../../engine/contracts/errors.ts";
import { type GpuDevice, USAGE } from "../../../../engine/solve/gpu/device.ts";
import { compactShapeOf } from "../compact-table.ts";
import { materialText } from "../material.ts";
import type { Shape } from "../wide-table.ts";
import { GROUP_ROWS } from "./board-shader.ts";
import { CONVERSION_THREADS } from "./conversion-shader.ts";
import { LISTED_ROWS } from "./distance-shaders.ts";
import { SETTLE_ROWS, WORD_THREADS } from "./pass-shaders.ts";
import { COUNTER_WORDS, DISTANCES, PENDING_WORDS } from "./row-shader.ts";
import { Bound, type PassName, type Pipelines } from "./pipelines.ts";
import type { ConversionStep } from "./steps.ts";

/** Of the values of both sides to move, the largest buffer. */
export const ROW_BYTES = 128;
const COUNTER_BYTES = 4 * COUNTER_WORDS;
/** The longest distance by winner (../retrograde.as.ts). */
const MAX_PLIES = [254, 251] as const;

/** Steps of a submission: a conversion, a distance and so on. Their number follows the time that they take. */
const FIRST_STEPS = 8;
const MAX_STEPS = 64;
/** A longer submission may freeze the screen or be killed by the driver; after a shorter one the next has more steps. */
const LONG_MS = 250;
const SHORT_MS = 60;

export interface Batch {
  /** Of equal pawn advancement. */
  readonly slices: readonly number[];
  readonly rows: number;
}

/** The buffers of an ending. */
export interface EndingBuffers {
  readonly geometry: GPUBuffer;
  readonly steps: GPUBuffer;
  /** Bytes from one step to the next. */
  readonly stride: number;
  readonly stalemates: GPUBuffer;
  /** The table by side to move. */
  readonly own: readonly GPUBuffer[];
  /** By conversion: where it leads, and where its en-passant capture leads. */
  readonly targets: readonly (readonly [GPUBuffer, GPUBuffer])[];
}

type Buffers = Record<"values" | "sets" | "layers" | "next" | "pending" | "counters" | "staging", GPUBuffer>;

type Encode = (pass: GPUComputePassEncoder) => void;

interface Passes {
  readonly stride: number;
  readonly simple: Readonly<Record<"start" | "settle" | "mate" | "finish", Bound>>;
  readonly convert: readonly Bound[];
  readonly pack: readonly Bound[];
  /** For odd and even distances: `layers` and `next` change places. */
  readonly spread: readonly [Bound, Bound];
  readonly decide: readonly [Bound, Bound];
}

export class Workspace {
  readonly #gpu: GpuDevice;
  readonly #pipelines: Pipelines;
  #rows = 0;
  #buffers: Buffers | null = null;
  #list: GPUBuffer | null = null;
  #passes: Passes | null = null;
  #steps = FIRST_STEPS;

  constructor(gpu: GpuDevice, pipelines: Pipelines) {
    this.#gpu = gpu;
    this.#pipelines = pipelines;
  }

  close(): void {
    for (const buffer of Object.values(this.#buffers ?? {})) this.#gpu.free(buffer);
    if (this.#list) this.#gpu.free(this.#list);
    this.#buffers = null;
    this.#list = null;
    this.#rows = 0;
  }

  /** Binds the passes to an ending whose batches have up to this many rows. */
  async prepare(rows: number, ending: EndingBuffers): Promise<void> {
    if (rows > this.#rows) await this.#allocate(rows);
    const { values, sets, layers, next, pending, counters } = this.#buffers as Buffers;
    const list = this.#list as GPUBuffer;
    const { geometry, steps, stride, stalemates, own, targets } = ending;
    const bind = (name: PassName, ...buffers: GPUBuffer[]): Bound =>
      new Bound(this.#gpu, this.#pipelines[name], steps, [geometry, list, ...buffers]);
    this.#passes = {
      stride,
      simple: {
        start: bind("start", sets, values, layers, next),
        settle: bind("settle", sets, values, pending, counters),
        mate: bind("mate", sets, values, layers, counters, stalemates),
        finish: bind("finish", sets, values),
      },
      convert: targets.map(([target, passing]) => bind("convert", sets, values, target, passing, stalemates)),
      pack: own.map((table) => bind("pack", values, table)),
      spread: [bind("spread", layers, next, counters), bind("spread", next, layers, counters)],
      decide: [
        bind("decide", sets, values, layers, next, pending, counters),
        bind("decide", sets, values, next, layers, pending, counters),
      ],
    };
  }

  /** Solves a batch and packs it into the table; returns the longest distance. */
  async solve(
    shape: Shape,
    { slices, rows }: Batch,
    conversions: readonly ConversionStep[],
    signal?: AbortSignal,
  ): Promise<number> {
    const { simple, convert, pack, spread, decide, stride } = this.#passes as Passes;
    const { values, counters } = this.#buffers as Buffers;
    const { device } = this.#gpu;
    device.queue.writeBuffer(this.#list as GPUBuffer, 0, listOf(shape, slices, rows));
    const rowGroups = Math.ceil(rows / GROUP_ROWS);
    const before: Encode[] = [
      (pass) => simple.start.dispatch(pass, 0, rowGroups),
      ...conversions.flatMap(({ record, promoted }, i) =>
        promoted > 0 && !slices.some((slice) => isOnSeventh(shape, slice, promoted))
          ? []
          : (pass: GPUComputePassEncoder): void =>
              (convert[i] as Bound).dispatch(pass, stride * record, Math.ceil((16 * rows) / CONVERSION_THREADS)),
      ),
      (pass) => simple.settle.dispatch(pass, 0, Math.ceil(rows / SETTLE_ROWS)),
      (pass) => simple.mate.dispatch(pass, 0, rowGroups, 2),
    ];
    const distance =
      (plies: number): Encode =>
      (pass) => {
        for (const bound of [spread, decide])
          (bound[1 - (plies % 2)] as Bound).dispatch(pass, stride * plies, Math.ceil(rows / LISTED_ROWS), 2);
      };
    const entries = (slices.length * compactShapeOf(shape.material).sliceEntries) / 4;
    const after: Encode = (pass) => {
      simple.finish.dispatch(pass, 0, rowGroups, 2);
      pack.forEach((bound, side) => bound.dispatch(pass, stride * side, Math.ceil(entries / WORD_THREADS)));
    };

    let encoder = device.createCommandEncoder();
    encoder.clearBuffer(values, 0, ROW_BYTES * rows);
    encoder.clearBuffer(counters);
    let next = 1 - before.length;
    for (;;) {
      throwIfAborted(signal);
      const began = performance.now();
      const pass = encoder.beginComputePass();
      const end = Math.min(DISTANCES, next + this.#steps);
      const isEnough = end > 1;
      for (; next < end; next++) (next < 1 ? (before[next + before.length - 1] as Encode) : distance(next))(pass);
      pass.end();
      const found = await this.#submit(encoder);
      this.#adapt(performance.now() - began);
      encoder = device.createCommandEncoder();
      const longest = isEnough ? finishedAt(found, next) : null;
      if (longest === null) continue;
      const last = encoder.beginComputePass();
      after(last);
      last.end();
      if (longest.some((plies, run) => plies > (MAX_PLIES[run] as number)))
        throw new GameloreError("too-large", `${materialText(shape.material)} has a mate of more than 254 plies`);
      device.queue.submit([encoder.finish()]);
      return Math.max(...longest);
    }
  }

  #adapt(milliseconds: number): void {
    if (milliseconds > LONG_MS) this.#steps = Math.max(1, this.#steps >> 1);
    else if (milliseconds < SHORT_MS) this.#steps = Math.min(MAX_STEPS, 2 * this.#steps);
  }

  async #submit(encoder: GPUCommandEncoder): Promise<Uint32Array> {
    const { counters, staging } = this.#buffers as Buffers;
    encoder.copyBufferToBuffer(counters, 0, staging, 0, COUNTER_BYTES);
    return this.#gpu.read(encoder.finish(), staging, COUNTER_BYTES, (bytes) => new Uint32Array(bytes.slice(0)));
  }

  async #allocate(rows: number): Promise<void> {
    this.close();
    const usage = USAGE.storage | USAGE.copyTarget;
    const make = (bytes: number, what: string, more = 0): Promise<GPUBuffer> =>
      this.#gpu.buffer(bytes, usage | more, what);
    this.#buffers = {
      values: await make(ROW_BYTES * rows, "values"),
      sets: await make(32 * rows, "sets of positions"),
      layers: await make(16 * rows, "decided positions"),
      next: await make(16 * rows, "marked positions"),
      pending: await make(8 * PENDING_WORDS * rows, "values of conversions"),
      counters: await make(COUNTER_BYTES, "counters", USAGE.copySource),
      staging: await this.#gpu.buffer(COUNTER_BYTES, USAGE.mapRead | USAGE.copyTarget, "counters"),
    };
    // A slice has at least 64 rows.
    this.#list = await make(8 * (1 + Math.ceil(rows / 64)), "slices");
    this.#rows = rows;
  }
}

/** The longest distances by winner, if all are found before `next`; else null. */
function finishedAt(counters: Uint32Array, next: number): number[] | null {
  const found: number[] = [];
  for (const run of [0, 1]) {
    const at = (plies: number): boolean => counters[2 * plies + run] !== 0;
    const latest = counters[2 * DISTANCES + run] as number;
    const isOpen = next <= 2 || at(next - 1) || at(next - 2) || next <= latest;
    if (isOpen && next <= (MAX_PLIES[run] as number) + 1) return null;
    let longest = next - 1;
    while (longest > 0 && !at(longest)) longest--;
    found.push(longest);
  }
  return found;
}

/** Number of rows and of slices; then each slice's number and the squares of its pawns, by slot. */
function listOf(shape: Shape, slices: readonly number[], rows: number): Uint32Array<ArrayBuffer> {
  const firstPawn = 1 + shape.pieces.length - shape.pawnCounts[0] - shape.pawnCounts[1];
  const words = [rows, slices.length];
  for (const slice of slices) {
    const squares = shape.slices?.squares[slice] ?? [];
    words.push(
      slice,
      squares.reduce((word, square, i) => word + square * 2 ** (8 * (firstPawn + i)), 0),
    );
  }
  return Uint32Array.from(words);
}

/** Whether a pawn is one step from promotion. */
function isOnSeventh(shape: Shape, slice: number, slot: number): boolean {
  const firstPawn = 1 + shape.pieces.length - shape.pawnCounts[0] - shape.pawnCounts[1];
  const square = shape.slices?.squares[slice]?.[slot - firstPawn] as number;
  return square >> 3 === (shape.pieces[slot - 1]?.colour === 0 ? 6 : 1);
}
