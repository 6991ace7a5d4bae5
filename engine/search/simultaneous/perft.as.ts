/** Perft: counts sequences of joint moves, to verify rules against published numbers. */
import { ONGOING, rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";

/** Scratch bytes per round: a state and the moves of both players. */
export function perftBytesPerRound<R extends SimultaneousRules>(): usize {
  const rules = rulesOf<R>();
  return ((<usize>rules.stateBytes() + 4 * <usize>(rules.maxMoves(0) + rules.maxMoves(1))) + 7) & ~7;
}

export function perftOfRounds<R extends SimultaneousRules>(state: usize, depth: i32, scratch: usize): u64 {
  if (depth == 0) return 1;
  const rules = rulesOf<R>();
  if (rules.result(state) != ONGOING) return 0;
  const child = scratch;
  const first = scratch + rules.stateBytes();
  const second = first + 4 * <usize>rules.maxMoves(0);
  const firstCount = rules.movesOf(state, 0, first);
  const secondCount = rules.movesOf(state, 1, second);
  if (depth == 1) return <u64>firstCount * <u64>secondCount;
  let total: u64 = 0;
  for (let i: usize = 0; i < <usize>firstCount; i++) {
    for (let j: usize = 0; j < <usize>secondCount; j++) {
      memory.copy(child, state, rules.stateBytes());
      rules.playBoth(child, load<i32>(first + (i << 2)), load<i32>(second + (j << 2)));
      total += perftOfRounds<R>(child, depth - 1, scratch + perftBytesPerRound<R>());
    }
  }
  return total;
}
