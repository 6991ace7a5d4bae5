/** A match: pairs of games from seeded random openings, each opening played from both sides, several games at once. */
import { throwIfAborted } from "../contracts/errors.ts";
import type { Rules } from "../contracts/game.ts";
import type { Limits, Player } from "../contracts/player.ts";
import { playGame, randomOpening, type GameRecord } from "./play-game.ts";
import { standing, type Standing } from "./statistics.ts";

export interface MatchOptions {
  readonly pairs: number;
  readonly openingPlies: number;
  readonly seed: number;
  readonly limits: Limits;
  /** Games played at once. The outcome does not depend on it unless players think by the clock. */
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  /** After every game; the standing is counted when asked for. */
  readonly onGame?: (done: number, total: number, soFar: () => Standing) => void;
}

export interface MatchGame extends GameRecord {
  readonly pair: number;
  /** Whether the first player of the match moved first. */
  readonly firstPlaysFirst: boolean;
  /** Points of the first player of the match. */
  readonly points: number;
}

export interface MatchReport {
  readonly players: readonly [string, string];
  readonly standing: Standing;
  readonly games: readonly MatchGame[];
}

/** Makes a player for one game; the seed is that game's own, so that any game can be played again alone. */
export type MakePlayer = (seed: number) => Promise<Player>;

export async function playMatch(
  rules: Rules,
  first: MakePlayer,
  second: MakePlayer,
  options: MatchOptions,
): Promise<MatchReport> {
  const total = 2 * options.pairs;
  const games: MatchGame[] = [];
  const names: [string, string] = ["", ""];
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < total) {
      const number = next++;
      // Players that never wait would keep the process from hearing a signal.
      await new Promise(setImmediate);
      throwIfAborted(options.signal);
      const made = await Promise.all([
        first(gameSeed(options.seed, number, 0)),
        second(gameSeed(options.seed, number, 1)),
      ]);
      names[0] = made[0].text;
      names[1] = made[1].text;
      try {
        games[number] = await playOne(rules, made, number, options);
      } finally {
        await Promise.all(made.map((player) => player.close()));
      }
      done++;
      options.onGame?.(done, total, () => standing(finishedPairs(games, options.pairs)));
    }
  };
  // A failing game ends the others too, so that none is left behind with a player's memory.
  const workers = Array.from({ length: Math.min(options.concurrency, total) }, worker);
  const outcomes = await Promise.allSettled(
    workers.map((each) =>
      each.catch((error: unknown) => {
        next = total;
        throw error;
      }),
    ),
  );
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
  return { players: names, standing: standing(finishedPairs(games, options.pairs)), games };
}

async function playOne(
  rules: Rules,
  made: readonly [Player, Player],
  number: number,
  options: MatchOptions,
): Promise<MatchGame> {
  const pair = number >> 1;
  const firstPlaysFirst = number % 2 === 0;
  const start = randomOpening(rules, options.openingPlies, options.seed * 1_000_003 + pair);
  const [a, b] = made;
  const record = await playGame(rules, firstPlaysFirst ? [a, b] : [b, a], {
    start,
    limits: options.limits,
    seed: gameSeed(options.seed, number, 2),
    signal: options.signal,
  });
  return { ...record, pair, firstPlaysFirst, points: record.scores[firstPlaysFirst ? 0 : 1] as number };
}

function gameSeed(seed: number, game: number, use: number): number {
  return (seed * 1_000_003 + game * 3 + use) % 2 ** 31;
}

function finishedPairs(games: readonly MatchGame[], pairs: number): [number, number][] {
  const finished: [number, number][] = [];
  for (let pair = 0; pair < pairs; pair++) {
    const [one, two] = [games[2 * pair], games[2 * pair + 1]];
    if (one && two) finished.push([one.points, two.points]);
  }
  return finished;
}
