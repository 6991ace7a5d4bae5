/**
 * The player `best`: alpha-beta by time, late moves reduced, evaluated by the one-side tables with a little of the rows to go and of
 * the shape. The tables count whole moves, so most moves are equal by them; what breaks these ties is worth more than
 * anything else that was tried (docs/results.md).
 */
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { presetKind } from "../../engine/search/preset.ts";

const SHAPE = "rows*0.25,curve*0.3,behind*0.05";

/** Ten pieces have no table of all: the foremost six go to the top squares, the other four to the next ones. */
function evaluation(pieces: number): string {
  const all = pieces === 1 ? "1" : `1-${pieces}`;
  return `sum(${pieces === 10 ? "5-10,1-4>1-4" : all},${SHAPE})`;
}

export function bestKind(alphabeta: PlayerKind, pieces: number): PlayerKind {
  return presetKind("best", "the strongest: alpha-beta for a second a move, by tables and shape", alphabeta, {
    ms: 1_000,
    moves: "non-backward",
    reduce: 1,
    tt: 64,
    eval: evaluation(pieces),
  });
}
