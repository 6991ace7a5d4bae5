/** How a byte of a table says the outcome of a position for the side to move (outcome.as.ts has the same numbers). */

const DRAWN = 0;
const LOST = 1;
const WON = 128;
const NO_POSITION = 255;
/** Plies of the longest outcome that can be said. */
export const MAX_PLIES = 125;

export type Outcome =
  | { readonly kind: "win" | "loss"; readonly plies: number }
  | { readonly kind: "draw" | "no position" };

export function readOutcome(value: number): Outcome {
  if (value === DRAWN) return { kind: "draw" };
  if (value === NO_POSITION) return { kind: "no position" };
  return value < WON ? { kind: "loss", plies: value - LOST } : { kind: "win", plies: value - WON };
}

export function writeOutcome(outcome: Outcome): number {
  switch (outcome.kind) {
    case "draw":
      return DRAWN;
    case "no position":
      return NO_POSITION;
    case "win":
      return WON + outcome.plies;
    case "loss":
      return LOST + outcome.plies;
  }
}

/**
 * The definition: what a position with these values after its moves is. Won one ply after the soonest loss of the other
 * side; failing that, a draw if there is one; failing that, lost one ply after the latest win of the other side.
 */
export function outcomeFrom(after: Iterable<number>): number {
  let soonest = Number.POSITIVE_INFINITY;
  let latest = -1;
  let drawn = false;
  for (const value of after) {
    const outcome = readOutcome(value);
    if (outcome.kind === "loss") soonest = Math.min(soonest, outcome.plies);
    else if (outcome.kind === "win") latest = Math.max(latest, outcome.plies);
    else drawn = true;
  }
  if (soonest < Number.POSITIVE_INFINITY) return WON + soonest + 1;
  return drawn ? DRAWN : LOST + latest + 1;
}
