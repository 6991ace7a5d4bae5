/**
 * How each player selects a move at a node of decoupled UCT, without regard to the other: by UCB1, or by regret matching with exploration
 * (Lanctot, Lisý and Winands 2013). Regrets use the mean points of the joint moves that were tried.
 */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { ln } from "../logarithm.as";
import { randomBelow } from "../../random/xorshift.as";
import {
  addRegret, addStrategy, firstMove, linkMean, linkOf, linkVisits, moveCount, moveOf, moveSize, nodeVisits, pointsOf, regretOf,
  visitsOf,
} from "./duct-tree.as";

/** Beyond the score of any move that was tried. */
const UNTRIED: f64 = 1e6;

/** Scores that differ by less are as good as equal. */
const NOISE: f64 = 0.01;

/**
 * The number of a move by UCB1. Moves not tried yet come first, those with the greatest ordering score. A little noise chooses among moves
 * that are as good as equal: without it players with alike statistics move in step, and never try most joint moves.
 */
export function selectByUcb<R extends SimultaneousRules>(node: usize, player: i32, state: usize, c: f64, random: usize): i32 {
  const rules = rulesOf<R>();
  const explore = c * Math.sqrt(ln(<f64>max(nodeVisits(node), 1)));
  const count = moveCount(node, player);
  let record = firstMove(node, player);
  let best = 0;
  let bestScore = -Infinity;
  for (let i = 0; i < count; i++, record += moveSize()) {
    const visits = visitsOf(record);
    let score = NOISE * fraction(random);
    if (visits == 0) score += UNTRIED + <f64>rules.orderScore(state, player, moveOf(record));
    else score += pointsOf(record) / <f64>visits + explore / Math.sqrt(<f64>visits);
    if (score <= bestScore) continue;
    bestScore = score;
    best = i;
  }
  return best;
}

/** The sum of positive regrets; where it is 0 the strategy is uniform. */
function positiveRegrets(node: usize, player: i32): f64 {
  const count = moveCount(node, player);
  let record = firstMove(node, player);
  let sum: f64 = 0;
  for (let i = 0; i < count; i++, record += moveSize()) sum += max(0, regretOf(record));
  return sum;
}

/** A number from 0 up to, not including, 1. */
@inline
function fraction(random: usize): f64 {
  return (<f64>randomBelow(random, 1 << 30) + 0.5) / <f64>(1 << 30);
}

/** The number of a move drawn by regret matching; with probability `epsilon` any move. The strategy is added to the average. */
export function selectByRegret(node: usize, player: i32, epsilon: f64, random: usize): i32 {
  const count = moveCount(node, player);
  const sum = positiveRegrets(node, player);
  const uniform = 1 / <f64>count;
  let left = fraction(random);
  let chosen = -1;
  let record = firstMove(node, player);
  for (let i = 0; i < count; i++, record += moveSize()) {
    const probability = sum > 0 ? max(0, regretOf(record)) / sum : uniform;
    addStrategy(record, probability);
    left -= probability;
    if (left < 0 && chosen < 0) chosen = i;
  }
  if (chosen < 0 || fraction(random) < epsilon) chosen = <i32>randomBelow(random, count);
  return chosen;
}

/** What each player would have got with another move against the move that the other made, less what it got. `points` are of player 0. */
export function updateRegrets(node: usize, first: i32, second: i32, points: f64): void {
  let record = firstMove(node, 0);
  for (let i = 0; i < moveCount(node, 0); i++, record += moveSize()) {
    if (i == first) continue;
    const link = linkOf(node, i, second, false);
    if (link && linkVisits(link) > 0) addRegret(record, linkMean(link) - points);
  }
  record = firstMove(node, 1);
  for (let j = 0; j < moveCount(node, 1); j++, record += moveSize()) {
    if (j == second) continue;
    const link = linkOf(node, first, j, false);
    if (link && linkVisits(link) > 0) addRegret(record, points - linkMean(link));
  }
}
