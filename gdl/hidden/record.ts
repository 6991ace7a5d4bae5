/**
 * Positions of games with percepts (`sees` of GDL-II): the state and the history of the game. An observation of a player has the same size, and
 * contains of the history only the player's own moves and percepts, and of the state only who acts and the player's legal moves.
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Actor, PlayerNumber, Position } from "../../engine/contracts/position.ts";
import { CHANCE } from "../../engine/contracts/position.ts";

/** Steps of a game: as many as fit, at most this many. */
const MAX_STEPS = 256;
const MIN_STEPS = 32;
const MAX_BYTES = 1 << 16;

/** A completed step. In an observation, the moves and percepts of others are not known: -1 and null. */
export interface Step {
  /** By role. */
  readonly made: readonly number[];
  /** By player: numbers of percepts. */
  readonly percepts: readonly (readonly number[] | null)[];
}

export interface Play {
  /** Null for a position, in which everything is known. */
  readonly observer: PlayerNumber | null;
  /** The state at the start of the history, and the current one (of an observation: zeros), as positions of the game with full information. */
  readonly start: Position;
  readonly current: Position;
  readonly steps: readonly Step[];
  /** Of an observation: who acts (nobody if that is not known), the player's legal moves, and its move in a step in which chance is still to choose (or -1). */
  readonly actors: readonly Actor[];
  readonly legal: readonly number[];
  readonly pending: number;
}

interface Sizes {
  readonly roles: number;
  readonly players: number;
  readonly moves: number;
  readonly percepts: number;
  /** Bytes of a position of the game with full information. */
  readonly state: number;
}

const HEADER = 12;

export class PlayCodec {
  /** The most steps that a position can hold. */
  readonly maxSteps: number;
  readonly #sizes: Sizes;
  readonly #stepBytes: number;
  readonly #perceptBytes: number;
  readonly #legalBytes: number;

  constructor(sizes: Sizes) {
    this.#sizes = sizes;
    // The bit after the last percept: not known.
    this.#perceptBytes = Math.ceil((sizes.percepts + 1) / 8);
    this.#legalBytes = Math.ceil(sizes.moves / 8);
    this.#stepBytes = 4 * sizes.roles + sizes.players * this.#perceptBytes;
    this.maxSteps = Math.min(MAX_STEPS, Math.floor(MAX_BYTES / this.#stepBytes));
    if (this.maxSteps < MIN_STEPS)
      throw new GameloreError(
        "too-large",
        `${sizes.percepts} percepts of ${sizes.players} players; the history of a game would take more than ${MAX_BYTES / 1024} KB`,
      );
  }

  encode({ observer, start, current, steps, actors, legal, pending }: Play): Position {
    const { players, state } = this.#sizes;
    if (steps.length > this.maxSteps)
      throw new GameloreError("too-large", `a game of more than ${this.maxSteps} steps`);
    const [actorsAt, startAt, legalAt, stepsAt] = this.#places();
    const bytes = new Uint8Array(stepsAt + this.maxSteps * this.#stepBytes);
    const view = new DataView(bytes.buffer);
    view.setUint32(0, (observer ?? -1) + 1);
    view.setUint32(4, steps.length);
    view.setUint32(8, pending + 1);
    for (const actor of actors) bytes[actorsAt + (actor === CHANCE ? players : actor)] = 1;
    bytes.set(start, startAt);
    bytes.set(current, startAt + state);
    for (const move of legal) bytes[legalAt + (move >> 3)]! |= 1 << (move & 7);
    steps.forEach(({ made, percepts }, i) => {
      const at = stepsAt + i * this.#stepBytes;
      made.forEach((move, role) => view.setUint32(at + 4 * role, move + 1));
      percepts.forEach((own, player) => {
        const from = at + 4 * made.length + player * this.#perceptBytes;
        for (const percept of own ?? [this.#sizes.percepts]) bytes[from + (percept >> 3)]! |= 1 << (percept & 7);
      });
    });
    return bytes;
  }

  decode(position: Position): Play {
    const { roles, players, state, moves, percepts } = this.#sizes;
    const [actorsAt, startAt, legalAt, stepsAt] = this.#places();
    const view = new DataView(position.buffer, position.byteOffset, position.length);
    const observer = view.getUint32(0) - 1;
    const acting = [...position.subarray(actorsAt, actorsAt + players + 1).keys()].filter(
      (i) => position[actorsAt + i] === 1,
    );
    return {
      observer: observer < 0 ? null : (observer as PlayerNumber),
      start: position.slice(startAt, startAt + state),
      current: position.slice(startAt + state, startAt + 2 * state),
      actors: acting.map((i) => (i === players ? CHANCE : i) as Actor),
      legal: bitsAt(position, legalAt, moves),
      pending: view.getUint32(8) - 1,
      steps: Array.from({ length: view.getUint32(4) }, (_, i) => {
        const at = stepsAt + i * this.#stepBytes;
        return {
          made: Array.from({ length: roles }, (_each, role) => view.getUint32(at + 4 * role) - 1),
          percepts: Array.from({ length: players }, (_each, player) => {
            const held = bitsAt(position, at + 4 * roles + player * this.#perceptBytes, percepts + 1);
            return held.includes(percepts) ? null : held;
          }),
        };
      }),
    };
  }

  #places(): readonly [actors: number, start: number, legal: number, steps: number] {
    const { players, state } = this.#sizes;
    const startAt = HEADER + players + 1;
    const legalAt = startAt + 2 * state;
    return [HEADER, startAt, legalAt, legalAt + this.#legalBytes];
  }
}

function bitsAt(bytes: Uint8Array, at: number, count: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < count; i++) if (((bytes[at + (i >> 3)] as number) >> (i & 7)) & 1) found.push(i);
  return found;
}
