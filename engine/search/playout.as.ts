/**
 * Playouts of UCT and their points, from 0 to 1; those of two opponents sum to 1. A win n plies below the root gives
 * 1 - min(1/2, length · n), a loss the complement, a draw 1/2. A playout cut off at a depth gives 1/2 + weight · evaluation,
 * clamped to [0, 1]; one cut off otherwise is won by the side that the evaluation favours, and drawn at 0. A state with an
 * exact table value counts as an end that many plies later. Plies count the players' moves, not chance.
 */
import { UctRecord } from "../../build/layouts/engine/search/uct.as";
import { ChanceRules, DRAW, FIRST_WINS, ONGOING, SearchRules, UNKNOWN, WIN_VALUE, rulesOf } from "../contracts/rules.as";
import { exactFor, playChance, outcomeBytes } from "./chance.as";
import { countExpansion, exhausted } from "./expansions.as";
import { STOP_AT_DEPTH, STOP_AT_SEPARATION } from "./constants";

/** Instead of points: the limit on expansions aborted the playout. */
export const CUT_OFF: f64 = -1;
/** Instead of points: the state is not decided. */
const OPEN: f64 = -2;

let stop: i32 = 0;
let maxPlies: i32 = 0;
let length: f64 = 0;
let weight: f64 = 0;

export function startPlayouts(record: UctRecord): void {
  stop = record.stop;
  maxPlies = record.plies;
  length = record.length;
  weight = record.weight;
}

/** Scratch bytes of a playout: a move list, and a list of outcomes with `ChanceRules`. */
@inline
export function playoutBytes<R extends SearchRules>(): usize {
  const rules = rulesOf<R>();
  const bytes: usize = 4 * <usize>rules.maxMoves();
  if (rules instanceof ChanceRules) return bytes + outcomeBytes<R>();
  return bytes;
}

/** Plays out a state, `above` plies below the root, in place; returns the points of `player`. */
export function playout<R extends SearchRules>(state: usize, player: i32, above: i32, scratch: usize, random: usize): f64 {
  const rules = rulesOf<R>();
  const outcomes = scratch + 4 * <usize>rules.maxMoves();
  if (rules instanceof ChanceRules) {
    if (playChance<R>(state, outcomes, random)) {
      // Counted, so that every simulation uses up some of the limit.
      if (exhausted()) return CUT_OFF;
      countExpansion();
      const points = exactPoints<R>(state, player, above);
      if (points != OPEN) return points;
    }
  }
  if (stop == STOP_AT_SEPARATION && rules.separated(state)) {
    // Counted, so that every simulation uses up some of the limit.
    if (exhausted()) return CUT_OFF;
    countExpansion();
    return pointsBySign<R>(state, player, above);
  }
  rules.startPlayout(state, scratch);
  for (let ply = 1; ply <= maxPlies; ply++) {
    if (exhausted()) return CUT_OFF;
    countExpansion();
    rules.play(state, rules.playoutMove(state, scratch, random));
    if (rules instanceof ChanceRules) {
      const moved = playChance<R>(state, outcomes, random);
      const points = exactPoints<R>(state, player, above + ply);
      if (points != OPEN) return points;
      if (moved) rules.startPlayout(state, scratch);
    } else {
      const result = rules.result(state);
      if (result == DRAW) return 0.5;
      if (result != ONGOING) return pointsOfEnd((result == FIRST_WINS) == (player == 0), above + ply);
    }
    if (stop == STOP_AT_SEPARATION && rules.separated(state)) return pointsBySign<R>(state, player, above + ply);
  }
  return stop == STOP_AT_DEPTH ? pointsByWeight<R>(state, player) : pointsBySign<R>(state, player, above + maxPlies);
}

/** Points of a terminal state or one with an exact table value; otherwise OPEN. */
function exactPoints<R extends ChanceRules>(state: usize, player: i32, plies: i32): f64 {
  const result = rulesOf<R>().result(state);
  if (result == DRAW) return 0.5;
  if (result != ONGOING) return pointsOfEnd((result == FIRST_WINS) == (player == 0), plies);
  const value = exactFor<R>(state, player);
  if (value == UNKNOWN) return OPEN;
  return value == 0 ? 0.5 : pointsOfEnd(value > 0, plies + WIN_VALUE - abs(value));
}

@inline
export function pointsOfEnd(won: bool, plies: i32): f64 {
  const given = min(0.5, length * <f64>plies);
  return won ? 1 - given : given;
}

@inline
function valueFor<R extends SearchRules>(state: usize, player: i32): i32 {
  const value = rulesOf<R>().evaluate(state);
  return rulesOf<R>().turn(state) == player ? value : -value;
}

function pointsBySign<R extends SearchRules>(state: usize, player: i32, plies: i32): f64 {
  const value = valueFor<R>(state, player);
  return value == 0 ? 0.5 : pointsOfEnd(value > 0, plies);
}

function pointsByWeight<R extends SearchRules>(state: usize, player: i32): f64 {
  return max(0, min(1, 0.5 + weight * <f64>valueFor<R>(state, player)));
}
