/**
 * Games for learning: a player against itself from random openings, with a random move now and then so that positions are seen that
 * good play avoids. Every game has an opening of its own, and games to test on have none that games to train on had.
 */
import { playGame, randomOpening } from "../arena/play-game.ts";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import { CHANCE, type Position, type Rules, type Scores } from "../contracts/game.ts";
import type { Player } from "../contracts/player.ts";
import { legalMovesOf } from "../search/legal.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { LabelledPosition } from "./examples.ts";

/** Random plies before the player takes over: each game its own number of them, and less than half a game. */
const FEWEST_OPENING_PLIES = 2;
const MOST_OPENING_PLIES = 16;
const GAMES_TO_MEASURE = 5;
/** The share of random moves after the opening. */
const RANDOM_MOVES = 0.04;
const TRIES_FOR_AN_OPENING = 1_000;

/** Makes a player for one game; the seed is that game's own. */
export type MakePlayer = (seed: number) => Promise<Player>;

export interface SelfPlayOptions {
  readonly games: number;
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
export class Openings {
  readonly #rules: Rules;
  readonly #random: SeededRandom;
  readonly #taken: Set<string>;
  readonly #fewest: number;
  readonly #most: number;

  constructor(rules: Rules, seed: number, taken: Set<string>) {
    this.#rules = rules;
    this.#random = new SeededRandom(seed);
    this.#taken = taken;
    const lengths = Array.from({ length: GAMES_TO_MEASURE }, () => randomLength(rules, this.#random));
    this.#most = Math.min(MOST_OPENING_PLIES, Math.floor(Math.min(...lengths) / 2));
    this.#fewest = Math.min(FEWEST_OPENING_PLIES, this.#most);
  }

  next(): Position {
    for (let tries = 0; tries < TRIES_FOR_AN_OPENING; tries++) {
      const plies = this.#fewest + this.#random.below(this.#most - this.#fewest + 1);
      const opening = randomOpening(this.#rules, plies, this.#random.below(2 ** 31));
      const text = this.#rules.formatPosition(opening);
      if (this.#taken.has(text)) continue;
      this.#taken.add(text);
      return opening;
    }
    const count = this.#taken.size;
    throw new GameloreError("bad-usage", `no more than ${count} different openings found here; choose fewer games`);
  }
}

/** Plies of a random game, as far as they matter. */
function randomLength(rules: Rules, random: SeededRandom): number {
  let plies = 0;
  for (let position = rules.initial(); plies < 2 * MOST_OPENING_PLIES; plies++) {
    const actors = rules.actors(position);
    if (actors.length === 0) break;
    const moves = actors.map((actor) => random.pick(rules.moves(position, actor)));
    position = rules.play(position, moves);
  }
  return plies;
}

/** Plays games of a player against itself. */
export async function selfPlay(
  rules: Rules,
  makePlayer: MakePlayer,
  openings: Openings,
  options: SelfPlayOptions,
): Promise<PlayedGame[]> {
  const played: PlayedGame[] = [];
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < options.games) {
      const number = next++;
      const opening = openings.next();
      // Players that never wait would keep the process from hearing a signal.
      await new Promise(setImmediate);
      throwIfAborted(options.signal);
      const seed = (options.seed * 1_000_003 + number) % 2 ** 31;
      played[number] = await playLabelled(rules, makePlayer, opening, seed, options.signal);
      options.onGame?.(++done);
    }
  };
  const workers = Array.from({ length: options.concurrency }, () =>
    worker().catch((error: unknown) => {
      next = options.games;
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
    const values: (number | null)[] = [];
    const wandering = wanderingPlayer(rules, player, new SeededRandom(seed));
    const { scores, plies } = await playGame(
      rules,
      rules.players.map(() => wandering),
      {
        start,
        seed,
        signal,
        onPly: (position, _moves, choices) => {
          seen.push(position);
          values.push(choices[0]?.info.value ?? null);
        },
      },
    );
    return { start: rules.formatPosition(start), positions: labelled(rules, seen.slice(0, plies), scores, values) };
  } finally {
    await player.close();
  }
}

/** Positions of one game in their order, each with how it ended and what the mover thought of it; those in which one player moves. */
export function labelled(
  rules: Rules,
  positions: readonly Position[],
  scores: Scores,
  values: readonly (number | null)[] = [],
): LabelledPosition[] {
  return positions.flatMap((position, ply) => {
    const [mover, ...others] = rules.actors(position);
    if (mover === undefined || mover === CHANCE || others.length > 0) return [];
    const value = values[ply];
    return [
      {
        position,
        mover,
        result: scores[mover] as number,
        pliesLeft: positions.length - ply,
        ...(value === undefined ? {} : { value }),
      },
    ];
  });
}

/** A player that makes a random move now and then. */
function wanderingPlayer(rules: Rules, player: Player, random: SeededRandom): Player {
  return {
    text: player.text,
    choose: async (position, limits, asking) => {
      if (random.fraction() >= RANDOM_MOVES) return player.choose(position, limits, asking);
      const move = random.pick(legalMovesOf(rules, position));
      return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds: 0, depth: null } };
    },
    close: () => player.close(),
  };
}
