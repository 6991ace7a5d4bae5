/** Late move reductions and pruning margins, in centipawns. */
import { ln } from "../logarithm.as";

/** u16 [64 depths][64 moves], in 1024ths of a ply. */
export const REDUCTIONS_BYTES: usize = 8192;
let reductions: usize = 0;

export function startReductions(region: usize): void {
  reductions = region;
  for (let depth = 1; depth < 64; depth++) {
    for (let move = 1; move < 64; move++) {
      const plies = REDUCTION_BASE + ln(<f64>depth) * ln(<f64>move) / REDUCTION_DIVISOR;
      store<u16>(region + (<usize>((depth << 6) | move) << 1), <u16>(1024 * max(0.0, plies)));
    }
  }
}

const REDUCTION_BASE: f64 = 0.75;
const REDUCTION_DIVISOR: f64 = 2.25;

/** Late move reduction (LMR) in 1024ths of a ply, by depth and move number (1-based). */
@inline
export function lateMoveReduction(depth: i32, number: i32): i32 {
  return <i32>load<u16>(reductions + (<usize>((min(depth, 63) << 6) | min(number, 63)) << 1));
}

/** Reverse futility pruning: a static evaluation this far above beta fails high. */
@inline export function reverseFutilityMargin(depth: i32, improving: bool): i32 { return 80 * (depth - <i32>improving); }
/** Futility pruning: quiet moves are skipped if the static evaluation is this far below alpha. */
@inline export function futilityMargin(depth: i32): i32 { return 100 + 90 * depth; }
/** Razoring: a static evaluation this far below alpha goes directly to quiescence search. */
@inline export function razoringMargin(depth: i32): i32 { return 220 + 200 * depth; }
/** Late move pruning: quiet moves beyond this number are skipped. */
@inline export function lateMoveCount(depth: i32, improving: bool): i32 {
  return improving ? 4 + depth * depth : (4 + depth * depth) >> 1;
}
/** Depth reduction of the null move search. */
@inline
export function nullMoveReduction(depth: i32, excess: i32): i32 {
  return 3 + depth / 4 + min(2, excess / 200);
}
