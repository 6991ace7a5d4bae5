/**
 * The game with alternating turns, for the engine's retrograde analysis. Index: turn, thief's square, set of the policemen's squares, in this order. The winner
 * makes the last move: the police surround the thief, or the thief reaches an exit.
 */
import { ENDED_LOST, NO_POSITION, OutcomeRules } from "../../../engine/solve/outcome.as";
import { OutcomeMoves } from "../../../engine/solve/outcome-check.as";
import { choose } from "../combinations.as";
import { DIRECTIONS, NO_SQUARE, POLICE, PURSUIT_RUN, THIEF } from "../layout";
import { isExit, mayStay, neighbourOf, policemen, squares } from "../maze.as";
import { isSurrounded, playPolice, playThief, policeMoves, thiefMoves } from "../moves.as";
import { hasPoliceman, policeSquares, setThief, setTurn, thiefOf, turnOf } from "../state.as";
import { nextSet, rankOf, unrank } from "./sets.as";

/** Memory of this thread: two states and a list of moves. */
let state: usize = 0;
let other: usize = 0;
let list: usize = 0;
/** The entry decoded in `state`. */
let current: u32 = u32.MAX_VALUE;

export function pursuitThreadBytes(mostMoves: i32): usize {
  return 64 + 4 * <usize>mostMoves;
}

export function usePursuit(memory: usize): void {
  state = memory;
  other = memory + 16;
  list = memory + 64;
  current = u32.MAX_VALUE;
}

@inline
function setCount(): u32 {
  return <u32>choose(squares, policemen);
}

@inline
function entryCount(): u32 {
  return 2 * <u32>squares * setCount();
}

@inline
function runCount(): u32 {
  return (entryCount() + PURSUIT_RUN - 1) / PURSUIT_RUN;
}

export function pursuitEntry(position: usize): u32 {
  return (<u32>turnOf(position) * <u32>squares + <u32>thiefOf(position)) * setCount() + rankOf(policeSquares(position), policemen);
}

/** Decodes an entry into `state`; the successor of the current entry is cheap. */
function enter(entry: u32): void {
  const sets = setCount();
  const rank = entry % sets;
  if (entry == current + 1 && rank != 0) nextSet(policeSquares(state), policemen, squares);
  else {
    memory.fill(state, 0xff, 16);
    store<u8>(state, 0, 3);
    const run = entry / sets;
    setTurn(state, run >= <u32>squares ? THIEF : POLICE);
    setThief(state, <i32>(run % <u32>squares));
    unrank(rank, policemen, squares, policeSquares(state));
  }
  current = entry;
}

@inline
function copyToOther(): void {
  store<u64>(other, load<u64>(state));
  store<u64>(other, load<u64>(state, 8), 8);
}

/** Terminal positions: lost if the opponent made the last move, unreachable otherwise. 1 for an unfinished game. */
function ending(): i32 {
  const thief = thiefOf(state);
  if (hasPoliceman(state, thief)) return NO_POSITION;
  const isPolice = turnOf(state) == POLICE;
  if (isExit(thief)) return isPolice ? ENDED_LOST : NO_POSITION;
  if (isSurrounded(state)) return isPolice ? NO_POSITION : ENDED_LOST;
  return 1;
}

@inline
function movesInto(out: usize): i32 {
  return turnOf(state) == POLICE ? policeMoves(state, out) : thiefMoves(state, out);
}

function countMoves(entry: u32): i32 {
  enter(entry);
  const end = ending();
  return end == 1 ? movesInto(list) : end;
}

/** Entries one police move away: successors and predecessors, because moves are reversible. */
function writePoliceMoves(turn: i32, out: usize): i32 {
  const count = policeMoves(state, list);
  for (let i = 0; i < count; i++) {
    copyToOther();
    playPolice(other, load<i32>(list + (<usize>i << 2)));
    setTurn(other, turn);
    store<u32>(out + (<usize>i << 2), pursuitEntry(other));
  }
  return count;
}

@final
export class Pursuit extends OutcomeRules {
  runs(): u32 { return runCount(); }
  enterRun(run: u32): u32 { return run * PURSUIT_RUN; }
  runEntries(run: u32): u32 { return min(<u32>PURSUIT_RUN, entryCount() - run * PURSUIT_RUN); }
  moveCount(entry: u32): i32 { return countMoves(entry); }
  countsTurns(): bool { return true; }
  runsAreDisjoint(): bool { return false; }

  predecessors(entry: u32, out: usize): i32 {
    enter(entry);
    if (turnOf(state) == THIEF) return writePoliceMoves(POLICE, out);
    const thief = thiefOf(state);
    let count: usize = 0;
    for (let direction = mayStay ? 0 : 1; direction <= DIRECTIONS; direction++) {
      const from = direction == 0 ? thief : neighbourOf(thief, direction);
      if (from == NO_SQUARE || hasPoliceman(state, from)) continue;
      store<u32>(out + (count << 2), entryWith(from));
      count++;
    }
    return <i32>count;
  }
}

/** The entry with the same policemen and the thief to move from a square. */
@inline
function entryWith(thief: i32): u32 {
  const sets = setCount();
  return (<u32>squares + <u32>thief) * sets + current % sets;
}

@final
export class PursuitMoves extends OutcomeMoves {
  runs(): u32 { return runCount(); }
  enterRun(run: u32): u32 { return run * PURSUIT_RUN; }
  runEntries(run: u32): u32 { return min(<u32>PURSUIT_RUN, entryCount() - run * PURSUIT_RUN); }
  moveCount(entry: u32): i32 { return countMoves(entry); }
  countsTurns(): bool { return true; }

  successors(entry: u32, out: usize): i32 {
    enter(entry);
    if (ending() != 1) return 0;
    if (turnOf(state) == POLICE) return writePoliceMoves(THIEF, out);
    const count = thiefMoves(state, list);
    for (let i = 0; i < count; i++) {
      copyToOther();
      playThief(other, load<i32>(list + (<usize>i << 2)));
      setTurn(other, POLICE);
      store<u32>(out + (<usize>i << 2), pursuitEntry(other));
    }
    return count;
  }
}
