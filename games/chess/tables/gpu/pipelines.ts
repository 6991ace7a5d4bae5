/** The compiled passes, and the dispatches of a submission. */
import type { GpuDevice } from "../../../../engine/solve/gpu/device.ts";
import { GRID } from "./board-shader.ts";
import { CONVERSION_SHADER } from "./conversion-shader.ts";
import { DECIDE_SHADER, SPREAD_SHADER } from "./distance-shaders.ts";
import { FINISH_SHADER, MATE_SHADER, PACK_SHADER, SETTLE_SHADER, START_SHADER } from "./pass-shaders.ts";
import { STEP_BYTES } from "./steps.ts";

const COMPUTE = 0x4;

type Access = "read" | "write";

const NAMES = ["start", "convert", "settle", "mate", "spread", "decide", "finish", "pack"] as const;
export type PassName = (typeof NAMES)[number];

/** The buffers of a pass after the uniform record, the geometry and the batch. */
interface PassSource {
  readonly code: string;
  readonly buffers: readonly Access[];
}

const SOURCES: Readonly<Record<PassName, PassSource>> = {
  start: { code: START_SHADER, buffers: ["write", "write", "write", "write"] },
  convert: { code: CONVERSION_SHADER, buffers: ["read", "write", "read", "read", "read"] },
  settle: { code: SETTLE_SHADER, buffers: ["write", "write", "write", "write"] },
  mate: { code: MATE_SHADER, buffers: ["write", "write", "write", "write", "write"] },
  spread: { code: SPREAD_SHADER, buffers: ["read", "write", "read"] },
  decide: { code: DECIDE_SHADER, buffers: ["write", "write", "write", "write", "read", "write"] },
  finish: { code: FINISH_SHADER, buffers: ["write", "write"] },
  pack: { code: PACK_SHADER, buffers: ["read", "write"] },
};

export type Pipelines = Readonly<Record<PassName, GPUComputePipeline>>;

export async function compilePasses(gpu: GpuDevice): Promise<Pipelines> {
  const passes = await Promise.all(
    NAMES.map(async (name) => {
      const { code, buffers } = SOURCES[name];
      return [name, await gpu.pipeline(code, name, layoutOf(gpu, buffers))] as const;
    }),
  );
  return Object.fromEntries(passes) as Record<PassName, GPUComputePipeline>;
}

function layoutOf({ device }: GpuDevice, buffers: readonly Access[]): GPUPipelineLayout {
  const entries = (["read", "read", ...buffers] as const).map((access, i): GPUBindGroupLayoutEntry => ({
    binding: i + 1,
    visibility: COMPUTE,
    buffer: { type: access === "read" ? "read-only-storage" : "storage" },
  }));
  const step: GPUBindGroupLayoutEntry = {
    binding: 0,
    visibility: COMPUTE,
    buffer: { type: "uniform", hasDynamicOffset: true },
  };
  return device.createPipelineLayout({
    bindGroupLayouts: [device.createBindGroupLayout({ entries: [step, ...entries] })],
  });
}

/** What a pass is bound to. */
export class Bound {
  readonly pipeline: GPUComputePipeline;
  readonly #group: GPUBindGroup;

  constructor({ device }: GpuDevice, pipeline: GPUComputePipeline, steps: GPUBuffer, buffers: readonly GPUBuffer[]) {
    this.pipeline = pipeline;
    this.#group = device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ buffer: steps, size: STEP_BYTES }, ...buffers.map((buffer) => ({ buffer }))].map(
        (resource, binding) => ({ binding, resource }),
      ),
    });
  }

  /** Dispatches a number of workgroups, twice for both winners or sides. */
  dispatch(pass: GPUComputePassEncoder, stepOffset: number, groups: number, times = 1): void {
    pass.setPipeline(this.pipeline);
    pass.setBindGroup(0, this.#group, [stepOffset]);
    pass.dispatchWorkgroups(Math.min(groups, GRID), Math.ceil(groups / GRID), times);
  }
}
