/**
 * Move selection in decoupled UCT, independently for each player: UCB1, or regret matching with exploration (Lanctot, Lisý and Winands
 * 2013). Regrets use the mean points of the visited joint moves.
 */
import { rulesOf } from "../../contracts/rules.as";
import { SimultaneousRules } from "../../contracts/simultaneous-rules.as";
import { ln } from "../logarithm.as";
import { randomBelow } from "../../random/xorshift.as";
import {
  addRegret, addStrategy, firstMove, linkMean, linkOf, linkVisits, moveCount, moveOf, moveSize, nodeVisits, pointsOf, regretOf,
  visitsOf,
} from "./duct-tree.as";

/** Greater than the score of any visited move. */
const UNTRIED: f64 = 1e6;

/** Amplitude of the noise that breaks ties. */
const NOISE: f64 = 0.01;

/**
 * Selects a move number by UCB1. Unvisited moves come first, by order score. Noise breaks near-ties: otherwise players with equal statistics
 * move in lockstep and never try most joint moves.
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

/** The sum of positive regrets; if 0, the strategy is uniform. */
function positiveRegrets(node: usize, player: i32): f64 {
  const count = moveCount(node, player);
  let record = firstMove(node, player);
  let sum: f64 = 0;
  for (let i = 0; i < count; i++, record += moveSize()) sum += max(0, regretOf(record));
  return sum;
}

/** A number in (0, 1). */
@inline
function fraction(random: usize): f64 {
  return (<f64>randomBelow(random, 1 << 30) + 0.5) / <f64>(1 << 30);
}

/** Samples a move number by regret matching, with probability `epsilon` uniformly. Adds the strategy to the average. */
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

/** Adds each player's regrets: the value of every other move against the opponent's move, minus the result. `points` are player 0's. */
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
