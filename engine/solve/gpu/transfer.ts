/** Copies between the memory of a GPU and that of the CPU. */
import { type GpuDevice, USAGE } from "./device.ts";

/** Copied at a time; the next part is copied to the CPU's memory while this one is read. */
const PART_BYTES = 2 ** 26;
const LANES = 2;

/** Copies buffers one after another to `target`, from byte `start` (a multiple of four) until it is full. */
export async function download(
  device: GpuDevice,
  buffers: readonly GPUBuffer[],
  target: Uint8Array,
  { start = 0, partBytes = PART_BYTES }: { readonly start?: number; readonly partBytes?: number } = {},
): Promise<void> {
  const parts: { readonly buffer: GPUBuffer; readonly from: number; readonly to: number; readonly bytes: number }[] =
    [];
  let bufferStart = 0;
  for (const buffer of buffers) {
    const end = Math.min(buffer.size, start + target.length - bufferStart);
    for (let from = Math.max(0, start - bufferStart); from < end; from += partBytes)
      parts.push({ buffer, from, to: bufferStart + from - start, bytes: Math.min(partBytes, end - from) });
    bufferStart += buffer.size;
  }
  // Pinning memory takes time, and most tables of a set are small.
  const stagingBytes = Math.max(0, ...parts.map(({ bytes }) => bytes));
  let next = 0;
  const lane = async (): Promise<void> => {
    const staging = await device.buffer(stagingBytes, USAGE.mapRead | USAGE.copyTarget, "reading the table");
    try {
      for (let part = parts[next++]; part; part = parts[next++]) {
        const { buffer, from, to, bytes } = part;
        const copied = Math.ceil(bytes / 4) * 4;
        const encoder = device.device.createCommandEncoder();
        encoder.copyBufferToBuffer(buffer, from, staging, 0, copied);
        await device.read(encoder.finish(), staging, copied, (read) => target.set(new Uint8Array(read, 0, bytes), to));
      }
    } finally {
      device.free(staging);
    }
  };
  await Promise.all(Array.from({ length: Math.min(LANES, parts.length) }, lane));
}

/** Copies bytes to a buffer, in parts. */
export function upload({ device }: GpuDevice, source: Uint8Array<ArrayBuffer>, buffer: GPUBuffer): void {
  const { queue } = device;
  const whole = source.length - (source.length % 4);
  for (let at = 0; at < whole; at += PART_BYTES)
    queue.writeBuffer(buffer, at, source, at, Math.min(PART_BYTES, whole - at));
  if (whole === source.length) return;
  const last = new Uint8Array(4);
  last.set(source.subarray(whole));
  queue.writeBuffer(buffer, whole, last);
}
