/** A deal played out by the order of moves alone, each side taking what looks best: a first guess of its value. */
import { setOf } from "./cards.as";
import { leadScore, secondScore, thirdScore } from "./move-order.as";
import { pointsAt, replies, takerOf } from "./order.as";

export function greedyPoints(h1: u32, h2: u32, h3: u32, c1: i32, c2: i32, declarer: i32): i32 {
  let points = 0;
  while (h1 || c1 >= 0) {
    if (c1 < 0) {
      c1 = bestLead(h1, h2, h3, declarer);
      h1 &= ~setOf(c1);
    }
    if (c2 < 0) {
      c2 = bestSecond(h2, h3, c1, declarer);
      h2 &= ~setOf(c2);
    }
    const c3 = bestThird(h3, c1, c2, declarer);
    h3 &= ~setOf(c3);
    const taker = takerOf(c1, c2, c3);
    const winner = taker == c1 ? 0 : taker == c2 ? 1 : 2;
    if (winner == declarer) points += pointsAt(c1) + pointsAt(c2) + pointsAt(c3);
    const first = h1;
    if (winner == 1) {
      h1 = h2;
      h2 = h3;
      h3 = first;
      declarer = declarer == 0 ? 2 : declarer - 1;
    } else if (winner == 2) {
      h1 = h3;
      h3 = h2;
      h2 = first;
      declarer = declarer == 2 ? 0 : declarer + 1;
    }
    c1 = -1;
    c2 = -1;
  }
  return points;
}

function bestLead(h1: u32, h2: u32, h3: u32, declarer: i32): i32 {
  let best = -1;
  let most = i32.MIN_VALUE;
  for (let rest = h1; rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    const score = leadScore(card, h2, h3, declarer, -1);
    if (score > most) {
      most = score;
      best = card;
    }
  }
  return best;
}

function bestSecond(h2: u32, h3: u32, c1: i32, declarer: i32): i32 {
  let best = -1;
  let most = i32.MIN_VALUE;
  for (let rest = replies(h2, c1); rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    const score = secondScore(card, c1, h3, declarer);
    if (score > most) {
      most = score;
      best = card;
    }
  }
  return best;
}

function bestThird(h3: u32, c1: i32, c2: i32, declarer: i32): i32 {
  let best = -1;
  let most = i32.MIN_VALUE;
  for (let rest = replies(h3, c1); rest; rest &= rest - 1) {
    const card = <i32>ctz(rest);
    const score = thirdScore(card, c1, c2, declarer);
    if (score > most) {
      most = score;
      best = card;
    }
  }
  return best;
}
