/** Vectors of 128 lanes, one bit each. */
export const LANES: i32 = 128;

@inline
export function ALL(): v128 {
  return i64x2.splat(-1);
}

@inline
export function onesOf(lanes: v128): u64 {
  return popcnt(i64x2.extract_lane(lanes, 0)) + popcnt(i64x2.extract_lane(lanes, 1));
}
