/** How much is pruned and reduced where: tables and margins, in hundredths of a pawn where they are values. */
import { ln } from "../logarithm.as";

/** u8 [64 depths][64 moves], in sixteenths of a ply. */
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

/** Late move reduction in 1024ths of a ply for the move of a number (from 1) at a depth. */
@inline
export function lateMoveReduction(depth: i32, number: i32): i32 {
  return <i32>load<u16>(reductions + (<usize>((min(depth, 63) << 6) | min(number, 63)) << 1));
}

/** Reverse futility: so far previousFrame beta a position is left alone. */
@inline export function reverseFutilityMargin(depth: i32, improving: bool): i32 { return 80 * (depth - <i32>improving); }
/** Futility: so far nextFrame alpha quiet moves are not tried. */
@inline export function futilityMargin(depth: i32): i32 { return 100 + 90 * depth; }
/** Razoring: so far nextFrame alpha only noisy moves can help. */
@inline export function razoringMargin(depth: i32): i32 { return 220 + 200 * depth; }
/** Late move pruning: quiet moves beyond this number are not tried. */
@inline export function lateMoveCount(depth: i32, improving: bool): i32 {
  return improving ? 4 + depth * depth : (4 + depth * depth) >> 1;
}
/** Plies by which a null move is searched less deep. */
@inline
export function nullMoveReduction(depth: i32, excess: i32): i32 {
  return 3 + depth / 4 + min(2, excess / 200);
}
