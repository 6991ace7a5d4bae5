/** Plays the rounds of a tuning as matches, in parallel; stored matches are read from the store. */
import { playMatch, storedMatch, type GamesElsewhere, type MatchReport, type MatchSpec } from "../arena/match.ts";
import type { GameStore } from "../arena/store.ts";
import { throwIfAborted } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { Duel, PlayRound, Round } from "./tune-rounds.ts";
import type { Tuning } from "./tune-spec.ts";

export interface TuneOptions {
  /** Games played in parallel. Does not affect the result, unless players have time limits. */
  readonly concurrency: number;
  /** If absent, games are not stored. */
  readonly store?: GameStore | null | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: TuneProgress) => void) | undefined;
  /** Plays the games elsewhere, those of a round at the same time. */
  readonly elsewhere?: GamesElsewhere | undefined;
}

export interface TuneProgress {
  /** From 0 to 1. */
  readonly done: number;
  /** Description of the current step. */
  readonly what: string;
  readonly games: number;
  /** The text of the best player so far. */
  readonly incumbent: string;
}

export interface GameCount {
  readonly games: number;
  /** Number of games read from the store. */
  readonly resumed: number;
  /** Number of games by build. */
  readonly builds: Readonly<Record<string, number>>;
}

/** Receives the number of finished games of a duel. */
type OnGames = (games: number) => void;

/** The match seed for an openings number ≥ -1. */
export function openingSeed(seed: number, openings: number): number {
  return (new SeededRandom(seed).below(2 ** 31) + openings + 1) % 2 ** 31;
}

export function playRounds(
  rules: OpenGame,
  { spec, label, text }: Tuning,
  { concurrency, store, signal, onProgress, elsewhere }: TuneOptions,
): { play: PlayRound; count: () => GameCount } {
  const { openingPlies, limits } = spec;
  const builds: Record<string, number> = {};
  let games = 0;
  let resumed = 0;

  const playDuel = async ({ first, second, pairs, openings }: Duel, onGames: OnGames): Promise<MatchReport> => {
    // Yields to the event loop, so that signals are received.
    await new Promise(setImmediate);
    throwIfAborted(signal);
    const seed = openingSeed(spec.seed, openings);
    const match: MatchSpec = { label, first: text(first), second: text(second), openingPlies, seed, limits };
    const stored = store ? storedMatch(rules, match, store) : null;
    if (stored?.games.length !== 2 * pairs)
      return playMatch(rules, match, { pairs, concurrency, store, signal, elsewhere, onGame: onGames });
    onGames(2 * pairs);
    return stored;
  };

  const play = async ({ number, of, what, incumbent, duels }: Round): Promise<readonly number[]> => {
    const total = duels.reduce((sum, { pairs }) => sum + 2 * pairs, 0);
    const best = text(incumbent);
    const done = duels.map(() => 0);
    const update = (duel: number, count: number): void => {
      done[duel] = count;
      const sum = done.reduce((a, b) => a + b, 0);
      onProgress?.({ done: (number + sum / total) / of, what, games: games + sum, incumbent: best });
    };
    const workers = Math.floor(concurrency / Math.max(...duels.map(({ pairs }) => 2 * pairs)));
    const reports = await inParallel(elsewhere ? duels.length : Math.max(1, workers), duels, (duel, i) =>
      playDuel(duel, (count) => update(i, count)),
    );
    for (const report of reports) {
      games += report.games.length;
      resumed += report.resumed;
      for (const [build, count] of Object.entries(report.builds)) builds[build] = (builds[build] ?? 0) + count;
    }
    return reports.map(({ standing }) => standing.points / standing.games);
  };
  return { play, count: () => ({ games, resumed, builds }) };
}

/** Maps over items with limited concurrency. After a failure the running ones finish. */
async function inParallel<T, R>(
  workers: number,
  items: readonly T[],
  work: (item: T, i: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const i = next++;
      results[i] = await work(items[i] as T, i);
    }
  };
  const outcomes = await Promise.allSettled(
    Array.from({ length: workers }, () =>
      worker().catch((error: unknown) => {
        next = items.length;
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return results;
}
