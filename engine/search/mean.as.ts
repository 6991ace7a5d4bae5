/**
 * Means over outcomes of chance, in whole numbers.
 *
 * A mean is rounded to the nearest whole number, halves away from 0: the two sides then see opposite values, and the value of
 * a state is a function of the values below it, whatever was pruned on the way. Each move of chance between the root and the
 * evaluation may shift a value by up to a half; who wants it finer counts in smaller units (`perUnit`).
 *
 * If all outcomes are won, the mean is that of their values: a win after so many plies on average, and likewise if all are lost.
 * Otherwise nothing is certain, and the mean must not look so: a win counts as `winWorth`, the nearer no more than the
 * farther, a loss as the opposite, and evaluations are cut to what lies between.
 */

@inline
export function meanOf(sum: i64, total: i64): i32 {
  const twice = 2 * abs(sum) + total;
  const mean = <i32>(twice / (2 * total));
  return sum < 0 ? -mean : mean;
}

/** The least sum that has a mean of at least `mean`. */
@inline
export function leastSum(mean: i32, total: i64): i64 {
  const value = <i64>mean;
  return mean > 0 ? ((2 * value - 1) * total + 1) >> 1 : 1 - (((1 - 2 * value) * total + 1) >> 1);
}

/** The quotient by a number above 0, rounded down. */
@inline
export function floorDivide(sum: i64, by: i64): i64 {
  const quotient = sum / by;
  return quotient * by > sum ? quotient - 1 : quotient;
}

/** The quotient by a number above 0, rounded up. */
@inline
export function ceilDivide(sum: i64, by: i64): i64 {
  return -floorDivide(-sum, by);
}

/** A number brought between two others. */
@inline
export function within(value: i64, least: i32, most: i32): i32 {
  return <i32>max(<i64>least, min(<i64>most, value));
}
