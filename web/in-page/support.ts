/** Why the engine cannot run in this page; null where it can. */
export function whyNotHere(): string | null {
  if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") {
    return "not available here: needs workers and WebAssembly";
  }
  return globalThis.crossOriginIsolated ? null : "not available here: needs cross-origin isolation";
}
