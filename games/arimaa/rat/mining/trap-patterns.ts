/**
 * Frequent itemset mining (Apriori) over arrangements: sets of up to four conditions on the nine squares (this piece, any own, any enemy, empty),
 * found level by level, since a set is frequent only if all its subsets are. Sets are kept if the rate of own or enemy losses differs
 * significantly from that of all arrangements of the kind.
 */
import { LETTERS, SQUARE_NAMES } from "../graphs/board.ts";
import { evidenceThreshold, likelihoodRatio } from "./evidence.ts";
import { AROUND, squaresAround, type TrapKind, type TrapSamples } from "./trap-samples.ts";

/** An item is a nonzero byte: 16 · (place + 1) + content, or one of these instead of a content. */
const ANY_OWN = 13;
const ANY_ENEMY = 14;
const MAX_ITEMS = 4;
const BYTE = 256;
/** Patterns with a larger overlap are duplicates; the overlap is measured on this many arrangements. */
const MAX_OVERLAP = 0.6;
const MAX_COMPARED = 20_000;

export interface Tally {
  count: number;
  games: number;
  lost: number;
  won: number;
}

export interface TrapPattern extends Readonly<Tally> {
  readonly kind: TrapKind;
  /** `Hb3 .c3`, written for c3 or c6. */
  readonly conditions: string;
  /** Lift: the rate of own and of enemy losses, relative to all arrangements. */
  readonly lostLift: number;
  readonly wonLift: number;
  /** The sum of G statistics (evidence.ts); negative if the pattern is bad. */
  readonly score: number;
}

export interface FoundPatterns {
  readonly kind: TrapKind;
  readonly base: Readonly<Tally>;
  /** The number of frequent patterns that were tested. */
  readonly compared: number;
  readonly patterns: readonly TrapPattern[];
}

export interface PatternOptions {
  readonly minCount: number;
  readonly minGames: number;
  readonly most: number;
  /** Called regularly with the progress from 0 to 1; throws to stop. */
  readonly pause: (done: number) => Promise<void>;
}

interface Counted extends Tally {
  lastGame: number;
}

export async function findPatterns(samples: TrapSamples, options: PatternOptions): Promise<FoundPatterns> {
  const order = samples.order();
  const base = tally();
  for (const sample of order) count(base, samples, sample);
  const frequent = new Map<number, Counted>();
  for (let size = 1, last: ReadonlyMap<number, Counted> = new Map(); size <= MAX_ITEMS; size++) {
    const level = await countLevel(samples, order, size, last, (done) => options.pause((size - 1 + done) / MAX_ITEMS));
    for (const [key, { count, games }] of level)
      if (count < options.minCount || games < options.minGames) level.delete(key);
    if (level.size === 0) break;
    for (const [key, counted] of level) frequent.set(key, counted);
    last = level;
  }
  return {
    kind: samples.kind,
    base,
    compared: frequent.size,
    patterns: chosen(samples, order, base, frequent, options),
  };
}

async function countLevel(
  samples: TrapSamples,
  order: Uint32Array,
  size: number,
  smaller: ReadonlyMap<number, Counted>,
  pause: (done: number) => Promise<void>,
): Promise<Map<number, Counted>> {
  const level = new Map<number, Counted>();
  const chosenItems: number[] = [];
  const add = (sample: number, key: number): void => {
    let counted = level.get(key);
    if (!counted) level.set(key, (counted = tally()));
    count(counted, samples, sample);
  };
  const extend = (sample: number, items: readonly number[], from: number, key: number): void => {
    if (chosenItems.length === size) return add(sample, key);
    for (let i = from; i < items.length; i++) {
      const item = items[i] as number;
      if (chosenItems.length > 0 && (chosenItems.at(-1) as number) >> 4 === item >> 4) continue;
      const next = key * BYTE + item;
      // A set with an infrequent prefix or suffix is infrequent.
      if (chosenItems.length === size - 2 && !smaller.has(next)) continue;
      if (chosenItems.length === size - 1 && size > 1 && !smaller.has(withoutFirst(next, size))) continue;
      chosenItems.push(item);
      extend(sample, items, i + 1, next);
      chosenItems.pop();
    }
  };
  for (const [i, sample] of order.entries()) {
    extend(sample, itemsOf(samples.contents(sample)), 0, 0);
    if (i % 1024 === 0) await pause(i / order.length);
  }
  return level;
}

function withoutFirst(key: number, size: number): number {
  return key % BYTE ** (size - 1);
}

function itemsOf(contents: Uint8Array): number[] {
  const items: number[] = [];
  for (let place = 0; place < AROUND; place++) {
    const content = contents[place] as number;
    items.push(16 * (place + 1) + content);
    if (content > 0) items.push(16 * (place + 1) + (content > 6 ? ANY_ENEMY : ANY_OWN));
  }
  return items;
}

function tally(): Counted {
  return { count: 0, games: 0, lost: 0, won: 0, lastGame: -1 };
}

