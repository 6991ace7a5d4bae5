/** The browser's own WebGPU, in pages and workers. */

/** The entry point of WebGPU, or why there is none. */
export async function findGpu(): Promise<GPU | string> {
  const { gpu } = navigator as { readonly gpu?: GPU };
  return gpu ?? "this browser has no WebGPU";
}
