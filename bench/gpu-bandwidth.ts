/** The bandwidth of a GPU's memory, by a shader that copies a buffer. */
import { type GpuDevice, USAGE } from "../engine/solve/gpu/device.ts";

const BYTES = 2 ** 30;
const COPIES = 100;
const SOFTWARE_BYTES = 2 ** 22;
const SOFTWARE_COPIES = 2;

const THREADS = 256;
const ROUNDS = 16;
const GROUP_BYTES = 16 * THREADS * ROUNDS;
const SHADER = `
@group(0) @binding(0) var<storage, read> source: array<vec4u>;
@group(0) @binding(1) var<storage, read_write> copied: array<vec4u>;
@compute @workgroup_size(${THREADS})
fn copy(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) thread: u32) {
  let start = group.x * ${THREADS * ROUNDS}u + thread;
  for (var i = 0u; i < ${ROUNDS}u; i++) { copied[start + i * ${THREADS}u] = source[start + i * ${THREADS}u]; }
}
`;

/** Bytes read and written per second. */
export async function copyBandwidth(gpu: GpuDevice): Promise<number> {
  const [bytes, copies] = gpu.isSoftware ? [SOFTWARE_BYTES, SOFTWARE_COPIES] : [BYTES, COPIES];
  const pipeline = await gpu.pipeline(SHADER, "copy", "auto");
  const source = await gpu.buffer(bytes, USAGE.storage, "a copy");
  const target = await gpu.buffer(bytes, USAGE.storage | USAGE.copySource, "a copy");
  const staging = await gpu.buffer(4, USAGE.mapRead | USAGE.copyTarget, "a copy");
  const group = gpu.device.createBindGroup({
    layout: pipeline.getBindGroupLayout(0),
    entries: [source, target].map((buffer, binding) => ({ binding, resource: { buffer } })),
  });
  const copy = async (times: number): Promise<number> => {
    const encoder = gpu.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let i = 0; i < times; i++) pass.dispatchWorkgroups(bytes / GROUP_BYTES);
    pass.end();
    encoder.copyBufferToBuffer(target, 0, staging, 0, 4);
    const began = performance.now();
    await gpu.read(encoder.finish(), staging, 4, () => {});
    return (performance.now() - began) / 1_000;
  };
  // The first clears the buffers.
  await copy(1);
  const elapsed = await copy(copies);
  for (const buffer of [source, target, staging]) gpu.free(buffer);
  return (2 * bytes * copies) / elapsed;
}
