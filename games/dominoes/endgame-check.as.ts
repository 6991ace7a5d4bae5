/** Checks every entry against its definition, by the rules of the full game. */
import { UnrankedPosition } from "../../build/layouts/games/dominoes/solver.as";
import { stopped } from "../../engine/kernel/stop.as";
import { DRAW as DRAWN_GAME, FIRST_WINS, ONGOING } from "../../engine/contracts/rules.as";
import { addMove, bestMove, startMoves } from "./endgame.as";
import { MAX_MOVES, PART } from "./constants";
import { endIfBlocked, legalMoves, playMove, resultOf } from "./rules.as";
import { handOf, knowledgeOf, leftOf, phaseOf, rightOf, setChain, setCount, setEnds, setHand, STATE_BYTES } from "./state.as";
import { rankPosition, unrankPosition } from "./sets.as";
import { highOf, lowOf, tileOf } from "./tiles.as";

const NOT_A_VALUE: i32 = 255;
/** Two states, a list of moves, an unranked entry. */
export const ENDGAME_SCRATCH_BYTES: i32 = 2 * STATE_BYTES + 4 * MAX_MOVES + <i32>UnrankedPosition.BYTES;

/** The state of a position: the mover is the first player, the stock is empty, only the ends of the chain are known. */
export function endgameState(mover: u32, other: u32, ends: i32, state: usize): void {
  memory.fill(state, 0, STATE_BYTES);
  setHand(state, 0, mover);
  setHand(state, 1, other);
  for (let player = 0; player < 2; player++) {
    const count = popcnt(handOf(state, player));
    setCount(state, player, count);
    knowledgeOf(state, player).slots[0] = <u8>count;
  }
  setEnds(state, lowOf(ends), highOf(ends));
  setChain(state, PART + 7 * lowOf(ends) + highOf(ends));
  endIfBlocked(state);
}

/** The entry of a state with an empty stock in which both hands have tiles. */
export function rankState(state: usize): u32 {
  const mover = phaseOf(state) & 1;
  return rankPosition(handOf(state, mover), handOf(state, 1 - mover), tileOf(leftOf(state), rightOf(state)));
}

/** The value of a finished game for a player, with 0 plies. */
function endValue(result: i32, player: i32): i32 {
  if (result == DRAWN_GAME) return 0;
  return (result == FIRST_WINS) == (player == 0) ? 128 : 1;
}

/** The value of an entry according to its successors. */
export function expectedEntry(values: usize, entry: u32, scratch: usize): i32 {
  const state = scratch;
  const next = scratch + STATE_BYTES;
  const list = next + STATE_BYTES;
  const unranked = UnrankedPosition.at(list + 4 * MAX_MOVES);
  unrankPosition(entry, changetype<usize>(unranked));
  endgameState(unranked.mover, unranked.other, unranked.ends, state);
  if (resultOf(state) != ONGOING) return endValue(resultOf(state), 0);
  startMoves();
  const count = legalMoves(state, list);
  for (let i = 0; i < count; i++) {
    memory.copy(next, state, STATE_BYTES);
    playMove(next, load<i32>(list + (<usize>i << 2)));
    const result = resultOf(next);
    // Blocked games have entries too, which are checked themselves.
    const isEnded = result != ONGOING && (handOf(next, 0) == 0 || handOf(next, 1) == 0);
    addMove(isEnded ? endValue(result, 1) : load<u8>(values + rankState(next)));
  }
  return count == 0 ? NOT_A_VALUE : bestMove();
}

/** Counts the wrong entries of a range; one of them is written to `wrong`. */
export function checkEntries(values: usize, start: u32, end: u32, scratch: usize, wrong: usize): u32 {
  let count: u32 = 0;
  for (let entry = start; entry < end; entry++) {
    if ((entry & 0xfff) == 0 && stopped()) return count;
    if (expectedEntry(values, entry, scratch) == <i32>load<u8>(values + entry)) continue;
    store<u32>(wrong, entry);
    count++;
  }
  return count;
}
