/**
 * Proves outcomes of positions of a general game by proof-number search. Its table is kept, so that later positions are proven faster, and
 * starts with the states of a stored proof.
 */
import type { Exports } from "../../build/kernels/gdl.ts";
import { ProvenState, ProveRecord } from "../../build/layouts/gdl/prove/prove.ts";
import { yieldToEventLoop } from "#platform/yield";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { ProofBounds, ProofRun } from "../../engine/contracts/table.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { addressAfter, type Address } from "../../engine/kernel/memory.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { placeEvaluation } from "../alphabeta/evaluation.ts";
import { LaneStates } from "../gifl/lane-states.ts";
import { findSymmetries } from "../gifl/symmetry.ts";
import { PlacedPropnet, PropnetWorkspace } from "../propnet/propnet-memory.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { readProof, writeProof } from "./proof-file.ts";
import { isAutomorphism } from "../propnet/symmetry.ts";
import {
  DISPROVEN,
  FIRST_DOES_NOT_LOSE,
  FIRST_WINS,
  PROOF_BROKEN,
  PROOF_ENTRY_BYTES,
  PROOF_TOO_DEEP,
  PROVEN,
} from "./constants.ts";

/** Of `gamelore solve`, for a game whose states do not fit. */
export const PROOF_BOUNDS: ProofBounds = { bytes: 2 ** 30, milliseconds: 600_000 };

/** For the first role: 1 for a win, 0 for a draw, -1 for a loss. */
export type ProvenOutcome = 1 | 0 | -1;

/** Why there is no proof. */
export type Unproven = "not finished" | "endless play" | "not supported";

/** `onProgress` is called about ten times a second with the states expanded so far. */
export interface TimedProofRun extends ProofRun {
  readonly milliseconds: number;
}

const STACK_BYTES = 2 ** 24;
const PROGRESS_MS = 100;
const ZOBRIST_SEED = 1;
/** A stored proof has at most this many states of each question, from each position. */
const MAX_LISTED = 2 ** 18;
/** In all, with those of earlier proofs; 9 bytes each. */
const MAX_STORED = 2 ** 20;
/** Smaller proofs take a few seconds and are not stored. */
const MIN_STORED_WORK = 1_000_000;
/** Of the search for symmetries, in the thread that also answers clients. */
const SLICE_MS = 5;

/** In a kernel of its own, so that its memory is released with it. Serves one caller at a time. */
export class Prover {
  /** States expanded by all proofs. */
  states = 0;
  readonly #kernel = new Kernel<Exports>("gdl");
  readonly #pool: KernelPool;
  readonly #regions: Regions;
  readonly #workspace: PropnetWorkspace;
  readonly #fields: ProveRecord;
  readonly #reasoner: PropnetReasoner;

  /** Lets other tasks of this thread run in between: a large propnet takes a while. */
  static async open(reasoner: PropnetReasoner, bytes: number): Promise<Prover> {
    const prover = new Prover(reasoner);
    try {
      await prover.#prepare(bytes);
      return prover;
    } catch (error) {
      await prover.close();
      throw error;
    }
  }

  private constructor(reasoner: PropnetReasoner) {
    this.#reasoner = reasoner;
    const { propnet, code } = reasoner.placed;
    const { memory } = this.#kernel;
    this.#regions = new Regions(memory);
    this.#workspace = new PropnetWorkspace(new PlacedPropnet(this.#kernel, propnet, code), this.#regions);
    this.#fields = new ProveRecord(memory, this.#regions.allocate(ProveRecord.BYTES));
    this.#pool = this.#kernel.startPool(1, () => []);
  }

