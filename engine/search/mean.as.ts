/**
 * Integer expected values of chance nodes.
 *
 * A mean is rounded to the nearest integer, halves away from 0, so that values stay zero-sum and do not depend on pruning. Each
 * chance node on the path may shift a value by up to a half; a finer evaluation uses smaller units (`perUnit`).
 *
 * If all outcomes are wins, the mean is that of their values (a win after the average number of plies), likewise for losses.
 * Otherwise a win counts as `winUtility` whatever its distance, a loss as the opposite, and evaluations are clamped to that range.
 */

@inline
export function meanOf(sum: i64, total: i64): i32 {
  const twice = 2 * abs(sum) + total;
  const mean = <i32>(twice / (2 * total));
  return sum < 0 ? -mean : mean;
}

/** The smallest sum with a mean of at least `mean`. */
@inline
export function leastSum(mean: i32, total: i64): i64 {
  const value = <i64>mean;
  return mean > 0 ? ((2 * value - 1) * total + 1) >> 1 : 1 - (((1 - 2 * value) * total + 1) >> 1);
}

/** Division by a positive number, rounded down. */
@inline
export function floorDivide(sum: i64, by: i64): i64 {
  const quotient = sum / by;
  return quotient * by > sum ? quotient - 1 : quotient;
}

/** Division by a positive number, rounded up. */
@inline
export function ceilDivide(sum: i64, by: i64): i64 {
  return -floorDivide(-sum, by);
}

/** Clamps a number. */
@inline
export function within(value: i64, least: i32, most: i32): i32 {
  return <i32>max(<i64>least, min(<i64>most, value));
}
