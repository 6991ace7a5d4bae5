/** Why the engine cannot run in this page; null if it can. */
export function unsupportedReason(): string | null {
  if (typeof Worker === "undefined" || typeof WebAssembly === "undefined") {
    return "not available: it needs workers and WebAssembly";
  }
  return globalThis.crossOriginIsolated ? null : "not available: it needs cross-origin isolation";
}
