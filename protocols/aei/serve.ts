/** An AEI engine on streams. */
import { serveLines, type Streams } from "../program/serve.ts";
import { AeiEngine, type EngineSpec } from "./engine.ts";

export type ServeSpec = Omit<EngineSpec, "say"> & Streams;

/** Until quit, the end of the input, an error or the signal; whether it was an error. */
export function serveAei({ input, output, log, signal, ...spec }: ServeSpec): Promise<{ failed: boolean }> {
  return serveLines({ input, output, log, signal }, (say) => new AeiEngine({ ...spec, say }));
}
