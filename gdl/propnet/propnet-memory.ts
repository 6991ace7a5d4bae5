/** A propnet in kernel memory: its code, shared by all threads, and a workspace for each thread. */
import type { Exports } from "../../build/kernels/gdl.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import type { KernelMemory } from "../../engine/kernel/memory.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import {
  LANE_COUNT,
  PROPNET_NEXT_CODE,
  PROPNET_AGES,
  PROPNET_FACTS,
  PROPNET_GOALS,
  PROPNET_GOAL_CODE,
  PROPNET_MASKS,
  PROPNET_MAX_STEPS,
  PROPNET_NEXT_STATE,
  PROPNET_LEGAL_CODE,
  PROPNET_POLICY,
  PROPNET_RANDOM,
  PROPNET_RECORD_BYTES,
  PROPNET_RESULTS,
  PROPNET_ROLES,
  PROPNET_START,
  PROPNET_TERMINAL,
  PROPNET_WORDS,
  WORD_BYTES,
} from "./layout.ts";
import { generateCode, type PropnetCode } from "./codegen.ts";
import type { Propnet } from "./propnet.ts";

/** Ages of the lanes and a scratch vector. */
const AGES_BYTES = 2 * LANE_COUNT + WORD_BYTES;
/** Longer playouts are cut off. */
const MAX_STEPS = 5_000;

export type Phase = "legal" | "goals" | "next";

/** Code and lists of a propnet, shared by all threads. */
export class PlacedPropnet {
  readonly kernel: Kernel<Exports>;
  readonly propnet: Propnet;
  readonly code: PropnetCode;
  /** Address range of the code of each phase. */
  readonly codes: Readonly<Record<Phase, readonly [from: number, to: number]>>;
  readonly roles: number;
  readonly goals: number;

  constructor(kernel: Kernel<Exports>, propnet: Propnet, code: PropnetCode = generateCode(propnet)) {
    this.kernel = kernel;
    this.propnet = propnet;
    this.code = code;
    const { memory } = kernel;
    const { legalCode, goalCode, nextCode, roles, goals } = this.code;
    this.codes = { legal: put(memory, legalCode), goals: put(memory, goalCode), next: put(memory, nextCode) };
    [this.roles] = put(memory, Int32Array.from(roles.flatMap(({ moves, legal, made }) => [moves, legal, made])));
    [this.goals] = put(
      memory,
      Int32Array.from(propnet.goals.flatMap(({ role, value }, i) => [role, value, goals[i] as number])),
    );
  }
}

function put(memory: KernelMemory, numbers: Int32Array): readonly [from: number, to: number] {
  const at = memory.allocate(4 * numbers.length);
  memory.words(at, numbers.length).set(numbers);
  return [at, at + 4 * numbers.length];
}

/** One thread's workspace: 128 states and the nodes evaluated from them. */
export class PropnetWorkspace {
  readonly placed: PlacedPropnet;
  readonly record: number;
  readonly words: number;
  readonly #memory: KernelMemory;
  readonly #results: number;
  readonly #random: number;
  readonly #start: number;

  constructor(placed: PlacedPropnet, regions: Regions = new Regions(placed.kernel.memory)) {
    this.placed = placed;
    const { memory } = placed.kernel;
    this.#memory = memory;
    const { propnet, code, codes } = placed;
    const counts = code.roles.map(({ moves }) => moves);
    const sets = LANE_COUNT * 8 * Math.ceil(Math.max(...counts) / 64) + 64;
    const lists = counts.reduce((sum, count) => sum + 4 * (count + 1), 0);
    this.words = regions.allocate(WORD_BYTES * code.words);
    memory.bytes(this.words, WORD_BYTES * code.words).fill(0);
    this.#results = regions.allocate(8 * (3 + code.roles.length));
    this.#random = regions.allocate(8);
    this.#start = regions.allocate(4 * propnet.facts.length);
    this.record = regions.allocate(PROPNET_RECORD_BYTES);
    const numbers: readonly (readonly [offset: number, ...values: number[]])[] = [
      [PROPNET_WORDS, this.words],
      [PROPNET_LEGAL_CODE, ...codes.legal],
      [PROPNET_GOAL_CODE, ...codes.goals],
      [PROPNET_NEXT_CODE, ...codes.next],
      [PROPNET_FACTS, propnet.facts.length],
      [PROPNET_NEXT_STATE, code.next],
      [PROPNET_START, this.#start, 0],
      [PROPNET_TERMINAL, code.terminal],
      [PROPNET_ROLES, placed.roles, code.roles.length],
      [PROPNET_GOALS, placed.goals, propnet.goals.length],
      [PROPNET_MASKS, regions.allocate(Math.max(sets, lists))],
      [PROPNET_RANDOM, this.#random],
      [PROPNET_AGES, regions.allocate(AGES_BYTES)],
      [PROPNET_MAX_STEPS, MAX_STEPS],
      [PROPNET_RESULTS, this.#results],
      [PROPNET_POLICY, 0],
    ];
    for (const [offset, ...values] of numbers) memory.words(this.record + offset, values.length).set(values);
  }

  /** Sets the state in which lanes start. */
  startWith(facts: Int32Array): void {
    const offsets = facts.map((fact) => WORD_BYTES * fact);
    this.#memory.words(this.#start, offsets.length).set(offsets);
    this.#memory.words(this.record + PROPNET_START + 4, 1)[0] = offsets.length;
  }

  seed(seed: number): void {
    // The state of the generator must not be 0.
    this.#memory.words(this.#random, 2).set([Math.imul(seed, 0x9e3779b1) | 1, seed]);
  }

  /** Address of the record of a playout policy; 0 for none. */
  set policy(address: number) {
    this.#memory.words(this.record + PROPNET_POLICY, 1)[0] = address;
  }

  /** Sums over playouts: finished, cut off, steps, then the goals of each role. A new view at each call. */
  results(): Float64Array {
    return new Float64Array(this.#memory.memory.buffer, this.#results, 3 + this.placed.code.roles.length);
  }

  evaluate(phase: Phase): void {
    this.placed.kernel.exports.evaluateGates(this.words, ...this.placed.codes[phase]);
  }

  /** The word at an offset; a byte covers eight lanes. */
  word(offset: number): Uint8Array {
    return this.#memory.bytes(this.words + offset, WORD_BYTES);
  }
}
