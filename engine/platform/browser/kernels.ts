/** Kernels that were fetched. A game's kernel must be provided before the game is opened, because it is read synchronously. */

const kernels = new Map<string, Uint8Array<ArrayBuffer>>();

export function provideKernel(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  kernels.set(name, bytes);
}

export function readKernel(name: string, _path?: string): Uint8Array<ArrayBuffer> {
  const bytes = kernels.get(name);
  if (!bytes) throw new Error(`the kernel of ${name} was not fetched`);
  return bytes;
}
