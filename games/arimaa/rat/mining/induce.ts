/**
 * Rule induction: conditions under which strong players play an event. On the training half of the games, starting with the square of the piece,
 * the most informative condition is added greedily while it is significant and enough cases are left. The held-out half evaluates the rule.
 */
import { type Cells, LETTERS, SQUARE_NAMES, SQUARES } from "../graphs/board.ts";
import { eventKey, type TurnEvent } from "./events.ts";
import { likelihoodRatio } from "./evidence.ts";

/** A position in the mover's view, in one of its two images, with the events of the played turn. */
export interface Instance {
  readonly cells: Cells;
  readonly events: ReadonlyMap<string, TurnEvent>;
  readonly missed: boolean;
  readonly game: number;
  /** `game 3 turn 12s` */
  readonly place: string;
}

/** In how many positions an event was played. */
export interface Share {
  readonly positions: number;
  readonly done: number;
}

export interface Rule {
  readonly event: TurnEvent;
  /** Where the piece stands. */
  readonly from: readonly number[];
  readonly conditions: readonly SquareCondition[];
  /** Missed turns with this event under these conditions, and their games: of both halves. */
  readonly missed: number;
  readonly games: number;
  readonly examples: readonly string[];
  /** In held-out games: under all conditions, and with only the piece on its square. */
  readonly judged: Share;
  readonly alone: Share;
}

export interface SquareCondition {
  readonly square: number;
  /** A content of the graphs, or `ANY_OWN`, `ANY_ENEMY`. */
  readonly content: number;
}

export interface InduceOptions {
  /** The minimum number of missed turns with an event, and of their games. */
  readonly minCount: number;
  readonly minGames: number;
  readonly most: number;
}

const ANY_OWN = 13;
const ANY_ENEMY = 14;
const CODES = 15;
const MAX_CONDITIONS = 4;
/** Threshold of the G statistic: about 1 in 1,000 by chance, since hundreds of conditions are tested. */
const MIN_EVIDENCE = 11;
/** The minimum share of positions in which the event is played. */
const MIN_SHARE = 0.02;
/** Origins with a smaller share are dropped. */
const RARE_FROM = 0.1;
/** Beyond this distance only camels and elephants are considered. */
const NEAR = 3;
const FAR_LETTERS = "MEme";
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
    .filter(({ judged }) => lowerBound(judged) >= MIN_SHARE)
    .sort((a, b) => lowerBound(b.judged) - lowerBound(a.judged) || b.missed - a.missed)
    .slice(0, options.most);
}

/** The lower bound of the Wilson score interval (z = 2). */
function lowerBound({ done, positions }: Share): number {
  if (positions === 0) return 0;
  const [rate, z] = [done / positions, 2];
  const centre = rate + (z * z) / (2 * positions);
  const spread = z * Math.sqrt((rate * (1 - rate)) / positions + (z * z) / (4 * positions * positions));
  return (centre - spread) / (1 + (z * z) / positions);
}

/** Odd games are the training set. */
function isTraining({ game }: Instance): boolean {
  return game % 2 === 1;
}

function ruleFor(event: TurnEvent, instances: readonly Instance[], options: InduceOptions): Rule | null {
  const key = eventKey(event);
  const does = ({ events }: Instance): boolean => events.has(key);
  const from = frequentOrigins(
    instances.flatMap(({ events, missed }) => (missed ? (events.get(key)?.from ?? []) : [])),
  );
  const content = LETTERS.indexOf(event.letter);
  const there = instances.filter(({ cells }) => from.some((square) => cells[square] === content));
  const conditions: SquareCondition[] = [];
  let matching = there;
  while (conditions.length < MAX_CONDITIONS) {
    const next = bestCondition(matching.filter(isTraining), does, options.minCount / 2, event.square, from);
    if (!next) break;
    conditions.push(next);
    matching = matching.filter(({ cells }) => fits(cells, next));
  }
  const missed = matching.filter((each) => each.missed && does(each));
  const games = new Set(missed.map(({ game }) => game)).size;
  if (missed.length < options.minCount || games < options.minGames) return null;
  const share = (among: readonly Instance[]): Share => {
    const others = among.filter((each) => !isTraining(each));
    return { positions: others.length, done: others.filter(does).length };
  };
  const places = [...new Map(missed.map(({ game, place }) => [game, place])).values()];
  return {
    event,
    from,
    conditions,
    missed: missed.length,
    games,
    examples: places.slice(0, EXAMPLES),
    judged: share(matching),
    alone: share(there),
  };
}

function frequentOrigins(squares: readonly number[]): number[] {
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
  to: number,
  from: readonly number[],
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
  let best: SquareCondition | null = null;
  let most = MIN_EVIDENCE;
  for (let at = 0; at < all.length; at++) {
    const square = Math.floor(at / CODES);
    const content = at % CODES;
    const kept = good[at] as number;
    const held = all[at] as number;
    if (kept < Math.max(minCount, cases / 2) || square === to || from.includes(square)) continue;
    if (!isNear(square, to) && !FAR_LETTERS.includes(LETTERS[content] ?? "?")) continue;
    if (kept * matching.length <= cases * held) continue;
    const evidence = likelihoodRatio(kept, held, cases, matching.length);
    if (evidence > most) {
      most = evidence;
      best = { square, content };
    }
  }
  return best;
}

function isNear(one: number, other: number): boolean {
  return Math.max(Math.abs((one & 7) - (other & 7)), Math.abs((one >> 3) - (other >> 3))) <= NEAR;
}

export function conditionText({ square, content }: SquareCondition): string {
  const letter = content === ANY_OWN ? "X" : content === ANY_ENEMY ? "x" : LETTERS[content];
  return `${letter}${SQUARE_NAMES[square]}`;
}
