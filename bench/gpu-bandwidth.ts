/** The bandwidth of a GPU's memory, by copies between two buffers. */
import { type GpuDevice, USAGE } from "../engine/solve/gpu/device.ts";

const COPY_BYTES = 2 ** 30;
const SOFTWARE_COPY_BYTES = 2 ** 22;
const COPIES = 20;

/** Bytes read and written per second. */
export async function copyBandwidth(gpu: GpuDevice): Promise<number> {
  const bytes = gpu.isSoftware ? SOFTWARE_COPY_BYTES : COPY_BYTES;
  const source = await gpu.buffer(bytes, USAGE.copySource | USAGE.copyTarget, "a copy");
  const target = await gpu.buffer(bytes, USAGE.copySource | USAGE.copyTarget, "a copy");
  const staging = await gpu.buffer(4, USAGE.mapRead | USAGE.copyTarget, "a copy");
  const copy = async (times: number): Promise<number> => {
    const encoder = gpu.device.createCommandEncoder();
    for (let i = 0; i < times; i++) encoder.copyBufferToBuffer(source, 0, target, 0, bytes);
    encoder.copyBufferToBuffer(target, 0, staging, 0, 4);
    const began = performance.now();
    await gpu.read(encoder.finish(), staging, 4, () => {});
    return (performance.now() - began) / 1_000;
  };
  // The first clears the buffers.
  await copy(1);
  const elapsed = await copy(COPIES);
  for (const buffer of [source, target, staging]) gpu.free(buffer);
  return (2 * bytes * COPIES) / elapsed;
}
