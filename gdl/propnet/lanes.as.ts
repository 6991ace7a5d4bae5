/** Vectors of 128 lanes, one bit each. */
export const LANES: i32 = 128;

@inline
export function allLanes(): v128 {
  return i64x2.splat(-1);
}

@inline
export function popcount(lanes: v128): u64 {
  return popcnt(i64x2.extract_lane(lanes, 0)) + popcnt(i64x2.extract_lane(lanes, 1));
}
