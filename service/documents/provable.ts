/** Positions whose outcomes a longer proof may find. */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Prober, ProofBounds } from "../../engine/contracts/table.ts";
import type { ProvablePosition } from "../analysis-documents.ts";
import type { ValueSources } from "./value-sources.ts";

export function provablePosition(
  rules: OpenGame,
  position: Position,
  { probeSources }: ValueSources,
): ProvablePosition | null {
  for (const source of probeSources) {
    const bounds = source.proofOf?.(position);
    if (bounds) return documentOf(rules.formatPosition(position), bounds);
  }
  return null;
}

/** A position from a client; whether it can be proven is known when the proof ends. */
export function positionToProve({ proofBounds }: Prober, rules: OpenGame, text: string): ProvablePosition {
  if (!proofBounds) throw new GameloreError("bad-usage", `${rules.game.id}: outcomes are not proven`);
  return documentOf(rules.formatPosition(unwrap(rules.parsePosition(text))), proofBounds);
}

function documentOf(position: string, { bytes, milliseconds }: ProofBounds): ProvablePosition {
  return { position, memoryBytes: bytes, seconds: milliseconds / 1_000 };
}
