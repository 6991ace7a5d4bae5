/** Where the values of positions come from. */
import type { Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Probe, ProofBounds } from "../../engine/contracts/table.ts";

/** A table or solver that can be probed for positions of a variant. */
export interface ProbeSource {
  readonly name: string;
  /** `solved`: solves on request. It is slow and uses hidden information. */
  readonly kind: "table" | "solved";
  /** A solver that answers positions after a solved one as fast as a table. */
  readonly isFast?: true;
  /** Of a solver: the bounds of a proof of a position; null if it is solved, or if a proof cannot help. */
  proofOf?(position: Position): ProofBounds | null;
  probe(position: Position, signal?: AbortSignal): Promise<Result<Probe>> | Result<Probe>;
}

export interface ValueSources {
  /** In order of preference; the first that covers a position answers. */
  readonly probeSources: readonly ProbeSource[];
}
