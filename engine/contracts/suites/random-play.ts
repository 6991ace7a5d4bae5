/** Random games through the contract, for sequential and simultaneous moves and chance. */
import assert from "node:assert/strict";
import type { OpenGame } from "../game.ts";
import type { Actor, Move, Position } from "../position.ts";

/** mulberry32: reproducible numbers in [0, 1). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(list: readonly T[], random: () => number): T {
  assert.ok(list.length > 0, "nothing to choose from");
  return list[Math.floor(random() * list.length)] as T;
}

/** A position with its actors and their legal moves. */
export interface Step {
  readonly position: Position;
  readonly actors: readonly Actor[];
  /** In the order of `actors`. */
  readonly moves: readonly (readonly Move[])[];
}

export function stepAt(rules: OpenGame, position: Position): Step {
  const actors = rules.actors(position);
  return { position, actors, moves: actors.map((actor) => rules.moves(position, actor)) };
}

/** The positions of a random game of at most `plies` plies. */
export function randomGame(rules: OpenGame, start: Position, seed: number, plies: number): Step[] {
  const random = randomNumbers(seed);
  const steps = [stepAt(rules, start)];
  for (let ply = 0; ply < plies; ply++) {
    const { position, actors, moves } = steps.at(-1) as Step;
    if (actors.length === 0 || moves.some((list) => list.length === 0)) break;
    steps.push(
      stepAt(
        rules,
        rules.play(
          position,
          moves.map((list) => pick(list, random)),
        ),
      ),
    );
  }
  return steps;
}

/** All joint moves: the Cartesian product. */
export function jointMoves(moves: readonly (readonly Move[])[]): Move[][] {
  return moves.reduce<Move[][]>(
    (joint, list) => joint.flatMap((before) => list.map((move) => [...before, move])),
    [[]],
  );
}

/** Evenly spaced items of a list, including the first and the last. */
export function spread<T>(list: readonly T[], count: number): T[] {
  if (list.length <= count) return [...list];
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))] as T);
}

/** What the checks of a game use: its rules and random games. */
export interface GameSubject {
  readonly rules: OpenGame;
  /** A second instance of the same variant. */
  readonly other: OpenGame;
  readonly games: readonly (readonly Step[])[];
  readonly perftDepth: number;
  readonly totalScore: number;
}
