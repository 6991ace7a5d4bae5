/** Bids and game values: matadors, levels, overbidding (ISkO 3.3 and 5). */
import { GAMES, GRAND, NULL, type CardSet, JACK, has } from "./cards.ts";

export const HAND = 1;
export const SCHNEIDER = 2;
export const SCHWARZ = 4;
export const OUVERT = 8;

/** Clubs, spades, hearts, diamonds, grand. */
const BASE: readonly number[] = [12, 11, 10, 9, 24];
const NULL_VALUES = { simple: 23, hand: 35, ouvert: 46, both: 59 } as const;
/** All multipliers beyond the matadors: game, hand, schneider, schneider announced, schwarz, schwarz announced, ouvert. */
const ALL_LEVELS = 7;

/** All possible game values, from 18 to 264. */
export const BIDS: readonly number[] = bidValues();

function bidValues(): number[] {
  const values = new Set<number>(Object.values(NULL_VALUES));
  BASE.forEach((base, game) => {
    const matadors = game === GRAND ? 4 : 11;
    for (let times = 2; times <= matadors + ALL_LEVELS; times++) values.add(base * times);
  });
  return [...values].toSorted((a, b) => a - b);
}

export interface Contract {
  readonly game: number;
  /** HAND, SCHNEIDER, SCHWARZ, OUVERT. */
  readonly flags: number;
}

/** Announcements of a hand game. Schwarz implies schneider, ouvert implies both. */
const LEVELS_OF_HAND: readonly number[] = [
  HAND,
  HAND | SCHNEIDER,
  HAND | SCHNEIDER | SCHWARZ,
  HAND | SCHNEIDER | SCHWARZ | OUVERT,
];

/** All contracts, in a fixed order. */
export function contracts(hand: boolean): Contract[] {
  return GAMES.flatMap((_, game) => {
    const ofNull = hand ? [HAND, HAND | OUVERT] : [0, OUVERT];
    return (game === NULL ? ofNull : hand ? LEVELS_OF_HAND : [0]).map((flags) => ({ game, flags }));
  });
}

/** `clubs`, `clubs+hand+schneider`, `null+ouvert`. */
export function contractText({ game, flags }: Contract): string {
  const words = [GAMES[game] as string];
  if (flags & HAND) words.push("hand");
  // Only the highest announcement is written.
  if (flags & OUVERT) words.push("ouvert");
  else if (flags & SCHWARZ) words.push("schwarz");
  else if (flags & SCHNEIDER) words.push("schneider");
  return words.join("+");
}

const BY_TEXT: ReadonlyMap<string, Contract> = new Map(
  [...contracts(false), ...contracts(true)].map((each) => [contractText(each), each]),
);

export function readContract(text: string): Contract | null {
  return BY_TEXT.get(text.toLowerCase().replaceAll(" ", "+")) ?? null;
}

/** The number of top trumps held or missing without a gap. */
export function matadors(game: number, cards: CardSet): number {
  const trumps = [0, 1, 2, 3].map((suit) => 8 * suit + JACK);
  if (game < GRAND) for (let rank = JACK - 1; rank >= 0; rank--) trumps.push(8 * game + rank);
  const holds = has(cards, trumps[0] as number);
  const gap = trumps.findIndex((trump) => has(cards, trump) !== holds);
  return gap < 0 ? trumps.length : gap;
}

function nullValue(flags: number): number {
  if (flags & HAND) return flags & OUVERT ? NULL_VALUES.both : NULL_VALUES.hand;
  return flags & OUVERT ? NULL_VALUES.ouvert : NULL_VALUES.simple;
}

/** Multipliers known before the first card; an announced level counts as reached too. */
function announcedLevels(flags: number): number {
  return (
    Number((flags & HAND) !== 0) +
    2 * Number((flags & SCHNEIDER) !== 0) +
    2 * Number((flags & SCHWARZ) !== 0) +
    Number((flags & OUVERT) !== 0)
  );
}

/** The value of a game won exactly as announced. `cards`: the declarer's twelve. */
export function announcedValue({ game, flags }: Contract, cards: CardSet): number {
  if (game === NULL) return nullValue(flags);
  return (BASE[game] as number) * (matadors(game, cards) + 1 + announcedLevels(flags));
}

/** The maximum value of the game: with all tricks. */
export function highestValue(contract: Contract, cards: CardSet): number {
  if (contract.game === NULL) return nullValue(contract.flags);
  const unannounced = Number((contract.flags & SCHNEIDER) === 0) + Number((contract.flags & SCHWARZ) === 0);
  return announcedValue(contract, cards) + (BASE[contract.game] as number) * unannounced;
}

export interface Played {
  readonly contract: Contract;
  /** The declarer's twelve cards: played, in hand and the skat. */
  readonly cards: CardSet;
  readonly bid: number;
  /** The declarer's card points including the skat. */
  readonly points: number;
  readonly tricks: number;
}

export interface Settled {
  readonly won: boolean;
  /** The game value; if overbid, the least multiple of the base value that reaches the bid. */
  readonly value: number;
  /** The declarer's score: the value, or minus twice the value. */
  readonly score: number;
  readonly overbid: boolean;
  /** Null in null games. */
  readonly matadors: { readonly count: number; readonly held: boolean } | null;
  readonly schneider: boolean;
  readonly schwarz: boolean;
}

export function settle({ contract, cards, bid, points, tricks }: Played): Settled {
  const { game, flags } = contract;
  if (game === NULL) {
    const value = nullValue(flags);
    const won = tricks === 0 && value >= bid;
    const score = won ? value : -2 * value;
    return { won, value, score, overbid: value < bid, matadors: null, schneider: false, schwarz: false };
  }
  const needed = flags & SCHWARZ ? tricks === 10 : points >= (flags & SCHNEIDER ? 90 : 61);
  // Either side may be schneider or schwarz. An announced level that is missed counts as reached, once.
  const schneider = (flags & SCHNEIDER) !== 0 || (needed ? points >= 90 : points <= 30);
  const schwarz = (flags & SCHWARZ) !== 0 || (needed ? tricks === 10 : tricks === 0);
  const unannounced = Number(schneider && (flags & SCHNEIDER) === 0) + Number(schwarz && (flags & SCHWARZ) === 0);
  const base = BASE[game] as number;
  const reached = announcedValue(contract, cards) + base * unannounced;
  const overbid = reached < bid;
  const won = needed && !overbid;
  const value = overbid ? base * Math.ceil(bid / base) : reached;
  return {
    won,
    value,
    score: won ? value : -2 * value,
    overbid,
    matadors: { count: matadors(game, cards), held: has(cards, JACK) },
    schneider,
    schwarz,
  };
}