  async #prepare(bytes: number): Promise<void> {
    const regions = this.#regions;
    const { propnet } = this.#reasoner;
    const fields = this.#fields;
    fields.propnet = this.#workspace.record;
    await yieldToEventLoop();
    fields.evaluation = placeEvaluation(this.#workspace, regions, "mobility", null);
    fields.tableBits = Math.floor(Math.log2(bytes / PROOF_ENTRY_BYTES));
    const symmetries = await this.#symmetries();
    await yieldToEventLoop();
    fields.symmetries = symmetries.length;
    fields.hashes = regions.allocate(2 * 8 * symmetries.length);
    fields.zobrist = this.#placeZobrist(propnet.facts.length, symmetries, regions);
    fields.stack = regions.allocate(STACK_BYTES);
    fields.stackEnd = addressAfter(fields.stack, STACK_BYTES);
    fields.sawDraw = 0;
    fields.table = regions.allocateZeroedLazily(PROOF_ENTRY_BYTES * 2 ** fields.tableBits);
    fields.list = regions.allocate(this.#listedBytes * MAX_LISTED);
    fields.listEnd = addressAfter(fields.list, this.#listedBytes * MAX_LISTED);
    this.#restore();
  }

  /** The outcome of a packed state that is not terminal. Rejects with `interrupted` when the signal fires. */
  async outcome(state: Uint8Array, run: TimedProofRun): Promise<ProvenOutcome | Unproven> {
    const end = performance.now() + run.milliseconds;
    const win = await this.#ask(state, FIRST_WINS, end, run);
    if (typeof win === "string") return win;
    if (win) return 1;
    // Every end that the disproof stands on was seen by this prover: without a draw among them, they are losses.
    if (!this.#fields.sawDraw) return -1;
    const draw = await this.#ask(state, FIRST_DOES_NOT_LOSE, end, run);
    return typeof draw === "string" ? draw : draw ? 0 : -1;
  }

  /**
   * Stores the proofs of states' outcomes, for later provers of the game, if they were long. What was stored before is kept as far as there is
   * space. Returns the number of states that are stored then.
   */
  async store(states: readonly Uint8Array[], minWork: number = MIN_STORED_WORK): Promise<number> {
    if (this.states < minWork) return 0;
    const proven = new Map<bigint, number>();
    for (const state of states)
      for (const question of [FIRST_WINS, FIRST_DOES_NOT_LOSE]) {
        this.#workspace.startWith(factsOf(state));
        this.#fields.question = question;
        const count = await this.#pool.run([this.#kernel.calls.listProven(this.#fields.address)], {});
        for (let i = 0; i < count && proven.size < MAX_STORED; i++) {
          const listed = this.#listed(i);
          proven.set(listed.key, listed.isProven);
        }
      }
    const { keys = new BigUint64Array(), outcomes = new Uint8Array() } = readProof(this.#reasoner) ?? {};
    for (let i = 0; i < keys.length && proven.size < MAX_STORED; i++)
      proven.set(keys[i] as bigint, outcomes[i] as number);
    await writeProof(this.#reasoner, {
      keys: BigUint64Array.from(proven.keys()),
      outcomes: Uint8Array.from(proven.values()),
      sawDraw: this.#fields.sawDraw !== 0,
    });
    return proven.size;
  }

  /** The table is empty. */
  #restore(): void {
    const stored = readProof(this.#reasoner);
    if (!stored) return;
    const { keys, outcomes, sawDraw } = stored;
    if (sawDraw) this.#fields.sawDraw = 1;
    for (let from = 0; from < keys.length; from += MAX_LISTED) {
      const count = Math.min(MAX_LISTED, keys.length - from);
      for (let i = 0; i < count; i++) {
        const listed = this.#listed(i);
        listed.key = keys[from + i] as bigint;
        listed.isProven = outcomes[from + i] as number;
      }
      this.#kernel.exports.addProven(this.#fields.address, count);
    }
  }

  #listed(index: number): ProvenState {
    return new ProvenState(this.#kernel.memory, addressAfter(this.#fields.list, index * this.#listedBytes));
  }

  get #listedBytes(): number {
    return ProvenState.BYTES + 8 * Math.ceil(this.#reasoner.propnet.facts.length / 64);
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  /** Images of facts: unchanged, and under the symmetries of the propnet. */
  async #symmetries(): Promise<Int32Array[]> {
    const { propnet } = this.#reasoner;
    const search = findSymmetries(this.#reasoner, new LaneStates(this.#workspace.placed, this.#regions));
    let step = search.next();
    for (let began = performance.now(); !step.done; step = search.next()) {
      if (performance.now() - began < SLICE_MS) continue;
      await yieldToEventLoop();
      began = performance.now();
    }
    const certain = step.value.filter((symmetry) => isAutomorphism(propnet, symmetry)).map(({ facts }) => facts);
    return [Int32Array.from(propnet.facts.keys()), ...certain];
  }

  #placeZobrist(facts: number, symmetries: readonly Int32Array[], regions: Regions): Address {
    const random = new SeededRandom(ZOBRIST_SEED);
    const numbers = Array.from({ length: facts }, () => random.word());
    const address = regions.allocate(8 * facts * symmetries.length);
    const { buffer } = this.#kernel.memory.bytes(address, 0);
    const view = new BigUint64Array(buffer, address, facts * symmetries.length);
    for (let fact = 0, at = 0; fact < facts; fact++)
      for (const images of symmetries) view[at++] = numbers[images[fact] as number] as bigint;
    return address;
  }

  async #ask(
    state: Uint8Array,
    question: number,
    end: number,
    { signal, onProgress }: TimedProofRun,
  ): Promise<boolean | Unproven> {
    const fields = this.#fields;
    this.#workspace.startWith(factsOf(state));
    fields.question = question;
    fields.nodes = 0;
    const before = this.states;
    const timer = onProgress && setInterval(() => onProgress(before + fields.nodes), PROGRESS_MS);
    try {
      const milliseconds = Math.max(1, end - performance.now());
      const status = await this.#pool.run([this.#kernel.calls.proveState(fields.address)], { signal, milliseconds });
      this.states += fields.nodes;
      if (signal?.aborted) throw new GameloreError("interrupted", "interrupted");
      if (status === PROVEN || status === DISPROVEN) return status === PROVEN;
      return status === PROOF_BROKEN ? "not supported" : status === PROOF_TOO_DEEP ? "endless play" : "not finished";
    } finally {
      clearInterval(timer);
    }
  }
}

/** The facts of a packed state. */
function factsOf(state: Uint8Array): Int32Array {
  const facts: number[] = [];
  state.forEach((byte, i) => {
    for (let bit = 0; bit < 8; bit++) if ((byte >> bit) & 1) facts.push(8 * i + bit);
  });
  return Int32Array.from(facts);
}
