/**
 * Self-play games for learning: a player against itself from random openings, with occasional random moves, so that positions occur
 * that good play avoids. All openings are distinct, also between training and test games.
 */
import { playGame, randomOpening, type GameRecord } from "../arena/play-game.ts";
import { GameloreError, throwIfAborted } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { CHANCE, type Position, type Scores } from "../contracts/position.ts";
import type { Player } from "../contracts/player.ts";
import { legalMovesOf } from "../search/legal.ts";
import { SeededRandom } from "../random/seeded.ts";
import type { LabelledPosition } from "./examples.ts";

/** Range of random opening plies; at most half the length of a random game. */
const MIN_OPENING_PLIES = 2;
const MAX_OPENING_PLIES = 16;
const GAMES_TO_MEASURE = 5;
/** Probability of a random move after the opening. */
const RANDOM_MOVES = 0.04;
const MAX_OPENING_TRIES = 1_000;

/** Creates the player for one game. */
export type MakePlayer = (seed: number) => Promise<Player>;

export interface SelfPlayOptions {
  readonly games: number;
  readonly seed: number;
  /** Games played in parallel; does not affect the games. */
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  readonly onGame?: ((done: number) => void) | undefined;
  /** Plays the games elsewhere; by default they are played here. */
  readonly elsewhere?: PlayElsewhere | undefined;
}

export interface SelfPlayStart {
  readonly start: Position;
  readonly seed: number;
}

export type PlayElsewhere = (
  starts: readonly SelfPlayStart[],
  options: Pick<SelfPlayOptions, "signal" | "onGame">,
) => Promise<PlayedGame[]>;

/** A game as data: replayed, it gives the positions. */
export interface SelfPlayRecord extends GameRecord {
  /** The mover's evaluation at each ply, null if it reported none. */
  readonly values: readonly (number | null)[];
}

export interface PlayedGame {
  readonly start: string;
  readonly positions: readonly LabelledPosition[];
}

/** Distinct openings that are not in `taken`, to which they are added. */
export class Openings {
  readonly #rules: OpenGame;
  readonly #random: SeededRandom;
  readonly #taken: Set<string>;
  readonly #min: number;
  readonly #max: number;

  constructor(rules: OpenGame, seed: number, taken: Set<string>) {
    this.#rules = rules;
    this.#random = new SeededRandom(seed);
    this.#taken = taken;
    const lengths = Array.from({ length: GAMES_TO_MEASURE }, () => randomLength(rules, this.#random));
    this.#max = Math.min(MAX_OPENING_PLIES, Math.floor(Math.min(...lengths) / 2));
    this.#min = Math.min(MIN_OPENING_PLIES, this.#max);
  }

  next(): Position {
    for (let tries = 0; tries < MAX_OPENING_TRIES; tries++) {
      const plies = this.#min + this.#random.below(this.#max - this.#min + 1);
      const opening = randomOpening(this.#rules, plies, this.#random.below(2 ** 31));
      const text = this.#rules.formatPosition(opening);
      if (this.#taken.has(text)) continue;
      this.#taken.add(text);
      return opening;
    }
    const count = this.#taken.size;
    throw new GameloreError("bad-usage", `only ${count} different openings found; choose fewer games`);
  }
}

/** Length of a random game, capped. */
function randomLength(rules: OpenGame, random: SeededRandom): number {
  let plies = 0;
  for (let position = rules.initial(); plies < 2 * MAX_OPENING_PLIES; plies++) {
    const actors = rules.actors(position);
    if (actors.length === 0) break;
    const moves = actors.map((actor) => random.pick(rules.moves(position, actor)));
    position = rules.play(position, moves);
  }
  return plies;
}

export async function selfPlay(
  rules: OpenGame,
  makePlayer: MakePlayer,
  openings: Openings,
  options: SelfPlayOptions,
): Promise<PlayedGame[]> {
  const seedOf = (number: number): number => (options.seed * 1_000_003 + number) % 2 ** 31;
  if (options.elsewhere) {
    const starts = Array.from({ length: options.games }, (_, i) => ({ start: openings.next(), seed: seedOf(i) }));
    return options.elsewhere(starts, options);
  }
  const played: PlayedGame[] = [];
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < options.games) {
      const number = next++;
      const opening = openings.next();
      // Yields to the event loop, so that signals are received.
      await new Promise(setImmediate);
      throwIfAborted(options.signal);
      played[number] = await playLabelled(rules, makePlayer, { start: opening, seed: seedOf(number) }, options.signal);
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
  rules: OpenGame,
  makePlayer: MakePlayer,
  start: SelfPlayStart,
  signal: AbortSignal | undefined,
): Promise<PlayedGame> {
  const seen = [start.start];
  const onPosition = (position: Position): void => void seen.push(position);
  const { scores, plies, values } = await playRecorded(rules, makePlayer, start, signal, onPosition);
  return { start: rules.formatPosition(start.start), positions: labelled(rules, seen.slice(0, plies), scores, values) };
}

export async function playRecorded(
  rules: OpenGame,
  makePlayer: MakePlayer,
  { start, seed }: SelfPlayStart,
  signal?: AbortSignal,
  onPosition?: (position: Position) => void,
): Promise<SelfPlayRecord> {
  const player = await makePlayer(seed);
  try {
    const values: (number | null)[] = [];
    const explorer = withRandomMoves(rules, player, new SeededRandom(seed));
    const record = await playGame(
      rules,
      rules.players.map(() => explorer),
      {
        start,
        seed,
        signal,
        onPly: (position, _moves, choices) => {
          onPosition?.(position);
          values.push(choices[0]?.info.value ?? null);
        },
      },
    );
    return { ...record, values };
  } finally {
    await player.close();
  }
}

/** Labels the positions of a game with one actor: result, and the mover's evaluation. */
export function labelled(
  rules: OpenGame,
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

/** A player with occasional random moves. */
function withRandomMoves(rules: OpenGame, player: Player, random: SeededRandom): Player {
  return {
    text: player.text,
    choose: async (position, limits, options) => {
      if (random.fraction() >= RANDOM_MOVES) return player.choose(position, limits, options);
      const move = random.pick(legalMovesOf(rules, position));
      return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds: 0, depth: null } };
    },
    close: () => player.close(),
  };
}
