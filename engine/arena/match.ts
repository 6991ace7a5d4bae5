/**
 * A match: pairs of games from seeded random openings, each played from both sides, several games in parallel. It is an endless
 * sequence of which a prefix is requested; stored games are not played again.
 */
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import type { Limits } from "../contracts/player.ts";
import { buildOf } from "./build.ts";
import { playMatchGame, seedsOf, type OnProgramCpu } from "./match-game.ts";
import type { Pair } from "./pairs.ts";
import { canonicalText, makePlayer } from "./players.ts";
import { ProgramCpu, type CpuByPlayer } from "./program-cpu.ts";
import { matchGame, type MatchGame, type MatchIdentity, type PlayedGame } from "./records.ts";
import { seatScore, standing, type SeatScore, type SprtBounds, type SprtState, type Standing } from "./statistics.ts";
import type { GameStore } from "./store.ts";
import { Tally } from "./tally.ts";

export type { MatchGame } from "./records.ts";

export interface MatchSpec {
  /** Separates results: games with different labels never mix. "" for plain matches. */
  readonly label: string;
  /** Players' texts; records have the canonical texts. */
  readonly first: string;
  readonly second: string;
  readonly openingPlies: number;
  readonly seed: number;
  readonly limits: Limits;
}

export interface MatchOptions {
  /** Total number of pairs; those already stored are not played again. */
  readonly pairs: number;
  /** Games played in parallel. Does not affect the result, unless players have time limits. */
  readonly concurrency: number;
  /** If absent, games are not stored. */
  readonly store?: GameStore | null | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called after every game; the standing is computed on demand. */
  readonly onGame?: ((done: number, total: number, soFar: () => Standing) => void) | undefined;
  /** Ends the match when this test is decided. */
  readonly sprt?: SprtBounds | undefined;
  /** Plays the games elsewhere, for example on many machines; by default they are played here. */
  readonly elsewhere?: GamesElsewhere | undefined;
}

/** Plays the games that a tally names, and passes each to `add`. */
export interface GamesElsewhere {
  /** Games that can be played at the same time. */
  readonly slots: number;
  play(rules: OpenGame, games: MatchInPlay): Promise<void>;
}

export interface MatchInPlay {
  readonly match: MatchIdentity;
  readonly tally: Tally;
  readonly signal: AbortSignal | undefined;
  readonly onProgramCpu: OnProgramCpu;
  add(game: PlayedGame): void;
}

export interface MatchReport {
  /** Canonical texts. */
  readonly players: readonly [string, string];
  /** Of the first player, over complete pairs. */
  readonly standing: Standing;
  /** Score of the first mover, by player. Null with more than two players. */
  readonly bySeat: { readonly firstMovesFirst: SeatScore; readonly secondMovesFirst: SeatScore } | null;
  readonly games: readonly MatchGame[];
  /** Number of games read from the store. */
  readonly resumed: number;
  readonly sprt: SprtState | null;
  /** CPU time of the games played now, if a player is an external program. */
  readonly cpuSeconds: CpuByPlayer | null;
  /** Number of games by build (see `buildOf`). */
  readonly builds: Readonly<Record<string, number>>;
}

export async function playMatch(rules: OpenGame, spec: MatchSpec, options: MatchOptions): Promise<MatchReport> {
  const match = identify(rules, spec);
  const { store, signal } = options;
  // Fails before the first game if a player cannot be created, for example because a table is missing. Its program may be elsewhere, too.
  const here = options.elsewhere ? [] : [match.first, match.second];
  for (const text of here) await (await makePlayer(rules, text, 0, signal)).close();
  const tally = new Tally(options.pairs, options.sprt ?? null);
  const key = store?.addMatch(match, rules.options);
  const stored = store && key !== undefined ? store.games(key) : [];
  for (const game of stored) tally.add(game);
  const storedNumbers = new Set(stored.map(({ number }) => number));
  const cpu = new ProgramCpu();

  const add = (game: PlayedGame): void => {
    tally.add(store && key !== undefined ? store.add(key, game) : game);
    options.onGame?.(tally.done, tally.total, () => standing(finishedPairs(tally.games)));
  };
  const games: MatchInPlay = { match, tally, signal, onProgramCpu: cpu.add, add };
  if (options.elsewhere) await options.elsewhere.play(rules, games);
  else await playHere(rules, games, options.concurrency);
  const resumed = tally.games.filter(({ number }) => storedNumbers.has(number)).length;
  return reportOf(match, tally.games, { resumed, sprt: tally.sprt, cpuSeconds: cpu.byPlayer });
}

async function playHere(
  rules: OpenGame,
  { match, tally, signal, onProgramCpu, add }: MatchInPlay,
  concurrency: number,
): Promise<void> {
  const build = buildOf(rules.game.id);
  const work = async (): Promise<void> => {
    for (let number = tally.next(); number !== null; number = tally.next()) {
      // Yields to the event loop, so that signals are received.
      await new Promise(setImmediate);
      throwIfAborted(signal);
      const started = performance.now();
      const game = await playMatchGame(rules, match, number, signal, onProgramCpu);
      const seeds = seedsOf(match.seed, number);
      add({ ...game, seeds, milliseconds: performance.now() - started, build });
    }
  };
  // A failing game ends the match after the running games have finished, so that all players are closed.
  const workers = Array.from({ length: Math.min(concurrency, tally.total) }, work);
  const outcomes = await Promise.allSettled(
    workers.map((each) =>
      each.catch((error: unknown) => {
        tally.stop();
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/** The stored games of a match, without playing. */
export function storedMatch(rules: OpenGame, spec: MatchSpec, store: GameStore): MatchReport | null {
  const match = identify(rules, spec);
  const key = store.findMatch(match);
  if (key === null) return null;
  const games = store.games(key);
  return reportOf(match, games, { resumed: games.length, sprt: null, cpuSeconds: null });
}

function identify(rules: OpenGame, spec: MatchSpec): MatchIdentity {
  if (rules.players.length < 2)
    throw new GameloreError("bad-usage", `a match is between two players; ${rules.game.id} has one`);
  const { label, openingPlies, seed, limits } = spec;
  const [first, second] = [canonicalText(rules, spec.first), canonicalText(rules, spec.second)];
  return { game: rules.game.id, variant: rules.variant, label, first, second, openingPlies, seed, limits };
}

function reportOf(
  match: MatchIdentity,
  games: readonly PlayedGame[],
  run: Pick<MatchReport, "resumed" | "sprt" | "cpuSeconds">,
): MatchReport {
  const [firstMovesFirst, secondMovesFirst] = [true, false].map((seat) =>
    seatScore(games.filter((game) => game.firstPlaysFirst === seat).map((game) => game.scores[0] as number)),
  ) as [SeatScore, SeatScore];
  const builds: Record<string, number> = {};
  for (const { build } of games) builds[build] = (builds[build] ?? 0) + 1;
  return {
    players: [match.first, match.second],
    standing: standing(finishedPairs(games)),
    bySeat: games.some(({ scores }) => scores.length > 2) ? null : { firstMovesFirst, secondMovesFirst },
    games: games.map(matchGame),
    ...run,
    builds,
  };
}

/** Points of the complete pairs, of games in order of their numbers. */
export function finishedPairs(games: readonly Pick<MatchGame, "pair" | "firstPlaysFirst" | "points">[]): Pair[] {
  const pairs: Pair[] = [];
  for (const [i, game] of games.entries()) {
    const next = games[i + 1];
    if (game.firstPlaysFirst && next?.pair === game.pair) pairs.push([game.points, next.points]);
  }
  return pairs;
}
