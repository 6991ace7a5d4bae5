/** Thief and Police for the engine's search templates: alternating turns through `SearchRules`. A simultaneous game is serialized: the searching side moves first. */
import { FIRST_WINS, ONGOING, SECOND_WINS, SearchRules, WIN_VALUE } from "../../engine/contracts/rules.as";
import { randomBelow } from "../../engine/random/xorshift.as";
import { boundAfterMove, evaluateFor } from "./evaluation.as";
import { ALTERNATING_ONE, DIRECTIONS, POLICE, THIEF, THIEF_MOVE } from "./layout";
import { distanceBetween, exitDistance, isExit, mayStay, neighbourOf, policemen, turns } from "./maze.as";
import { directionOf, isSurrounded, playPolice, playThief, policeMoves, targetOf, thiefMoves } from "./moves.as";
import { isClosed, policemanOf, setTurn, STATE_BYTES, thiefOf, turnOf } from "./state.as";

/** Percentage of random moves in playouts; the others follow a shortest path. */
const RANDOM_PERCENT: u32 = 30;

@final
export class ThiefAndPolice extends SearchRules {
  @inline stateBytes(): i32 { return STATE_BYTES; }

  maxMoves(): i32 { return maxPoliceMoves(); }

  /** POLICE or THIEF; not used in simultaneous games. */
  @inline turn(state: usize): i32 { return turnOf(state); }

  moves(state: usize, out: usize): i32 {
    if (this.result(state) != ONGOING) return 0;
    return turnOf(state) == THIEF ? thiefMoves(state, out) : policeMoves(state, out);
  }

  play(state: usize, move: i32): void {
    if (turnOf(state) == THIEF) {
      playThief(state, move);
      setTurn(state, POLICE);
    } else {
      playPolice(state, move);
      setTurn(state, THIEF);
    }
  }

  result(state: usize): i32 {
    if (isExit(thiefOf(state))) return SECOND_WINS;
    return isSurrounded(state) ? FIRST_WINS : ONGOING;
  }

  hash(state: usize): u64 { return hashOf(state); }
  orderScore(state: usize, move: i32): i32 { return progressOf(state, turnOf(state), move); }

  searchMoves(state: usize, out: usize): i32 {
    return this.moves(state, out);
  }

  evaluate(state: usize): i32 {
    return evaluateFor(state, turnOf(state));
  }

  evaluateMoves(state: usize, moves: usize, count: i32, values: usize): void {
    const first = load<u64>(state);
    const second = load<u64>(state, 8);
    const mover = turnOf(state);
    const wins = mover == POLICE ? FIRST_WINS : SECOND_WINS;
    for (let i: usize = 0; i < <usize>count << 2; i += 4) {
      this.play(state, load<i32>(moves + i));
      const result = this.result(state);
      const value = result == ONGOING ? evaluateFor(state, mover) : result == wins ? WIN_VALUE : -WIN_VALUE;
      store<i32>(values + i, value);
      store<u64>(state, first);
      store<u64>(state, second, 8);
    }
  }

  evaluationBound(state: usize): i32 { return boundAfterMove(state); }

  playoutMove(state: usize, scratch: usize, random: usize): i32 {
    return turnOf(state) == THIEF ? thiefPlayoutMove(state, random) : policePlayoutMove(state, scratch, random);
  }
}

/** Upper bound of the number of moves of a side. */
export function maxPoliceMoves(): i32 {
  if (turns == ALTERNATING_ONE) return DIRECTIONS * policemen + 1;
  let most = 1;
  for (let i = 0; i < policemen; i++) most *= DIRECTIONS + 1;
  return max(most, DIRECTIONS + 1);
}

export function hashOf(state: usize): u64 {
  let mixed = load<u64>(state) * 0x9e3779b97f4a7c15;
  mixed = (mixed ^ (mixed >> 29) ^ load<u64>(state, 8)) * 0xd6e8feb86659fd93;
  mixed = (mixed ^ (mixed >> 32)) * 0x9e3779b97f4a7c15;
  return mixed ^ (mixed >> 29);
}

/** Move-ordering score: steps gained towards the thief, or towards the exit. */
export function progressOf(state: usize, player: i32, move: i32): i32 {
  const thief = thiefOf(state);
  if (player == THIEF) return 100 * (exitDistance(thief) - exitDistance(targetOf(thief, directionOf(move, 0))));
  let nearer = 0;
  for (let number = 0; number < policemen; number++) {
    const square = policemanOf(state, number);
    nearer += distanceBetween(square, thief) - distanceBetween(targetOf(square, directionOf(move, number)), thief);
  }
  return 64 * nearer;
}

/** A random free neighbour, or the one nearest to an exit; staying is an option if allowed. */
export function thiefPlayoutMove(state: usize, random: usize): i32 {
  const thief = thiefOf(state);
  const atRandom = randomBelow(random, 100) < RANDOM_PERCENT;
  let best = 0;
  let least = mayStay ? exitDistance(thief) : i32.MAX_VALUE;
  let seen: u32 = mayStay ? 1 : 0;
  for (let direction = 1; direction <= DIRECTIONS; direction++) {
    const target = neighbourOf(thief, direction);
    if (isClosed(state, target)) continue;
    seen++;
    const better = atRandom ? randomBelow(random, seen) == 0 : exitDistance(target) < least;
    if (!better) continue;
    least = exitDistance(target);
    best = direction;
  }
  return THIEF_MOVE | best;
}

/** Policemen choose free squares one after the other; none enters a square that is still occupied. With stay=no or one mover per turn, a random legal move. */
export function policePlayoutMove(state: usize, scratch: usize, random: usize): i32 {
  if (!mayStay || turns == ALTERNATING_ONE) {
    const count = policeMoves(state, scratch);
    return load<i32>(scratch + (<usize>randomBelow(random, count) << 2));
  }
  const thief = thiefOf(state);
  let move = 0;
  for (let number = 0; number < policemen; number++) {
    const square = policemanOf(state, number);
    const atRandom = randomBelow(random, 100) < RANDOM_PERCENT;
    let best = 0;
    let least = distanceBetween(square, thief);
    let seen: u32 = 1;
    for (let direction = 1; direction <= DIRECTIONS; direction++) {
      const target = neighbourOf(square, direction);
      if (target == thief || isClosed(state, target) || isTaken(state, move, number, target)) continue;
      seen++;
      const better = atRandom ? randomBelow(random, seen) == 0 : distanceBetween(target, thief) < least;
      if (!better) continue;
      least = distanceBetween(target, thief);
      best = direction;
    }
    move |= best << (3 * number);
  }
  return move;
}

function isTaken(state: usize, move: i32, before: i32, target: i32): bool {
  for (let other = 0; other < before; other++) {
    if (targetOf(policemanOf(state, other), directionOf(move, other)) == target) return true;
  }
  return false;
}
