/** The rounds of a tuning played as matches: those that are in the store are read, the others go to as many threads as there are. */
import { playMatch, storedMatch, type MatchReport, type MatchSpec } from "../arena/match.ts";
import type { GameStore } from "../arena/store.ts";
import { throwIfAborted } from "../contracts/errors.ts";
import type { Rules } from "../contracts/game.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { Duel, PlayRound, Round } from "./tune-rounds.ts";
import type { Tuning } from "./tune-spec.ts";

export interface TuneOptions {
  /** Games played at once. The outcome does not depend on it unless players think by the clock. */
  readonly concurrency: number;
  /** Without one, nothing is kept. */
  readonly store?: GameStore | null | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TuneProgress) => void) | undefined;
}

export interface TuneProgress {
  /** From 0 to 1. */
  readonly done: number;
  /** What is tried now, in words. */
  readonly what: string;
  readonly games: number;
  /** The text of the best player so far. */
  readonly incumbent: string;
}

export interface GameCount {
  readonly games: number;
  /** How many of the games were there before. */
  readonly resumed: number;
  /** What played the games, and how many each. */
  readonly builds: Readonly<Record<string, number>>;
}

/** Is told how many games of a duel there are. */
type Tell = (games: number) => void;

/** The match seed for openings of a number from 0; -1 has openings of its own too. */
export function openingSeed(seed: number, openings: number): number {
  return (new SeededRandom(seed).below(2 ** 31) + openings + 1) % 2 ** 31;
}

export function playRounds(
  rules: Rules,
  { spec, label, text }: Tuning,
  { concurrency, store, signal, onProgress }: TuneOptions,
): { play: PlayRound; count: () => GameCount } {
  const { openingPlies, limits } = spec;
  const builds: Record<string, number> = {};
  let games = 0;
  let resumed = 0;

  const playDuel = async ({ first, second, pairs, openings }: Duel, tell: Tell): Promise<MatchReport> => {
    // Reading what is stored never waits, which would keep the process from hearing a signal.
    await new Promise(setImmediate);
    throwIfAborted(signal);
    const seed = openingSeed(spec.seed, openings);
    const match: MatchSpec = { label, first: text(first), second: text(second), openingPlies, seed, limits };
    const there = store ? storedMatch(rules, match, store) : null;
    if (there?.games.length !== 2 * pairs)
      return playMatch(rules, match, { pairs, concurrency, store, signal, onGame: tell });
    tell(2 * pairs);
    return there;
  };

  const play = async ({ number, of, what, incumbent, duels }: Round): Promise<readonly number[]> => {
    const total = duels.reduce((sum, { pairs }) => sum + 2 * pairs, 0);
    const best = text(incumbent);
    const done = duels.map(() => 0);
    const tell = (duel: number, count: number): void => {
      done[duel] = count;
      const sum = done.reduce((a, b) => a + b, 0);
      onProgress?.({ done: (number + sum / total) / of, what, games: games + sum, incumbent: best });
    };
    const lanes = Math.floor(concurrency / Math.max(...duels.map(({ pairs }) => 2 * pairs)));
    const reports = await inLanes(Math.max(1, lanes), duels, (duel, i) => playDuel(duel, (count) => tell(i, count)));
    for (const report of reports) {
      games += report.games.length;
      resumed += report.resumed;
      for (const [build, count] of Object.entries(report.builds)) builds[build] = (builds[build] ?? 0) + count;
    }
    return reports.map(({ standing }) => standing.points / standing.games);
  };
  return { play, count: () => ({ games, resumed, builds }) };
}

/** Works on items in their order, so many at once. A failure ends it once those that are under way have come to their end. */
async function inLanes<T, R>(
  lanes: number,
  items: readonly T[],
  work: (item: T, i: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as T, i);
    }
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: lanes }, () =>
      lane().catch((error: unknown) => {
        next = items.length;
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return results;
}
