/** 128 states in the lanes of a workspace, which can differ in single facts and moves. */
import { Regions } from "../../engine/kernel/regions.ts";
import { LANE_COUNT, WORD_BYTES } from "../propnet/constants.ts";
import { PropnetWorkspace, type PlacedPropnet } from "../propnet/propnet-memory.ts";
import type { Facts } from "../reasoner.ts";

/** A bitset of lanes. */
export type LaneSet = Uint8Array;

export class LaneStates {
  readonly workspace: PropnetWorkspace;
  readonly #words: Uint8Array;
  readonly #facts: number;

  constructor(placed: PlacedPropnet, regions: Regions = new Regions(placed.kernel.memory)) {
    this.workspace = new PropnetWorkspace(placed, regions);
    // Shared memory may grow but does not move, so one view is enough.
    this.#words = placed.kernel.memory.bytes(this.workspace.words, WORD_BYTES * placed.code.words);
    this.#facts = placed.propnet.facts.length;
  }

  get placed(): PlacedPropnet {
    return this.workspace.placed;
  }

  /** Sets the state of all lanes. */
  setState(state: Facts): void {
    this.#words.fill(0, 0, WORD_BYTES * this.#facts);
    for (const fact of state) this.#words.fill(0xff, WORD_BYTES * fact, WORD_BYTES * (fact + 1));
  }

  /** Sets a state for each lane; further lanes are empty. */
  setStates(states: readonly Facts[]): void {
    this.#words.fill(0, 0, WORD_BYTES * this.#facts);
    states.forEach((state, lane) => {
      for (const fact of state) this.#words[WORD_BYTES * fact + (lane >> 3)]! |= 1 << (lane & 7);
    });
  }

  remove(fact: number, lane: number): void {
    this.#words[WORD_BYTES * fact + (lane >> 3)]! &= ~(1 << (lane & 7));
  }

  /** Sets the move of every role in all lanes. */
  setMoves(moves: readonly number[]): void {
    this.placed.code.roles.forEach(({ moves: count, made }, role) => {
      this.#words.fill(0, made, made + WORD_BYTES * count);
      const at = made + WORD_BYTES * (moves[role] as number);
      this.#words.fill(0xff, at, at + WORD_BYTES);
    });
  }

  /** Sets the moves of one role by lane. */
  setMovesByLane(role: number, moves: readonly number[]): void {
    const { made, moves: count } = this.placed.code.roles[role] as (typeof this.placed.code.roles)[number];
    this.#words.fill(0, made, made + WORD_BYTES * count);
    moves.forEach((move, lane) => (this.#words[made + WORD_BYTES * move + (lane >> 3)]! |= 1 << (lane & 7)));
  }

  computeLegal(): void {
    this.workspace.evaluate("legal");
  }

  computeGoals(): void {
    this.workspace.evaluate("goals");
  }

  /** Advances to the next states, after `computeLegal`. */
  advance(): void {
    this.workspace.evaluate("next");
    const { next } = this.placed.code;
    this.#words.copyWithin(0, next, next + WORD_BYTES * this.#facts);
  }

  legal(role: number, move: number): LaneSet {
    return this.#set((this.placed.code.roles[role]?.legal as number) + WORD_BYTES * move);
  }

  /** The moves of a role that are legal in a lane. */
  legalMoves(role: number, lane: number): number[] {
    const { moves, legal } = this.placed.code.roles[role] as (typeof this.placed.code.roles)[number];
    const found: number[] = [];
    for (let move = 0, at = legal + (lane >> 3); move < moves; move++, at += WORD_BYTES)
      if (((this.#words[at] as number) >> (lane & 7)) & 1) found.push(move);
    return found;
  }

  /** The lanes in which a role has more than one legal move. */
  choosing(role: number): LaneSet {
    const { moves, legal } = this.placed.code.roles[role] as (typeof this.placed.code.roles)[number];
    const one = new Uint8Array(WORD_BYTES);
    const more = new Uint8Array(WORD_BYTES);
    for (let i = 0, at = legal; i < moves * WORD_BYTES; i++, at++) {
      const byte = this.#words[at] as number;
      more[i % WORD_BYTES]! |= (one[i % WORD_BYTES] as number) & byte;
      one[i % WORD_BYTES]! |= byte;
    }
    return more;
  }

  terminal(): LaneSet {
    return this.#set(this.placed.code.terminal);
  }

  /** The lanes with a goal, by its index in the propnet. */
  goal(place: number): LaneSet {
    return this.#set(this.placed.code.goals[place] as number);
  }

  fact(fact: number): LaneSet {
    return this.#set(WORD_BYTES * fact);
  }

  holds(fact: number, lane: number): boolean {
    return hasLane(this.#words, lane, WORD_BYTES * fact);
  }

  /** A copy of the words of the facts. */
  factWords(): Uint8Array {
    return this.#words.slice(0, WORD_BYTES * this.#facts);
  }

  setFactWords(words: Uint8Array): void {
    this.#words.set(words, 0);
  }

  /** By lane the move made by a role, or -1. */
  madeMoves(role: number): Int32Array {
    const { made, moves } = this.placed.code.roles[role] as (typeof this.placed.code.roles)[number];
    const found = new Int32Array(LANE_COUNT).fill(-1);
    const words = new Int32Array(this.#words.buffer, this.#words.byteOffset + made, 4 * moves);
    for (let i = 0; i < words.length; i++)
      for (let bits = words[i] as number; bits !== 0; bits &= bits - 1)
        found[32 * (i & 3) + 31 - Math.clz32(bits & -bits)] = i >> 2;
    return found;
  }

  #set(offset: number): LaneSet {
    return this.#words.slice(offset, offset + WORD_BYTES);
  }
}

export function hasLane(set: Uint8Array, lane: number, from = 0): boolean {
  return (((set[from + (lane >> 3)] as number) >> (lane & 7)) & 1) === 1;
}

export function intersection(sets: Iterable<LaneSet>): LaneSet {
  const all = new Uint8Array(WORD_BYTES).fill(0xff);
  for (const set of sets) for (let i = 0; i < WORD_BYTES; i++) all[i]! &= set[i] as number;
  return all;
}

export function complement(set: LaneSet): LaneSet {
  return set.map((byte) => ~byte);
}
