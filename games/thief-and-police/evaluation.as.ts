/**
 * Evaluation for the police: a weighted sum of distances, the thief's minus the police's (layout.ts has the kinds of terms). With `own` only the
 * terms of the searching side count: the police's distance to the thief, or the thief's distance to the exit.
 */
import { EvaluationRecord, TermRecord } from "../../build/layouts/games/thief-and-police/evaluation.as";
import { MAX_EVALUATION } from "../../engine/contracts/rules.as";
import { boundAfterPolice } from "./bound.as";
import { choose } from "./combinations.as";
import { detourDistance } from "./detour.as";
import {
  MOST_MOVES, POLICE, POLICE_MANHATTAN, POLICE_MAZE, POLICE_TABLE, THIEF_BLOCKED, THIEF_MANHATTAN, THIEF_MAZE,
} from "./layout";
import { distanceBetween, exitDistance, manhattanBetween, manhattanToExit, policemen, squares } from "./maze.as";
import { policemanOf, thiefOf, turnOf } from "./state.as";

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

/** Upper bound of the values after any move of the side to move; i32.MAX_VALUE if unknown. */
export function boundAfterMove(state: usize): i32 {
  if (turnOf(state) != POLICE) return i32.MAX_VALUE;
  const own = evaluation.own != 0;
  return boundAfterPolice(state, evaluation, !own || searcher == POLICE, !own || searcher != POLICE);
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
  if (kind == THIEF_BLOCKED) return min(detourDistance(state), unreachable);
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
  const places = placesByDistance(state);
  let place = 0;
  for (let i = 0; i < policemen; i++) {
    const number = <i32>(places >> (i << 2)) & 15;
    if (number < first || number >= first + size) continue;
    place++;
    rank += choose(policemanOf(state, i), place);
  }
  return rank;
}

/** Number of policemen nearer to the thief, four bits for each policeman; ties by their order. */
function placesByDistance(state: usize): u32 {
  const thief = thiefOf(state);
  let places: u32 = 0;
  for (let i = 1; i < policemen; i++) {
    const distance = distanceBetween(thief, policemanOf(state, i));
    for (let other = 0; other < i; other++) {
      const farther = distanceBetween(thief, policemanOf(state, other)) > distance ? other : i;
      places += 1 << (farther << 2);
    }
  }
  return places;
}
