/** Game number n of a match: always the same game, played alone or among others, now or when a match goes on. */
import type { Position, Rules } from "../contracts/game.ts";
import type { Player } from "../contracts/player.ts";
import { playGame, randomOpening, type GameRecord } from "./play-game.ts";
import { makePlayer } from "./players.ts";
import type { GameSeeds, MatchGame, MatchIdentity } from "./records.ts";

const SEED_STEP = 1_000_003;

export function seedsOf(seed: number, number: number): GameSeeds {
  const use = (which: number): number => (seed * SEED_STEP + number * 3 + which) % 2 ** 31;
  return { first: use(0), second: use(1), chance: use(2) };
}

/** How the players of a match sit down to a game of it. */
export interface Seating {
  readonly firstPlaysFirst: boolean;
  readonly seeds: GameSeeds;
  readonly start: Position;
}

export async function playMatchGame(
  rules: Rules,
  match: MatchIdentity,
  number: number,
  signal?: AbortSignal,
): Promise<MatchGame> {
  const pair = Math.floor(number / 2);
  const firstPlaysFirst = number % 2 === 0;
  const start = randomOpening(rules, match.openingPlies, match.seed * SEED_STEP + pair);
  const seating: Seating = { firstPlaysFirst, seeds: seedsOf(match.seed, number), start };
  const record = await playSeated(rules, match, seating, signal);
  return { number, pair, firstPlaysFirst, points: record.scores[firstPlaysFirst ? 0 : 1] as number, ...record };
}

/** Makes the players for this one game and lets go of them after it. */
export async function playSeated(
  rules: Rules,
  match: MatchIdentity,
  { firstPlaysFirst, seeds, start }: Seating,
  signal?: AbortSignal,
): Promise<GameRecord> {
  const made: Player[] = [];
  try {
    const first = await makePlayer(rules, match.first, seeds.first);
    made.push(first);
    const second = await makePlayer(rules, match.second, seeds.second);
    made.push(second);
    return await playGame(rules, firstPlaysFirst ? [first, second] : [second, first], {
      start,
      limits: match.limits,
      seed: seeds.chance,
      signal,
    });
  } finally {
    await Promise.all(made.map((player) => player.close()));
  }
}
