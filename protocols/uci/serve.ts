/** A UCI engine on streams. */
import { serveLines, type Streams } from "../program/serve.ts";
import { UciEngine, type EngineSpec } from "./engine.ts";

export type ServeSpec = Omit<EngineSpec, "say"> & Streams;

/** Until quit, the end of the input, a player that cannot be made, or the signal; whether it has failed. */
export function serveUci({ input, output, log, signal, ...spec }: ServeSpec): Promise<{ failed: boolean }> {
  return serveLines({ input, output, log, signal }, (say) => new UciEngine({ ...spec, say }));
}
