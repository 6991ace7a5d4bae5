/**
 * An upper bound on the evaluation after any move of the police, from the positions of the policemen alone: most joint moves at the frontier of a search need
 * not be generated. A policeman's distance changes by at most 1, and so does an entry of a police table: a joint move is one step of its search.
 */
import { EvaluationRecord, TermRecord } from "../../build/layouts/games/thief-and-police/evaluation.as";
import { MAX_EVALUATION } from "../../engine/contracts/rules.as";
import { choose } from "./combinations.as";
import {
  DIRECTIONS, MOST_MOVES, NO_SQUARE, POLICE_MAZE, POLICE_TABLE, THIEF_BLOCKED, THIEF_MANHATTAN, THIEF_MAZE,
} from "./layout";
import {
  distanceBetween, exitDistance, exitInterval, leadsThrough, manhattanBetween, manhattanToExit, mayStay, neighbourOf, policemen, squares,
} from "./maze.as";
import { hasPoliceman, policemanOf, thiefOf } from "./state.as";

/** For the police; i32.MAX_VALUE if nothing better is known. `policeTerms` and `thiefTerms` tell which terms count. */
export function boundAfterPolice(state: usize, evaluation: EvaluationRecord, policeTerms: bool, thiefTerms: bool): i32 {
  // With stay=no one policeman may have to stay where a table expects all to move.
  if (!mayStay || maySurround(state)) return i32.MAX_VALUE;
  let bound = 0;
  for (let i = 0; i < evaluation.count; i++) {
    const term = evaluation.terms[i];
    const weight = term.weight;
    if (weight < 0) return i32.MAX_VALUE;
    if (term.kind <= POLICE_TABLE) {
      if (policeTerms) bound -= weight * leastPoliceDistance(state, changetype<usize>(term));
    } else if (thiefTerms) bound += weight * greatestThiefDistance(state, changetype<usize>(term));
  }
  return max(-MAX_EVALUATION, min(MAX_EVALUATION, bound));
}

/** Whether a policeman is on or beside every empty neighbour of the thief's square. */
function maySurround(state: usize): bool {
  const thief = thiefOf(state);
  for (let direction = 1; direction <= DIRECTIONS; direction++) {
    const square = neighbourOf(thief, direction);
    if (square == NO_SQUARE) continue;
    let near = hasPoliceman(state, square);
    for (let beside = 1; beside <= DIRECTIONS && !near; beside++) {
      const from = neighbourOf(square, beside);
      near = from != NO_SQUARE && hasPoliceman(state, from);
    }
    if (!near) return false;
  }
  return true;
}

function leastPoliceDistance(state: usize, term: usize): i32 {
  const kind = TermRecord.at(term).kind;
  const thief = thiefOf(state);
  if (kind == POLICE_TABLE) return leastEntry(state, term);
  let sum = 0;
  for (let i = 0; i < policemen; i++) {
    const square = policemanOf(state, i);
    sum += kind == POLICE_MAZE ? max(1, distanceBetween(thief, square) - 1) : leastManhattan(square, thief);
  }
  return sum;
}

function leastManhattan(square: i32, thief: i32): i32 {
  let least = manhattanBetween(square, thief);
  for (let direction = 1; direction <= DIRECTIONS; direction++) {
    const target = neighbourOf(square, direction);
    if (target != NO_SQUARE && target != thief) least = min(least, manhattanBetween(target, thief));
  }
  return least;
}

/** The least entry, less 1, over all sets of policemen that may be the term's group after the move. */
function leastEntry(state: usize, term: usize): i32 {
  const record = TermRecord.at(term);
  const first = record.first;
  const end = first + record.size;
  const entries = record.table + <usize>thiefOf(state) * choose(squares, record.size);
  let always = 0;
  let never = 0;
  for (let i = 0; i < policemen; i++) {
    const nearer = surelyNearer(state, i);
    const farther = surelyFarther(state, i);
    if (nearer >= first && policemen - farther <= end) always |= 1 << i;
    if (nearer >= end || policemen - farther <= first) never |= 1 << i;
  }
  let least = i32.MAX_VALUE;
  for (let group = always; group < 1 << policemen; group++) {
    if (popcnt(group) != record.size || (group & always) != always || (group & never) != 0) continue;
    const entry = <i32>load<u8>(entries + rankOf(state, group));
    least = min(least, entry > MOST_MOVES ? record.unreachable : max(0, entry - 1));
  }
  return least;
}

/** Number of policemen who are nearer to the thief than policeman `number` after any move. */
function surelyNearer(state: usize, number: i32): i32 {
  const thief = thiefOf(state);
  const own = distanceBetween(thief, policemanOf(state, number));
  let count = 0;
  for (let i = 0; i < policemen; i++) if (distanceBetween(thief, policemanOf(state, i)) + 2 < own) count++;
  return count;
}

function surelyFarther(state: usize, number: i32): i32 {
  const thief = thiefOf(state);
  const own = distanceBetween(thief, policemanOf(state, number));
  let count = 0;
  for (let i = 0; i < policemen; i++) if (distanceBetween(thief, policemanOf(state, i)) > own + 2) count++;
  return count;
}

/** Rank of the squares of a group, a bit for each policeman. */
function rankOf(state: usize, group: i32): usize {
  let rank: usize = 0;
  let place = 0;
  for (let i = 0; i < policemen; i++) {
    if (((group >> i) & 1) == 0) continue;
    place++;
    rank += choose(policemanOf(state, i), place);
  }
  return rank;
}

function greatestThiefDistance(state: usize, term: usize): i32 {
  const kind = TermRecord.at(term).kind;
  const thief = thiefOf(state);
  if (kind == THIEF_MANHATTAN) return manhattanToExit(thief);
  if (kind == THIEF_MAZE || (kind == THIEF_BLOCKED && !mayBlock(state, thief))) return exitDistance(thief);
  return TermRecord.at(term).unreachable;
}

/** Whether a policeman is on or beside the thief's path in the exit tree. */
function mayBlock(state: usize, thief: i32): bool {
  const from = exitInterval(thief);
  for (let i = 0; i < policemen; i++) {
    const square = policemanOf(state, i);
    if (leadsThrough(from, exitInterval(square))) return true;
    for (let direction = 1; direction <= DIRECTIONS; direction++) {
      const target = neighbourOf(square, direction);
      if (target != NO_SQUARE && leadsThrough(from, exitInterval(target))) return true;
    }
  }
  return false;
}
