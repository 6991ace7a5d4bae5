/**
 * Games for learning: a player against itself from random openings, with a random move now and then so that positions are seen that
 * good play avoids. Every game has an opening of its own, and games to test on have none that games to train on had.
 */
import type { MakePlayer } from "../arena/match.ts";
import { playGame, randomOpening } from "../arena/play-game.ts";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import { CHANCE, type Position, type Rules, type Scores } from "../contracts/game.ts";
import type { Player } from "../contracts/player.ts";
import { legalMovesOf } from "../search/legal.ts";
import { SeededRandom } from "../search/seeded.ts";
import type { LabelledPosition } from "./examples.ts";

/** Random plies before the player takes over: each game its own number of them. */
const FEWEST_OPENING_PLIES = 2;
const MOST_OPENING_PLIES = 16;
/** The share of random moves after the opening. */
const RANDOM_MOVES = 0.04;
const TRIES_FOR_AN_OPENING = 100;

export interface SelfPlayOptions {
  readonly seed: number;
  /** Games played at once; the games do not depend on it. */
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  readonly onGame?: ((done: number) => void) | undefined;
}

export interface PlayedGame {
  readonly start: string;
  readonly positions: readonly LabelledPosition[];
}

/** Different openings, none of them among those taken, which they join. */
export function freshOpenings(rules: Rules, count: number, seed: number, taken: Set<string>): Position[] {
  const random = new SeededRandom(seed);
  const openings: Position[] = [];
  let tries = 0;
  while (openings.length < count) {
    const plies = FEWEST_OPENING_PLIES + random.below(MOST_OPENING_PLIES - FEWEST_OPENING_PLIES + 1);
    const opening = randomOpening(rules, plies, random.below(2 ** 31));
    const text = rules.formatPosition(opening);
    if (!taken.has(text)) {
      taken.add(text);
      openings.push(opening);
      tries = 0;
    } else if (++tries > TRIES_FOR_AN_OPENING) {
      throw new GameloreError("bad-usage", `no ${count} different openings found here; choose fewer games`);
    }
  }
  return openings;
}

/** Plays one game from each opening. */
export async function selfPlay(
  rules: Rules,
  makePlayer: MakePlayer,
  openings: readonly Position[],
  options: SelfPlayOptions,
): Promise<PlayedGame[]> {
  const played: PlayedGame[] = [];
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < openings.length) {
      const number = next++;
      // Players that never wait would keep the process from hearing a signal.
      await new Promise(setImmediate);
      throwIfAborted(options.signal);
      const seed = (options.seed * 1_000_003 + number) % 2 ** 31;
      played[number] = await playLabelled(rules, makePlayer, openings[number] as Position, seed, options.signal);
      options.onGame?.(++done);
    }
  };
  const workers = Array.from({ length: options.concurrency }, () =>
    worker().catch((error: unknown) => {
      next = openings.length;
      throw error;
    }),
  );
  for (const outcome of await Promise.allSettled(workers)) if (outcome.status === "rejected") throw outcome.reason;
  return played;
}

async function playLabelled(
  rules: Rules,
  makePlayer: MakePlayer,
  start: Position,
  seed: number,
  signal: AbortSignal | undefined,
): Promise<PlayedGame> {
  const player = await makePlayer(seed);
  try {
    const seen = [start];
    const wandering = wanderingPlayer(rules, player, new SeededRandom(seed));
    const { scores, plies } = await playGame(
      rules,
      rules.players.map(() => wandering),
      { start, seed, signal, onPly: (position) => void seen.push(position) },
    );
    return { start: rules.formatPosition(start), positions: labelled(rules, seen.slice(0, plies), scores) };
  } finally {
    await player.close();
  }
}

/** Positions of one game in their order, each with how it ended; those in which one player moves. */
export function labelled(rules: Rules, positions: readonly Position[], scores: Scores): LabelledPosition[] {
  return positions.flatMap((position, ply) => {
    const [mover, ...others] = rules.actors(position);
    if (mover === undefined || mover === CHANCE || others.length > 0) return [];
    return [{ position, mover, result: scores[mover] as number, pliesLeft: positions.length - ply }];
  });
}

/** A player that makes a random move now and then. */
function wanderingPlayer(rules: Rules, player: Player, random: SeededRandom): Player {
  return {
    text: player.text,
    choose: async (position, limits, signal) => {
      if (random.fraction() >= RANDOM_MOVES) return player.choose(position, limits, signal);
      const move = random.pick(legalMovesOf(rules, position));
      return { move, thought: { value: null, unit: "none", line: [move], nodes: 1, milliseconds: 0, depth: null } };
    },
    close: () => player.close(),
  };
}
