/** The thief table on a GPU (thief-shader.ts). A unit is a portion of sets of policemen. */
import { binomial } from "../../../../engine/index/combinations.ts";
import { pipelineOf, Ranges } from "../../../../engine/solve/gpu/bindings.ts";
import { ByteCounter } from "../../../../engine/solve/gpu/count-bytes.ts";
import { type GpuDevice, USAGE } from "../../../../engine/solve/gpu/device.ts";
import { download } from "../../../../engine/solve/gpu/transfer.ts";
import { THIEF_PORTION } from "../../layout.ts";
import type { MazeTable } from "../table-options.ts";
import { type DistanceBatches, inTwoDimensions, largestBatch } from "./batches.ts";
import { mazeData } from "./maze-data.ts";
import { THIEF_GROUP_SETS, thiefShader } from "./thief-shader.ts";

export async function thiefBatches(gpu: GpuDevice, given: MazeTable): Promise<DistanceBatches> {
  const { device } = gpu;
  const { storage, copySource, copyTarget, mapRead } = USAGE;
  const squares = given.maze.squares.length;
  const sets = binomial(squares, given.policemen);
  const maxUnits = largestBatch(gpu.limits, THIEF_PORTION * squares, Math.ceil(sets / THIEF_PORTION));
  const { words } = mazeData(given);
  const maze = await gpu.buffer(words.byteLength, storage | copyTarget, "the maze");
  device.queue.writeBuffer(maze, 0, words);
  const tableBytes = maxUnits * THIEF_PORTION * squares;
  const table = await gpu.buffer(tableBytes, storage | copySource | copyTarget, "a part of the table");
  const end = await gpu.buffer(4, mapRead | copyTarget, "the end of a batch");
  const pipeline = await pipelineOf(gpu, thiefShader(given), "solve", ["read", "write"]);
  const ranges = await Ranges.create(gpu, 1);
  const group = ranges.group(pipeline, [{ buffer: maze }, { buffer: table }]);
  const counter = await ByteCounter.create(gpu);
  let entries = 0;
  return {
    maxUnits,
    deviceBytes: table.size,
    async solve(firstUnit, units) {
      const firstSet = firstUnit * THIEF_PORTION;
      const solved = Math.min(units * THIEF_PORTION, sets - firstSet);
      entries = solved * squares;
      ranges.write([[firstSet, solved, 0, 0]]);
      const encoder = device.createCommandEncoder();
      encoder.clearBuffer(table);
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      pass.setBindGroup(0, group, [0]);
      pass.dispatchWorkgroups(...inTwoDimensions(Math.ceil(solved / THIEF_GROUP_SETS)));
      pass.end();
      encoder.copyBufferToBuffer(table, 0, end, 0, 4);
      await gpu.read(encoder.finish(), end, 4, () => {});
    },
    count: () => counter.count(table, entries),
    read: (target) => download(gpu, [table], target),
    release() {
      for (const buffer of [maze, table, end]) gpu.free(buffer);
      ranges.release();
      counter.release();
    },
  };
}
