/**
 * Evaluation for the police: a weighted sum of distances, the thief's minus the police's (layout.ts has the kinds of terms). With `own` only the
 * terms of the searching side count: the police's distance to the thief, or the thief's distance to the exit.
 */
import { EvaluationRecord, TermRecord } from "../../build/layouts/games/thief-and-police/evaluation.as";
import { MAX_EVALUATION } from "../../engine/contracts/rules.as";
import { choose } from "./combinations.as";
import {
  DIRECTIONS, MOST_MOVES, NO_SQUARE, POLICE, POLICE_MANHATTAN, POLICE_MAZE, POLICE_TABLE, THIEF_BLOCKED, THIEF_MANHATTAN, THIEF_MAZE,
} from "./layout";
import {
  CACHE_ENTRIES, CACHE_ENTRY_BYTES, cache, distanceBetween, exitDistance, isExit, manhattanBetween, manhattanToExit, neighbourOf, policemen, scratch, squares,
} from "./maze.as";
import { isClosed, policemanOf, thiefOf } from "./state.as";

let evaluation: EvaluationRecord = EvaluationRecord.at(0);
let searcher: i32 = 0;

export function setEvaluation(address: usize): void {
  evaluation = EvaluationRecord.at(address);
}

/** The searching player, for evaluations with `own`. */
export function setSearcher(player: i32): void {
  searcher = player;
}

/** The value for a player, whoever is to move. */
export function evaluateFor(state: usize, player: i32): i32 {
  const count = evaluation.count;
  const own = evaluation.own != 0;
  let value = 0;
  for (let i = 0; i < count; i++) {
    const term = evaluation.terms[i];
    const isPolice = term.kind <= POLICE_TABLE;
    if (!own || isPolice == (searcher == POLICE)) {
      const distance = termDistance(state, changetype<usize>(term)) * term.weight;
      value += isPolice ? -distance : distance;
    }
  }
  value = max(-MAX_EVALUATION, min(MAX_EVALUATION, value));
  return player == POLICE ? value : -value;
}

/** A side's distance by one term, in moves; summed over the policemen for per-policeman terms. */
export function termDistance(state: usize, term: usize): i32 {
  const kind = TermRecord.at(term).kind;
  const thief = thiefOf(state);
  if (kind == POLICE_MANHATTAN || kind == POLICE_MAZE) {
    let sum = 0;
    for (let i = 0; i < policemen; i++) {
      const square = policemanOf(state, i);
      sum += kind == POLICE_MAZE ? distanceBetween(square, thief) : manhattanBetween(square, thief);
    }
    return sum;
  }
  if (kind == THIEF_MAZE) return exitDistance(thief);
  if (kind == THIEF_MANHATTAN) return manhattanToExit(thief);
  const unreachable = TermRecord.at(term).unreachable;
  if (kind == THIEF_BLOCKED) return min(unblockedDistance(state), unreachable);
  const found = <i32>load<u8>(TermRecord.at(term).table + (kind == POLICE_TABLE ? policeEntry(state, term) : thiefEntry(state, term)));
  return found > MOST_MOVES ? unreachable : found;
}

/** Index into a police table: the thief's square is the slowest coordinate. */
function policeEntry(state: usize, term: usize): usize {
  const size = TermRecord.at(term).size;
  return <usize>thiefOf(state) * choose(squares, size) + rankOfGroup(state, TermRecord.at(term).first, size);
}

/** Index into a thief table: the thief's square is the fastest coordinate. */
function thiefEntry(state: usize, term: usize): usize {
  return rankOfGroup(state, TermRecord.at(term).first, TermRecord.at(term).size) * squares + thiefOf(state);
}

/** Rank of the squares of `size` policemen from `first` on, in order of distance to the thief. */
function rankOfGroup(state: usize, first: i32, size: i32): usize {
  let rank: usize = 0;
  if (size == policemen) {
    for (let i = 0; i < size; i++) rank += choose(policemanOf(state, i), i + 1);
    return rank;
  }
  let place = 0;
  for (let i = 0; i < policemen; i++) {
    const number = placeByDistance(state, i);
    if (number < first || number >= first + size) continue;
    place++;
    rank += choose(policemanOf(state, i), place);
  }
  return rank;
}

/** Number of policemen nearer to the thief; ties by their order. */
function placeByDistance(state: usize, number: i32): i32 {
  const thief = thiefOf(state);
  const own = distanceBetween(policemanOf(state, number), thief);
  let nearer = 0;
  for (let other = 0; other < policemen; other++) {
    const distance = distanceBetween(policemanOf(state, other), thief);
    if (distance < own || (distance == own && other < number)) nearer++;
  }
  return nearer;
}

/** The thief's distance to an exit with the policemen as walls; i32.MAX_VALUE if unreachable. Cached. */
export function unblockedDistance(state: usize): i32 {
  const thief = thiefOf(state);
  if (isShortestPathFree(state, thief)) return exitDistance(thief);
  const first = load<u64>(state) & WITHOUT_TURN;
  const second = load<u64>(state, 8);
  const mixed = (first * 0x9e3779b97f4a7c15) ^ (second * 0xd6e8feb86659fd93);
  const entry = cache + ((<usize>(mixed >> 40)) & (CACHE_ENTRIES - 1)) * CACHE_ENTRY_BYTES;
  if (load<u64>(entry) == first && load<u64>(entry, 8) == second) return load<i32>(entry, 16);
  const distance = searchDistance(state, thief);
  store<u64>(entry, first);
  store<u64>(entry, second, 8);
  store<i32>(entry, distance, 16);
  return distance;
}

/** Mask for the first eight bytes of a state, without the turn. */
const WITHOUT_TURN: u64 = 0xffffffff0000ffff;

/** Follows one shortest path to an exit until a policeman blocks it. */
function isShortestPathFree(state: usize, thief: i32): bool {
  let square = thief;
  while (!isExit(square)) {
    const nearer = exitDistance(square) - 1;
    let next = NO_SQUARE;
    for (let direction = 1; direction <= DIRECTIONS; direction++) {
      const target = neighbourOf(square, direction);
      if (!isClosed(state, target) && exitDistance(target) == nearer) next = target;
    }
    if (next == NO_SQUARE) return false;
    square = next;
  }
  return true;
}

/** Breadth-first search in this thread's scratch memory: a visited byte per square, then a queue. */
function searchDistance(state: usize, thief: i32): i32 {
  const seen = scratch + 64;
  const queue = seen + ((<usize>squares + 15) & ~15);
  memory.fill(seen, 0, squares);
  for (let i = 0; i < policemen; i++) store<u8>(seen + policemanOf(state, i), 1);
  store<u8>(seen + thief, 1);
  store<u16>(queue, thief);
  let tail = 1;
  let steps = 0;
  for (let head = 0; head < tail;) {
    steps++;
    for (const end = tail; head < end; head++) {
      const square = <i32>load<u16>(queue + (<usize>head << 1));
      for (let direction = 1; direction <= DIRECTIONS; direction++) {
        const target = neighbourOf(square, direction);
        if (target == NO_SQUARE || load<u8>(seen + target)) continue;
        if (isExit(target)) return steps;
        store<u8>(seen + target, 1);
        store<u16>(queue + (<usize>tail << 1), target);
        tail++;
      }
    }
  }
  return i32.MAX_VALUE;
}