function count(counted: Counted, samples: TrapSamples, sample: number): void {
  counted.count++;
  counted.lost += samples.lost(sample);
  counted.won += samples.won(sample);
  const game = samples.game(sample);
  if (game !== counted.lastGame) counted.games++;
  counted.lastGame = game;
}

function keyItems(key: number): number[] {
  const items: number[] = [];
  for (let rest = key; rest > 0; rest = Math.floor(rest / BYTE)) items.unshift(rest % BYTE);
  return items;
}

/** The sum of the G statistics of losses and wins; negative if the pattern is bad. */
export function scoreOf({ count, lost, won }: Tally, base: Tally): number {
  const better = (won - lost) / count >= (base.won - base.lost) / base.count;
  const evidence =
    likelihoodRatio(lost, count, base.lost, base.count) + likelihoodRatio(won, count, base.won, base.count);
  return better ? evidence : -evidence;
}

/** By significance; near duplicates of better patterns are dropped. */
function chosen(
  samples: TrapSamples,
  order: Uint32Array,
  base: Tally,
  frequent: ReadonlyMap<number, Counted>,
  { most }: PatternOptions,
): TrapPattern[] {
  const least = evidenceThreshold(frequent.size);
  const ranked = [...frequent]
    .map(([key, counted]) => ({ items: keyItems(key), counted, score: scoreOf(counted, base) }))
    .filter(({ items, score }) => Math.abs(score) >= least && hasTrapSquare(items))
    .sort((a, b) => Math.abs(b.score) - Math.abs(a.score) || a.items.length - b.items.length);
  const sampled = order.subarray(0, MAX_COMPARED);
  const kept: { readonly ranked: Ranked; readonly holds: Uint8Array }[] = [];
  for (const each of ranked) {
    if (kept.length >= most) break;
    if (kept.some((other) => nested(other.ranked, each))) continue;
    const holds = new Uint8Array(sampled.length);
    for (let i = 0; i < holds.length; i++) holds[i] = fits(samples, sampled[i] as number, each.items) ? 1 : 0;
    if (!kept.some((other) => sameSign(other.ranked, each) && overlap(other.holds, holds) > MAX_OVERLAP))
      kept.push({ ranked: each, holds });
  }
  const lift = (one: number, all: number, count: number): number => (all === 0 ? 1 : one / count / (all / base.count));
  return kept.map(({ ranked: { items, counted, score } }) => ({
    kind: samples.kind,
    conditions: conditionsText(samples.kind, items),
    count: counted.count,
    games: counted.games,
    lost: counted.lost,
    won: counted.won,
    lostLift: lift(counted.lost, base.lost, counted.count),
    wonLift: lift(counted.won, base.won, counted.count),
    score,
  }));
}

function fits(samples: TrapSamples, sample: number, items: readonly number[]): boolean {
  for (const item of items) {
    const there = samples.content(sample, (item >> 4) - 1);
    if (there !== (item & 15) && !covers(item & 15, there)) return false;
  }
  return true;
}

/** The overlap coefficient. */
function overlap(one: Uint8Array, other: Uint8Array): number {
  let both = 0;
  let first = 0;
  let second = 0;
  for (let i = 0; i < one.length; i++) {
    first += one[i] as number;
    second += other[i] as number;
    both += (one[i] as number) & (other[i] as number);
  }
  return both / Math.max(1, Math.min(first, second));
}

/** Rejects patterns of corner squares only. */
function hasTrapSquare(items: readonly number[]): boolean {
  return items.some((item) => [1, 3, 4, 5, 7].includes((item >> 4) - 1));
}

interface Ranked {
  readonly items: readonly number[];
  readonly counted: Tally;
  readonly score: number;
}

function sameSign(one: Ranked, other: Ranked): boolean {
  return Math.sign(one.score) === Math.sign(other.score);
}

/** Whether one implies the other, with the same sign. */
function nested(one: Ranked, other: Ranked): boolean {
  if (!sameSign(one, other)) return false;
  const within = (a: readonly number[], b: readonly number[]): boolean =>
    a.every((item) => b.some((each) => each === item || (each >> 4 === item >> 4 && covers(item & 15, each & 15))));
  return within(one.items, other.items) || within(other.items, one.items);
}

function covers(weak: number, strong: number): boolean {
  if (weak === ANY_OWN) return strong >= 1 && strong <= 6;
  return weak === ANY_ENEMY && strong >= 7 && strong <= 12;
}

function conditionsText(kind: TrapKind, items: readonly number[]): string {
  const squares = squaresAround(kind);
  return items
    .map((item) => {
      const content = item & 15;
      const letter = content === ANY_OWN ? "X" : content === ANY_ENEMY ? "x" : (LETTERS[content] as string);
      return `${letter}${SQUARE_NAMES[squares[(item >> 4) - 1] as number]}`;
    })
    .join(" ");
}
