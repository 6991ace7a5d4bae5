/**
 * Evaluation by two-side tables: a sum of lookups, each for a group of the mover's pieces against a group of the opponent's. A win counts
 * `win` points minus its distance in plies, at least 1, a loss the negative, a draw 0.
 */
import { Lookup } from "../../build/layouts/games/chinese-checkers/evaluation.as";
import { MAX_EVALUATION } from "../../engine/contracts/rules.as";
import { binomial, cells, turned } from "./board.as";
import { lookupAt, lookUp, lookups, scratch, winPoints } from "./evaluation.as";
import { listCellsTowardsGoal, turnOf } from "./state.as";

// Scratch layout: cells of both sides, ascending from the mover's point of view. Overlaps the lists of evaluation.as.ts.
const OWN: usize = 0; // u8 [16]
const OTHER: usize = 16; // u8 [16]

/** An entry is 0 for a draw, 1 + n for a loss in n plies, 128 + n for a win in n plies, 255 if both groups have arrived. */
@inline
function pointsOf(entry: i32): i32 {
  if (entry == 0 || entry == 255) return 0;
  return entry < 128 ? -max(1, winPoints - (entry - 1)) : max(1, winPoints - (entry - 128));
}

export function evaluatePairs(state: usize): i32 {
  const player = turnOf(state);
  const own = scratch + OWN;
  const other = scratch + OTHER;
  listCellsTowardsGoal(state, player, own);
  // Rotating the opponent's cells reverses their order: swap them into ascending order.
  const count = listCellsTowardsGoal(state, player ^ 1, other);
  for (let i = 0, j = count - 1; i <= j; i++, j--) {
    const first = turned(load<u8>(other + i));
    store<u8>(other + i, <u8>turned(load<u8>(other + j)));
    store<u8>(other + j, <u8>first);
  }
  let sum = 0;
  for (let l = 0; l < lookups; l++) {
    const lookup = lookupAt(l);
    sum += pointsOf(lookUp(lookup, rankGroups(lookup, own, other))) * lookup.weight;
  }
  return max(-MAX_EVALUATION, min(MAX_EVALUATION, sum));
}

/** Index of a lookup's groups: the mover's placement, then the opponent's placement among the free cells. */
function rankGroups(lookup: Lookup, own: usize, other: usize): u32 {
  const pieces = lookup.pieces;
  let first: u32 = 0;
  let second: u32 = 0;
  let below = 0;
  for (let i = 0; i < pieces; i++) {
    first += binomial(load<u8>(own + lookup.places[i]), i + 1);
    const cell = <i32>load<u8>(other + lookup.others[i]);
    while (below < pieces && <i32>load<u8>(own + lookup.places[below]) < cell) below++;
    second += binomial(cell - below, i + 1);
  }
  return first * binomial(cells - pieces, pieces) + second;
}
