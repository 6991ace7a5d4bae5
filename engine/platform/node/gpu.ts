/** WebGPU by the optional package `webgpu` (Dawn). */

/** Dawn's instance. It is kept: a device does not survive it. */
let instance: GPU | null = null;

/** The entry point of WebGPU, or why there is none. */
export async function findGpu(): Promise<GPU | string> {
  if (instance) return instance;
  // Not a literal: the package and its types may be missing.
  const name = "webgpu";
  try {
    const { create } = (await import(name)) as { create(options: readonly string[]): GPU };
    instance = create([]);
    return instance;
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND" ? "not installed" : String(error);
    return `the package webgpu cannot be loaded: ${why}; install it with: npm install webgpu`;
  }
}
