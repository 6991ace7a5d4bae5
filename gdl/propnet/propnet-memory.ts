/** A net in a kernel's memory: its code, which threads share, and the room that each of them works in. */
import type { Kernel } from "../../engine/kernel/kernel.ts";
import type { KernelMemory } from "../../engine/kernel/memory.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import {
  LANE_COUNT,
  NET_AFTER,
  NET_AGES,
  NET_FACTS,
  NET_GOAL_LIST,
  NET_GOALS,
  NET_MASKS,
  NET_MOST_STEPS,
  NET_NEXT,
  NET_NOW,
  NET_POLICY,
  NET_RANDOM,
  NET_RECORD_BYTES,
  NET_RESULTS,
  NET_ROLES,
  NET_START,
  NET_TERMINAL,
  NET_WORDS,
  WORD_BYTES,
} from "./layout.ts";
import { netCode, type NetCode } from "./codegen.ts";
import type { Net } from "./propnet.ts";

/** Ages of the lanes, and a vector's room behind them. */
const AGES_BYTES = 2 * LANE_COUNT + WORD_BYTES;
/** No playout is longer; a game that goes on for ever is cut off. */
const MOST_STEPS = 5_000;

export type Phase = "now" | "goals" | "after";

/** The code of a net and the lists that belong to it, once for all threads. */
export class PlacedNet {
  readonly kernel: Kernel;
  readonly net: Net;
  readonly code: NetCode;
  /** Where the code of each phase lies: from, to. */
  readonly codes: Readonly<Record<Phase, readonly [from: number, to: number]>>;
  readonly roles: number;
  readonly goals: number;

  constructor(kernel: Kernel, net: Net) {
    this.kernel = kernel;
    this.net = net;
    this.code = netCode(net);
    const { memory } = kernel;
    const { now, goalCode, after, roles, goals } = this.code;
    this.codes = { now: put(memory, now), goals: put(memory, goalCode), after: put(memory, after) };
    [this.roles] = put(memory, Int32Array.from(roles.flatMap(({ moves, legal, made }) => [moves, legal, made])));
    [this.goals] = put(
      memory,
      Int32Array.from(net.goals.flatMap(({ role, value }, i) => [role, value, goals[i] as number])),
    );
  }
}

function put(memory: KernelMemory, numbers: Int32Array): readonly [from: number, to: number] {
  const at = memory.allocate(4 * numbers.length);
  memory.words(at, numbers.length).set(numbers);
  return [at, at + 4 * numbers.length];
}

/** One thread's room: 128 states and what is worked out of them. */
export class NetSpace {
  readonly placed: PlacedNet;
  readonly record: number;
  readonly words: number;
  readonly #memory: KernelMemory;
  readonly #results: number;
  readonly #random: number;
  readonly #start: number;

  constructor(placed: PlacedNet, regions: Regions = new Regions(placed.kernel.memory)) {
    this.placed = placed;
    const { memory } = placed.kernel;
    this.#memory = memory;
    const { net, code, codes } = placed;
    const counts = code.roles.map(({ moves }) => moves);
    const sets = LANE_COUNT * 8 * Math.ceil(Math.max(...counts) / 64) + 64;
    const lists = counts.reduce((sum, count) => sum + 4 * (count + 1), 0);
    this.words = regions.allocate(WORD_BYTES * code.words);
    memory.bytes(this.words, WORD_BYTES * code.words).fill(0);
    this.#results = regions.allocate(8 * (3 + code.roles.length));
    this.#random = regions.allocate(8);
    this.#start = regions.allocate(4 * net.facts.length);
    this.record = regions.allocate(NET_RECORD_BYTES);
    const numbers: readonly (readonly [offset: number, ...values: number[]])[] = [
      [NET_WORDS, this.words],
      [NET_NOW, ...codes.now],
      [NET_GOALS, ...codes.goals],
      [NET_AFTER, ...codes.after],
      [NET_FACTS, net.facts.length],
      [NET_NEXT, code.next],
      [NET_START, this.#start, 0],
      [NET_TERMINAL, code.terminal],
      [NET_ROLES, placed.roles, code.roles.length],
      [NET_GOAL_LIST, placed.goals, net.goals.length],
      [NET_MASKS, regions.allocate(Math.max(sets, lists))],
      [NET_RANDOM, this.#random],
      [NET_AGES, regions.allocate(AGES_BYTES)],
      [NET_MOST_STEPS, MOST_STEPS],
      [NET_RESULTS, this.#results],
      [NET_POLICY, 0],
    ];
    for (const [offset, ...values] of numbers) memory.words(this.record + offset, values.length).set(values);
  }

  /** Lanes begin with these facts from now on. */
  startWith(facts: Int32Array): void {
    const offsets = facts.map((fact) => WORD_BYTES * fact);
    this.#memory.words(this.#start, offsets.length).set(offsets);
    this.#memory.words(this.record + NET_START + 4, 1)[0] = offsets.length;
  }

  seed(seed: number): void {
    // The generator's state must not be 0.
    this.#memory.words(this.#random, 2).set([Math.imul(seed, 0x9e3779b1) | 1, seed]);
  }

  /** The address of a policy's record, by which moves are chosen from now on; 0 for none. */
  set policy(address: number) {
    this.#memory.words(this.record + NET_POLICY, 1)[0] = address;
  }

  /** Sums that playouts add to: ended, cut off, steps, then the goals of each role. A new view for every use. */
  results(): Float64Array {
    return new Float64Array(this.#memory.memory.buffer, this.#results, 3 + this.placed.code.roles.length);
  }

  work(phase: Phase): void {
    this.placed.kernel.call("work", this.words, ...this.placed.codes[phase]);
  }

  /** The word at an offset, a byte for every eight lanes. */
  word(offset: number): Uint8Array {
    return this.#memory.bytes(this.words + offset, WORD_BYTES);
  }
}
