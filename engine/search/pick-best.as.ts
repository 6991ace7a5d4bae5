/** One step of a selection sort: swaps the move with the greatest score from `start` on to `start`; the first of equals. */
@inline
export function pickBest(moves: usize, scores: usize, start: i32, count: i32): i32 {
  const first = <usize>start << 2;
  const end = <usize>count << 2;
  let best = first;
  let bestScore = load<i32>(scores + first);
  for (let i = first + 4; i < end; i += 4) {
    const score = load<i32>(scores + i);
    if (score > bestScore) {
      bestScore = score;
      best = i;
    }
  }
  const move = load<i32>(moves + best);
  store<i32>(moves + best, load<i32>(moves + first));
  store<i32>(scores + best, load<i32>(scores + first));
  store<i32>(moves + first, move);
  store<i32>(scores + first, bestScore);
  return move;
}
