/**
 * Reference implementation of the auction and the score, for the tests: slow, simple, written from the rules alone. Cards are named as
 * in reference.fixture.ts.
 */
import type { ReferenceGame } from "./reference.fixture.ts";

/** As printed in the ISkO, not computed. */
export const PRINTED_BIDS: readonly number[] = [
  18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72, 77, 80, 81, 84, 88,
  90, 96, 99, 100, 108, 110, 117, 120, 121, 126, 130, 132, 135, 140, 143, 144, 150, 153, 154, 156, 160, 162, 165, 168,
  170, 176, 180, 187, 192, 198, 204, 216, 240, 264,
];

export interface ReferenceAuction {
  /** Null if all passed. */
  readonly declarer: number | null;
  readonly bid: number;
}

/** Asks a player to bid more than `over` or to hold it; the answer is a number, yes or pass. */
export type Ask = (player: number, question: "say" | "hold", over: number) => number | "yes" | "pass";

/**
 * Middlehand bids to forehand until one passes. Then rearhand bids to the survivor. If neither middlehand nor rearhand has bid,
 * forehand may play for 18.
 */
export function referenceAuction(ask: Ask): ReferenceAuction {
  let bid = 0;
  const duel = (sayer: number, holder: number): number => {
    while (true) {
      const said = ask(sayer, "say", bid);
      if (typeof said !== "number") return holder;
      bid = said;
      if (ask(holder, "hold", bid) === "pass") return sayer;
    }
  };
  const left = duel(1, 0);
  const winner = duel(2, left);
  if (bid > 0) return { declarer: winner, bid };
  return ask(0, "say", 0) === 18 ? { declarer: 0, bid: 18 } : { declarer: null, bid: 0 };
}

export interface ReferenceScore {
  readonly game: ReferenceGame;
  readonly hand: boolean;
  readonly announced: "" | "schneider" | "schwarz" | "ouvert";
  /** The declarer's twelve cards. */
  readonly cards: readonly string[];
  readonly bid: number;
  /** Card points of his tricks and the skat. */
  readonly points: number;
  readonly tricks: number;
}

const BASE = { "♦": 9, "♥": 10, "♠": 11, "♣": 12, grand: 24 } as const;

/** The declarer's score. */
export function referenceScore({ game, hand, announced, cards, bid, points, tricks }: ReferenceScore): number {
  if (game === "null") {
    const value = announced === "ouvert" ? (hand ? 59 : 46) : hand ? 35 : 23;
    return tricks === 0 ? value : -2 * value;
  }
  // "With" the number of top trumps held without a gap, "without" the number missing.
  const ladder = ["♣J", "♠J", "♥J", "♦J"];
  if (game !== "grand") ladder.push(...["A", "10", "K", "Q", "9", "8", "7"].map((rank) => game + rank));
  let tops = 1;
  while (tops < ladder.length && cards.includes(ladder[tops] as string) === cards.includes("♣J")) tops++;

  let made = points > 60;
  if (announced === "schneider") made = points >= 90;
  if (announced === "schwarz" || announced === "ouvert") made = tricks === 10;

  let times = tops + 1;
  if (hand) times += 1;
  const saidSchneider = announced !== "";
  const saidSchwarz = announced === "schwarz" || announced === "ouvert";
  const anySchneider = made ? points >= 90 : points <= 30;
  const anySchwarz = made ? tricks === 10 : tricks === 0;
  if (saidSchneider || anySchneider) times += 1;
  if (saidSchneider) times += 1;
  if (saidSchwarz || anySchwarz) times += 1;
  if (saidSchwarz) times += 1;
  if (announced === "ouvert") times += 1;

  const base = BASE[game];
  if (times * base >= bid) return made ? times * base : -2 * times * base;
  let reach = base;
  while (reach < bid) reach += base;
  return -2 * reach;
}
