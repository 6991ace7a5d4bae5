/**
 * Conditions under which strong players do a thing: beginning with where the piece stands, the condition that tells most is added, as long
 * as enough cases are left and it tells something (the gain of FOIL: cases kept, times the bits by which they become more likely).
 */
import { type Cells, LETTERS, SQUARE_NAMES, SQUARES } from "../graphs/board.ts";
import { eventKey, type TurnEvent } from "./events.ts";

/** A position in the mover's view, in one of its two images, and what its player did. */
export interface Instance {
  readonly cells: Cells;
  readonly events: ReadonlyMap<string, TurnEvent>;
  readonly missed: boolean;
  readonly game: number;
  /** `game 3, 12s` */
  readonly place: string;
}

export interface Rule {
  readonly event: TurnEvent;
  /** Where the piece stands. */
  readonly from: readonly number[];
  readonly conditions: readonly SquareCondition[];
  /** Positions in which the conditions hold; in which it was done too; in which the plans missed the turn. */
  readonly holds: number;
  readonly done: number;
  readonly missed: number;
  readonly games: number;
  /** How much likelier it is under the conditions than in any position. */
  readonly lift: number;
  readonly examples: readonly string[];
}

export interface SquareCondition {
  readonly square: number;
  /** A content of the graphs' letters, or one of these. */
  readonly content: number;
}

export interface InduceOptions {
  /** Missed turns that do a thing, at least; and games they are from. */
  readonly minCount: number;
  readonly minGames: number;
  readonly most: number;
}

const ANY_OWN = 13;
const ANY_ENEMY = 14;
const CODES = 15;
const MOST_CONDITIONS = 4;
/** Bits a case at least, for a condition to be worth its place. */
const LEAST_BITS = 0.25;
/** Squares from which hardly anybody comes are left out. */
const RARE_FROM = 0.1;
const EXAMPLES = 5;

export function induceRules(instances: readonly Instance[], options: InduceOptions): Rule[] {
  const counts = new Map<string, { event: TurnEvent; count: number; games: Set<number> }>();
  for (const { events, missed, game } of instances) {
    if (!missed) continue;
    for (const [key, event] of events) {
      const known = counts.get(key) ?? { event, count: 0, games: new Set<number>() };
      known.count++;
      known.games.add(game);
      counts.set(key, known);
    }
  }
  return [...counts.values()]
    .filter(({ count, games }) => count >= options.minCount && games.size >= options.minGames)
    .sort((a, b) => b.count - a.count)
    .slice(0, 4 * options.most)
    .flatMap(({ event }) => ruleFor(event, instances, options) ?? [])
    .sort((a, b) => b.missed * Math.log2(b.lift) - a.missed * Math.log2(a.lift))
    .slice(0, options.most);
}

function ruleFor(event: TurnEvent, instances: readonly Instance[], options: InduceOptions): Rule | null {
  const key = eventKey(event);
  const does = ({ events }: Instance): boolean => events.has(key);
  const from = usualFrom(instances.flatMap(({ events, missed }) => (missed ? (events.get(key)?.from ?? []) : [])));
  const content = LETTERS.indexOf(event.letter);
  let matching = instances.filter(({ cells }) => from.some((square) => cells[square] === content));
  const conditions: SquareCondition[] = [];
  while (conditions.length < MOST_CONDITIONS) {
    const next = bestCondition(matching, does, options.minCount, [event.square, ...from]);
    if (!next) break;
    conditions.push(next);
    matching = matching.filter(({ cells }) => fits(cells, next));
  }
  const done = matching.filter(does);
  const missed = done.filter((each) => each.missed);
  const games = new Set(missed.map(({ game }) => game)).size;
  if (missed.length < options.minCount || games < options.minGames) return null;
  const usual = instances.filter(does).length / instances.length;
  const places = [...new Map(missed.map(({ game, place }) => [game, place])).values()];
  return {
    event,
    from,
    conditions,
    holds: matching.length,
    done: done.length,
    missed: missed.length,
    games,
    lift: done.length / matching.length / usual,
    examples: places.slice(0, EXAMPLES),
  };
}

function usualFrom(squares: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const square of squares) counts.set(square, (counts.get(square) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= RARE_FROM * squares.length)
    .map(([square]) => square)
    .sort((a, b) => a - b);
}

function fits(cells: Cells, { square, content }: SquareCondition): boolean {
  const there = cells[square] as number;
  if (content === ANY_OWN) return there >= 1 && there <= 6;
  if (content === ANY_ENEMY) return there > 6;
  return there === content;
}

function bestCondition(
  matching: readonly Instance[],
  does: (instance: Instance) => boolean,
  minCount: number,
  known: readonly number[],
): SquareCondition | null {
  const all = new Uint32Array(SQUARES * CODES);
  const good = new Uint32Array(SQUARES * CODES);
  let cases = 0;
  for (const instance of matching) {
    const positive = does(instance) ? 1 : 0;
    cases += positive;
    for (let square = 0; square < SQUARES; square++) {
      const content = instance.cells[square] as number;
      const codes = content === 0 ? [0] : [content, content > 6 ? ANY_ENEMY : ANY_OWN];
      for (const code of codes) {
        all[square * CODES + code]!++;
        good[square * CODES + code]! += positive;
      }
    }
  }
  if (cases === 0) return null;
  const before = Math.log2(cases / matching.length);
  let best: SquareCondition | null = null;
  let most = LEAST_BITS * cases;
  for (let at = 0; at < all.length; at++) {
    const square = Math.floor(at / CODES);
    const kept = good[at] as number;
    if (kept < Math.max(minCount, cases / 2) || known.includes(square)) continue;
    const gain = kept * (Math.log2(kept / (all[at] as number)) - before);
    if (gain > most) {
      most = gain;
      best = { square, content: at % CODES };
    }
  }
  return best;
}

export function conditionText({ square, content }: SquareCondition): string {
  const letter = content === ANY_OWN ? "X" : content === ANY_ENEMY ? "x" : LETTERS[content];
  return `${letter}${SQUARE_NAMES[square]}`;
}
