/** An AEI engine on streams. */
import { serveLines, type Streams } from "../external/serve.ts";
import { AeiEngine, type EngineSpec } from "./engine.ts";

export type ServeSpec = Omit<EngineSpec, "send"> & Streams;

/** Runs until quit, end of input, an error or the signal; reports whether it failed. */
export function serveAei({ input, output, log, signal, ...spec }: ServeSpec): Promise<{ failed: boolean }> {
  return serveLines({ input, output, log, signal }, (send) => new AeiEngine({ ...spec, send }));
}
