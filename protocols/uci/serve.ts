/** A UCI engine on streams. */
import { serveLines, type Streams } from "../external/serve.ts";
import { UciEngine, type EngineSpec } from "./engine.ts";

export type ServeSpec = Omit<EngineSpec, "send"> & Streams;

/** Runs until quit, end of input, the signal, or a player that cannot be created; reports whether it failed. */
export function serveUci({ input, output, log, signal, ...spec }: ServeSpec): Promise<{ failed: boolean }> {
  return serveLines({ input, output, log, signal }, (send) => new UciEngine({ ...spec, send }));
}
