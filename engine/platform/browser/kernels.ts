/** Kernels that were fetched; a game's must be here before it is opened, since it is then asked for at once. */

const kernels = new Map<string, Uint8Array<ArrayBuffer>>();

export function provideKernel(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  kernels.set(name, bytes);
}

export function readKernel(name: string, _path?: string): Uint8Array<ArrayBuffer> {
  const bytes = kernels.get(name);
  if (!bytes) throw new Error(`the kernel of ${name} was not fetched`);
  return bytes;
}
