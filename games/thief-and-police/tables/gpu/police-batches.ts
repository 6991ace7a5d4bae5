/** The police table on a GPU (police-shaders.ts). A unit is a square of the thief. */
import { binomial } from "../../../../engine/index/combinations.ts";
import { pipelineOf, Ranges } from "../../../../engine/solve/gpu/bindings.ts";
import { ByteCounter } from "../../../../engine/solve/gpu/count-bytes.ts";
import { type GpuDevice, USAGE } from "../../../../engine/solve/gpu/device.ts";
import { download } from "../../../../engine/solve/gpu/transfer.ts";
import { MOST_MOVES } from "../../layout.ts";
import type { MazeTable } from "../table-options.ts";
import { type DistanceBatches, inTwoDimensions, largestBatch } from "./batches.ts";
import { mazeData } from "./maze-data.ts";
import { type PoliceBuffer, type PolicePass, type PoliceShader, policeShaders, strideOf } from "./police-shaders.ts";

/** Passes of a submission that count their changes. Even: the sets to test are exchanged with every pass. */
const SLOTS = 16;
const CHANGE_BYTES = 4 * SLOTS;
/** Of the lists of steps: their size depends on the maze. */
const MOST_STEP_BYTES = 2 ** 27;
const STEP_BYTES = 16;

/** With stay=yes and no, before the levels. */
const BOUND_PASSES: readonly PolicePass[] = ["measure", "bound", "selectSets"];
const GOAL_PASSES: readonly PolicePass[] = ["measure", "mark"];

type Buffers = Readonly<
  Record<
    "maze" | "goalDistances" | "steps" | "info" | "table" | "testsA" | "testsB" | "changes" | "packed" | "staging",
    GPUBuffer
  >
>;

interface Pass extends PoliceShader {
  readonly pipeline: GPUComputePipeline;
  /** Of slots with even and odd numbers. */
  readonly groups: readonly [GPUBindGroup, GPUBindGroup];
}

export async function policeBatches(gpu: GpuDevice, given: MazeTable): Promise<DistanceBatches> {
  const squares = given.maze.squares.length;
  const sets = binomial(squares, given.policemen);
  const stride = strideOf(sets);
  const maxUnits = Math.min(
    Math.max(1, Math.floor(MOST_STEP_BYTES / STEP_BYTES / squares)),
    largestBatch(gpu.limits, stride, squares),
  );
  const buffers = await buffersOf(gpu, given, maxUnits, stride);
  const ranges = await Ranges.create(gpu, SLOTS);
  const passes = new Map<PolicePass, Pass>();
  for (const shader of policeShaders(given)) {
    const { code, entryPoint, reads, writes } = shader;
    const access = [...reads.map(() => "read" as const), ...writes.map(() => "write" as const)];
    const pipeline = await pipelineOf(gpu, code, entryPoint, access);
    const group = (slot: number): GPUBindGroup =>
      ranges.group(
        pipeline,
        [...reads, ...writes].map((name) => ({ buffer: bufferOf(buffers, name, slot) })),
      );
    passes.set(entryPoint, { ...shader, pipeline, groups: [group(0), group(1)] });
  }
  const counter = await ByteCounter.create(gpu);
  return new PoliceBatches({ gpu, stay: given.stay, maxUnits, sets, stride, buffers, ranges, passes, counter });
}

async function buffersOf(gpu: GpuDevice, given: MazeTable, units: number, stride: number): Promise<Buffers> {
  const squares = given.maze.squares.length;
  const { storage, copySource, copyTarget, mapRead } = USAGE;
  const { words } = mazeData(given);
  const testBytes = given.stay ? (units * stride) / 8 : 4;
  const buffers = {
    maze: await gpu.buffer(words.byteLength, storage | copyTarget, "the maze"),
    goalDistances: await gpu.buffer(4 * units * squares, storage, "distances from the goals"),
    steps: await gpu.buffer(STEP_BYTES * units * squares, storage, "steps"),
    info: await gpu.buffer(4 * units, storage, "the goals"),
    table: await gpu.buffer(units * stride, storage, "a part of the table"),
    testsA: await gpu.buffer(testBytes, storage, "sets to test"),
    testsB: await gpu.buffer(testBytes, storage, "sets to test"),
    changes: await gpu.buffer(CHANGE_BYTES, storage | copySource | copyTarget, "changes"),
    packed: await gpu.buffer(units * stride, storage | copySource, "a part of the table"),
    staging: await gpu.buffer(CHANGE_BYTES, mapRead | copyTarget, "changes"),
  };
  gpu.device.queue.writeBuffer(buffers.maze, 0, words);
  return buffers;
}

