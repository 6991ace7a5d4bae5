/** A propnet in kernel memory: its code, shared by all threads, and a workspace for each thread. */
import type { Exports } from "../../build/kernels/gdl.ts";
import { PropnetGoal, PropnetRecord, PropnetRole } from "../../build/layouts/gdl/propnet/propnet.ts";
import type { Kernel } from "../../engine/kernel/kernel.ts";
import { addressAfter, NULL_ADDRESS, type Address, type KernelMemory } from "../../engine/kernel/memory.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { LANE_COUNT, WORD_BYTES } from "./constants.ts";
import { generateCode, type PropnetCode } from "./codegen.ts";
import type { Propnet } from "./propnet.ts";

/** Ages of the lanes and a scratch vector. */
const AGES_BYTES = 2 * LANE_COUNT + WORD_BYTES;
/** Longer playouts are cut off. */
const MAX_STEPS = 5_000;

export type Phase = "legal" | "goals" | "next" | "percepts";

/** Code and lists of a propnet, shared by all threads. */
export class PlacedPropnet {
  readonly kernel: Kernel<Exports>;
  readonly propnet: Propnet;
  readonly code: PropnetCode;
  /** Address range of the code of each phase. */
  readonly codes: Readonly<Record<Phase, readonly [from: Address, to: Address]>>;
  readonly roles: Address;
  readonly goals: Address;

  constructor(kernel: Kernel<Exports>, propnet: Propnet, code: PropnetCode = generateCode(propnet)) {
    this.kernel = kernel;
    this.propnet = propnet;
    this.code = code;
    const { memory } = kernel;
    const { legalCode, goalCode, nextCode, perceptCode, roles, goals } = this.code;
    this.codes = {
      legal: put(memory, legalCode),
      goals: put(memory, goalCode),
      next: put(memory, nextCode),
      percepts: perceptCode.length > 0 ? put(memory, perceptCode) : [NULL_ADDRESS, NULL_ADDRESS],
    };
    this.roles = memory.allocate(PropnetRole.BYTES * roles.length);
    PropnetRole.list(memory, this.roles, roles.length).forEach((record, i) => {
      const role = roles[i] as (typeof roles)[number];
      record.moves = role.moves;
      record.legal = role.legal;
      record.made = role.made;
    });
    this.goals = memory.allocate(PropnetGoal.BYTES * goals.length);
    PropnetGoal.list(memory, this.goals, propnet.goals.length).forEach((record, i) => {
      const goal = propnet.goals[i] as (typeof propnet.goals)[number];
      record.role = goal.role;
      record.value = goal.value;
      record.word = goals[i] as number;
    });
  }
}

function put(memory: KernelMemory, numbers: Int32Array): readonly [from: Address, to: Address] {
  const at = memory.allocate(4 * numbers.length);
  memory.words(at, numbers.length).set(numbers);
  return [at, addressAfter(at, 4 * numbers.length)];
}

/** One thread's workspace: 128 states and the nodes evaluated from them. */
export class PropnetWorkspace {
  readonly placed: PlacedPropnet;
  readonly words: Address;
  readonly #memory: KernelMemory;
  readonly #record: PropnetRecord;
  readonly #results: Address;
  readonly #random: Address;
  readonly #start: Address;

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
    const record = new PropnetRecord(memory, regions.allocate(PropnetRecord.BYTES));
    record.words = this.words;
    [record.legalCode, record.legalCodeEnd] = codes.legal;
    [record.goalCode, record.goalCodeEnd] = codes.goals;
    [record.nextCode, record.nextCodeEnd] = codes.next;
    record.facts = propnet.facts.length;
    record.nextState = code.next;
    record.start = this.#start;
    record.startCount = 0;
    record.terminal = code.terminal;
    record.roles = placed.roles;
    record.roleCount = code.roles.length;
    record.goals = placed.goals;
    record.goalCount = propnet.goals.length;
    record.masks = regions.allocate(Math.max(sets, lists));
    record.random = this.#random;
    record.ages = regions.allocate(AGES_BYTES);
    record.maxSteps = MAX_STEPS;
    record.results = this.#results;
    record.policy = NULL_ADDRESS;
    this.#record = record;
  }

  /** Address of its record. */
  get record(): Address {
    return this.#record.address;
  }

  /** Sets the state in which lanes start. */
  startWith(facts: Int32Array): void {
    const offsets = facts.map((fact) => WORD_BYTES * fact);
    this.#memory.words(this.#start, offsets.length).set(offsets);
    this.#record.startCount = offsets.length;
  }

  seed(seed: number): void {
    // The state of the generator must not be 0.
    this.#memory.words(this.#random, 2).set([Math.imul(seed, 0x9e3779b1) | 1, seed]);
  }

  /** Address of the record of a playout policy; 0 for none. */
  set policy(address: Address) {
    this.#record.policy = address;
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
    return this.#memory.bytes(addressAfter(this.words, offset), WORD_BYTES);
  }
}
