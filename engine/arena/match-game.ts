/** Game number n of a match: always the same game, played alone or among others, now or when a match goes on. */
import { PlayerFault } from "../contracts/errors.ts";
import type { Position, Rules } from "../contracts/game.ts";
import type { Player } from "../contracts/player.ts";
import { SeededRandom } from "../random/seeded.ts";
import { forfeitedGame, playGame, randomOpening, type GameRecord } from "./play-game.ts";
import { makePlayer } from "./players.ts";
import type { GameSeeds, MatchGame, MatchIdentity } from "./records.ts";
import { pointsOfFirst, seatsOfFirst, type PairedGame } from "./seats.ts";

const SEED_STEP = 1_000_003;
/** Between the seeds of the seats of one player. */
const SEAT_STEP = 500_000_003;

/** Chance falls alike in both games of a pair, as long as they go alike. */
export function seedsOf(seed: number, number: number): GameSeeds {
  const use = (game: number, which: number): number => (seed * SEED_STEP + game * 3 + which) % 2 ** 31;
  return { first: use(number, 0), second: use(number, 1), chance: use(number - (number % 2), 2) };
}

/** How the players of a match sit down to a game of it. */
export interface Seating extends PairedGame {
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
  const start = openingOf(rules, match, pair);
  const seating: Seating = { pair, firstPlaysFirst, seeds: seedsOf(match.seed, number), start };
  const record = await playSeated(rules, match, seating, signal);
  return { number, pair, firstPlaysFirst, points: pointsOfFirst(record.scores, seating), ...record };
}

/**
 * Where a pair of games starts. Of given starts that no random moves follow, each is taken once before one is taken again, in a random order
 * of the match.
 */
function openingOf(rules: Rules, { openingPlies, seed }: MatchIdentity, pair: number): Position {
  const { openings } = rules;
  if (!openings || openingPlies > 0) return randomOpening(rules, openingPlies, seed * SEED_STEP + pair);
  const round = Math.floor(pair / openings.length);
  return shuffled(openings, new SeededRandom(seed * SEED_STEP + round))[pair % openings.length] as Position;
}

/** Fisher and Yates. */
function shuffled<T>(list: readonly T[], random: SeededRandom): T[] {
  const order = [...list];
  for (let left = order.length; left > 1; left--) {
    const at = random.below(left);
    [order[left - 1], order[at]] = [order[at] as T, order[left - 1] as T];
  }
  return order;
}

/** Makes a player for every seat of this one game and lets go of them after it. */
export async function playSeated(
  rules: Rules,
  match: MatchIdentity,
  seating: Seating,
  signal?: AbortSignal,
): Promise<GameRecord> {
  const { seeds, start } = seating;
  const made: Player[] = [];
  try {
    const next = { first: seeds.first, second: seeds.second };
    for (const isFirst of seatsOfFirst(rules.players.length, seating)) {
      const who = isFirst ? "first" : "second";
      made.push(await makePlayer(rules, match[who], next[who], signal));
      next[who] = (next[who] + SEAT_STEP) % 2 ** 31;
    }
    return await playGame(rules, made, { start, limits: match.limits, seed: seeds.chance, signal });
  } catch (error) {
    // Faults in play end the game there; this one was not even ready for it.
    if (!(error instanceof PlayerFault)) throw error;
    return forfeitedGame(rules, rules.formatPosition(start), [], made.length, error);
  } finally {
    await Promise.all(made.map((player) => player.close()));
  }
}
