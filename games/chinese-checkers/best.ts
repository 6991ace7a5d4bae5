/**
 * The player `best`: timed alpha-beta with late move reductions. The evaluation is the one-side tables plus small weights for rows to
 * go and shape. The tables count whole moves, so most moves tie; breaking these ties gained more than anything else that was tried
 * (docs/results/).
 */
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { presetKind } from "../../engine/search/preset.ts";

const SHAPE = "rows*0.25,curve*0.3,behind*0.05";

/** No table covers ten pieces: the foremost six go to the top squares, the other four to the next ones. */
function evaluation(pieces: number): string {
  const all = pieces === 1 ? "1" : `1-${pieces}`;
  return `sum(${pieces === 10 ? "5-10,1-4>1-4" : all},${SHAPE})`;
}

export function bestKind(alphabeta: PlayerKind, pieces: number): PlayerKind {
  return presetKind("best", "the strongest player: alpha-beta, one second per move, tables and shape", alphabeta, {
    ms: 1_000,
    moves: "non-backward",
    reduce: 1,
    tt: 64,
    eval: evaluation(pieces),
  });
}
