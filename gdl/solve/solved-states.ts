/** The exact values of all states that are reachable from a root, by their packed bits. */
import { GOALS_OPEN } from "./constants.ts";

/** With best play of all roles: the game ends with these goals after this many plies. */
export interface StateValue {
  /** By role. Null if a puzzle cannot be ended, or if neither of two roles can force a win and the rules have no draw: endless play. */
  readonly goals: readonly number[] | null;
  /** Null for a draw before the end, since neither role can force a length. */
  readonly plies: number | null;
}

export interface SolveStatistics {
  readonly states: number;
  readonly moves: number;
  /** Fewest plies from the root to the last state. */
  readonly levels: number;
  /** States from which play can be endless. */
  readonly cyclic: number;
  readonly milliseconds: number;
}

interface SolvedArrays {
  readonly roles: number;
  readonly states: Uint8Array;
  readonly stateBytes: number;
  readonly slots: Int32Array;
  readonly goals: Uint16Array;
  readonly plies: Uint16Array;
  /** Goals of a drawn end, as in `goals`; null if there is none. */
  readonly draw: number | null;
}

export class SolvedStates {
  readonly statistics: SolveStatistics;
  readonly #arrays: SolvedArrays;
  /** The states by 32-bit words. */
  readonly #words: Int32Array;

  constructor(arrays: SolvedArrays, statistics: SolveStatistics) {
    this.#arrays = arrays;
    this.#words = new Int32Array(arrays.states.buffer, arrays.states.byteOffset, arrays.states.length / 4);
    this.statistics = statistics;
  }

  get bytes(): number {
    const { states, slots, goals, plies } = this.#arrays;
    return [states, slots, goals, plies].reduce((sum, { byteLength }) => sum + byteLength, 0);
  }

  /** The packed state of an index. */
  state(index: number): Uint8Array {
    const { states, stateBytes } = this.#arrays;
    return states.slice(index * stateBytes, (index + 1) * stateBytes);
  }

  /** The index of a packed state; -1 if it is not reachable from the root. */
  find(state: Uint8Array): number {
    const { slots, stateBytes } = this.#arrays;
    const size = stateBytes / 4;
    const words = new Int32Array(state.slice().buffer);
    const mask = slots.length - 1;
    for (let slot = hashOf(words) & mask; slots[slot] !== 0; slot = (slot + 1) & mask) {
      const index = (slots[slot] as number) - 1;
      if (words.every((word, i) => word === this.#words[index * size + i])) return index;
    }
    return -1;
  }

  value(index: number): StateValue {
    const { goals, plies, draw, roles } = this.#arrays;
    const own = goals[index] as number;
    if (own < GOALS_OPEN) {
      const isDrawn = own === draw && plies[index] !== 0;
      return { goals: goalsOf(own, roles), plies: isDrawn ? null : (plies[index] as number) };
    }
    return { goals: draw === null ? null : goalsOf(draw, roles), plies: null };
  }
}

export function goalsOf(pair: number, roles: number): number[] {
  return [pair & 0xff, pair >> 8].slice(0, roles);
}

/** As in enumerate.as.ts. */
function hashOf(words: Int32Array): number {
  let hash = 0x9e3779b9 | 0;
  for (const word of words) {
    hash = Math.imul(hash ^ word, 0x85ebca6b);
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
