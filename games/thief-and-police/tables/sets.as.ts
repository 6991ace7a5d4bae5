/** Sets of squares: u16 in ascending order, ranked colexicographically. */
import { choose } from "../combinations.as";

@inline
export function squareAt(set: usize, place: i32): i32 {
  return load<u16>(set + (<usize>place << 1));
}

@inline
export function setSquareAt(set: usize, place: i32, square: i32): void {
  store<u16>(set + (<usize>place << 1), square);
}

export function rankOf(set: usize, size: i32): u32 {
  let rank: usize = 0;
  for (let i = 0; i < size; i++) rank += choose(squareAt(set, i), i + 1);
  return <u32>rank;
}

/** From the highest place down: the greatest square whose binomial fits, by binary search. */
export function unrank(rank: u32, size: i32, squares: i32, set: usize): void {
  let left = <usize>rank;
  let above = squares;
  for (let place = size; place > 0; place--) {
    let low = place - 1;
    let high = above - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (choose(middle, place) <= left) low = middle;
      else high = middle - 1;
    }
    left -= choose(low, place);
    setSquareAt(set, place - 1, low);
    above = low;
  }
}

/** Advances to the next set; false after the last. */
export function nextSet(set: usize, size: i32, squares: i32): bool {
  for (let i = 0; i < size; i++) {
    const next = squareAt(set, i) + 1;
    if (next < (i + 1 < size ? squareAt(set, i + 1) : squares)) {
      setSquareAt(set, i, next);
      for (let j = 0; j < i; j++) setSquareAt(set, j, j);
      return true;
    }
  }
  return false;
}

export function isIn(set: usize, size: i32, square: i32): bool {
  for (let i = 0; i < size; i++) if (squareAt(set, i) == square) return true;
  return false;
}
