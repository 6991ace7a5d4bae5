/** Perft: counts move sequences, to verify rules against published numbers. */
import { ONGOING, Rules, rulesOf } from "../contracts/rules.as";

/** Scratch bytes per ply: a state and a list of moves. */
export function perftBytesPerPly<R extends Rules>(): usize {
  return rulesOf<R>().stateBytes() + 4 * rulesOf<R>().maxMoves();
}

export function perft<R extends Rules>(state: usize, depth: i32, scratch: usize): u64 {
  if (depth == 0) return 1;
  const rules = rulesOf<R>();
  if (rules.result(state) != ONGOING) return 0;
  const child = scratch;
  const list = scratch + rules.stateBytes();
  const count = rules.moves(state, list);
  if (depth == 1) return count;
  let total: u64 = 0;
  for (let i = 0; i < count; i++) {
    memory.copy(child, state, rules.stateBytes());
    rules.play(child, load<i32>(list + (<usize>i << 2)));
    total += perft<R>(child, depth - 1, scratch + perftBytesPerPly<R>());
  }
  return total;
}
