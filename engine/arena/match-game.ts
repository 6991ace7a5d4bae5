/** Game number n of a match: deterministic, however many games are played and whenever. */
import { PlayerFault } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import type { Position, PlayerNumber } from "../contracts/position.ts";
import type { Player } from "../contracts/player.ts";
import { SeededRandom } from "../random/seeded.ts";
import { forfeitedGame, playGame, randomOpening, type GameRecord } from "./play-game.ts";
import { makePlayer } from "./players.ts";
import type { GameSeeds, MatchGame, MatchIdentity } from "./records.ts";
import { pointsOfFirst, seatsOfFirst, type PairedGame } from "./seats.ts";

const SEED_STEP = 1_000_003;
/** Between seeds of a player's seats. */
const SEAT_STEP = 500_000_003;

/** Both games of a pair have the same seed of chance. */
export function seedsOf(seed: number, number: number): GameSeeds {
  const use = (game: number, which: number): number => (seed * SEED_STEP + game * 3 + which) % 2 ** 31;
  return { first: use(number, 0), second: use(number, 1), chance: use(number - (number % 2), 2) };
}

/** Seats, seeds and starting position of a match game. */
export interface Seating extends PairedGame {
  readonly seeds: GameSeeds;
  readonly start: Position;
}

/** Receives the CPU time of a game that the program of the first or second player has used. */
export type OnProgramCpu = (isFirst: boolean, seconds: number | null) => void;

export async function playMatchGame(
  rules: OpenGame,
  match: MatchIdentity,
  number: number,
  signal?: AbortSignal,
  onProgramCpu?: OnProgramCpu,
): Promise<MatchGame> {
  const pair = Math.floor(number / 2);
  const firstPlaysFirst = number % 2 === 0;
  const start = openingOf(rules, match, pair);
  const seating: Seating = { pair, firstPlaysFirst, seeds: seedsOf(match.seed, number), start };
  const record = await playSeated(rules, match, seating, signal, onProgramCpu);
  return { number, pair, firstPlaysFirst, points: pointsOfFirst(record.scores, seating), ...record };
}

/**
 * The starting position of a pair. Given openings without random moves are used in a random order, each once before any is repeated.
 */
export function openingOf(rules: OpenGame, { openingPlies, seed }: MatchIdentity, pair: number): Position {
  const { openings } = rules;
  if (!openings || openingPlies > 0) return randomOpening(rules, openingPlies, seed * SEED_STEP + pair);
  const round = Math.floor(pair / openings.length);
  return new SeededRandom(seed * SEED_STEP + round).shuffled(openings)[pair % openings.length] as Position;
}

/** Creates the players of this game and closes them after it. */
export async function playSeated(
  rules: OpenGame,
  match: MatchIdentity,
  seating: Seating,
  signal?: AbortSignal,
  onProgramCpu?: OnProgramCpu,
): Promise<GameRecord> {
  const { seeds, start } = seating;
  const made: Player[] = [];
  const seats = seatsOfFirst(rules.players.length, seating);
  try {
    const next = { first: seeds.first, second: seeds.second };
    for (const isFirst of seats) {
      const who = isFirst ? "first" : "second";
      made.push(await makePlayer(rules, match[who], next[who], signal));
      next[who] = (next[who] + SEAT_STEP) % 2 ** 31;
    }
    return await playGame(rules, made, { start, limits: match.limits, seed: seeds.chance, signal });
  } catch (error) {
    // A player failed before the game started; failures during the game are handled by `playGame`.
    if (!(error instanceof PlayerFault)) throw error;
    onProgramCpu?.(seats[made.length] === true, null);
    return forfeitedGame(rules, rules.formatPosition(start), [], made.length as PlayerNumber, error);
  } finally {
    for (const [seat, player] of made.entries())
      if (player.cpuSeconds) onProgramCpu?.(seats[seat] === true, player.cpuSeconds());
    await Promise.all(made.map((player) => player.close()));
  }
}