/** The sets to test are those that the slot before has found, first the selected ones. */
function bufferOf(buffers: Buffers, name: PoliceBuffer, slot: number): GPUBuffer {
  if (name === "selected") return buffers.testsB;
  if (name === "tests") return slot % 2 === 0 ? buffers.testsB : buffers.testsA;
  if (name === "nextTests") return slot % 2 === 0 ? buffers.testsA : buffers.testsB;
  return buffers[name === "values" || name === "rows" ? "table" : name];
}

interface Parts {
  readonly gpu: GpuDevice;
  readonly stay: boolean;
  readonly maxUnits: number;
  readonly sets: number;
  readonly stride: number;
  readonly buffers: Buffers;
  readonly ranges: Ranges;
  readonly passes: ReadonlyMap<PolicePass, Pass>;
  readonly counter: ByteCounter;
}

class PoliceBatches implements DistanceBatches {
  readonly maxUnits: number;
  readonly deviceBytes: number;
  readonly #parts: Parts;
  #units = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.maxUnits = parts.maxUnits;
    this.deviceBytes = Object.values(parts.buffers).reduce((sum, { size }) => sum + size, 0);
  }

  async solve(firstUnit: number, units: number): Promise<void> {
    this.#units = units;
    for (let level = 0, changes = 1; changes > 0; level += SLOTS) {
      const levels = Array.from({ length: SLOTS }, (_, slot) => Math.min(level + slot, MOST_MOVES));
      this.#parts.ranges.write(levels.map((each, slot) => [firstUnit, units, each, slot]));
      changes = await this.#submit((pass) => this.#runLevels(pass, level === 0));
    }
    await this.#submit((pass) => this.#run(pass, "pack"));
  }

  #runLevels(pass: GPUComputePassEncoder, isFirst: boolean): void {
    const { stay } = this.#parts;
    if (isFirst) for (const name of stay ? BOUND_PASSES : GOAL_PASSES) this.#run(pass, name);
    for (let slot = 0; slot < SLOTS; slot++) this.#run(pass, stay ? "correct" : "expand", slot);
  }

  count(): Promise<Uint32Array> {
    const { counter, buffers, sets } = this.#parts;
    return counter.count(buffers.packed, this.#units * sets);
  }

  read(target: Uint8Array): Promise<void> {
    return download(this.#parts.gpu, [this.#parts.buffers.packed], target);
  }

  release(): void {
    const { gpu, buffers, ranges, counter } = this.#parts;
    for (const buffer of Object.values(buffers)) gpu.free(buffer);
    ranges.release();
    counter.release();
  }

  #run(pass: GPUComputePassEncoder, name: PolicePass, slot = 0): void {
    const { passes, ranges, stride, sets } = this.#parts;
    const { pipeline, groups, entries } = passes.get(name) as Pass;
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, groups[slot % 2] as GPUBindGroup, [slot * ranges.stride]);
    if (name === "measure") pass.dispatchWorkgroups(this.#units);
    else if (name === "pack") pass.dispatchWorkgroups(...inTwoDimensions(Math.ceil((this.#units * sets) / entries)));
    else pass.dispatchWorkgroups(Math.ceil(stride / entries), this.#units);
  }

  /** Resolves with the changes of the last slot. */
  async #submit(run: (pass: GPUComputePassEncoder) => void): Promise<number> {
    const { gpu, buffers } = this.#parts;
    const encoder = gpu.device.createCommandEncoder();
    encoder.clearBuffer(buffers.changes);
    const pass = encoder.beginComputePass();
    run(pass);
    pass.end();
    encoder.copyBufferToBuffer(buffers.changes, 0, buffers.staging, 0, CHANGE_BYTES);
    return gpu.read(
      encoder.finish(),
      buffers.staging,
      CHANGE_BYTES,
      (bytes) => new Uint32Array(bytes)[SLOTS - 1] as number,
    );
  }
}
