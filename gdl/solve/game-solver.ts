/**
 * Keeps what is solved of one game: the whole game if its states fit, otherwise late parts of it, from the positions that are probed, and
 * proven outcomes of positions whose part does not fit either.
 */
import { plural } from "../../engine/contracts/quantities.ts";
import { throwIfAborted } from "../../engine/contracts/errors.ts";
import type { ProbeProgress, ProofBounds, ProofRun } from "../../engine/contracts/table.ts";
import { bytesKey } from "#platform/bytes-key";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { proofVersion } from "../prove/proof-file.ts";
import { Prover, type ProvenOutcome, type Unproven } from "../prove/prover.ts";
import { isSolved, SOLVE_BOUNDS, solveFrom, type SolveBounds, type SolveRun, type Unsolved } from "./solver.ts";
import type { SolvedStates } from "./solved-states.ts";

/** Bounds of a part of the game that is solved in the background, beside a search. */
const PART_BOUNDS: SolveBounds = { states: 2 ** 20, bytes: 2 ** 27, milliseconds: 2_000 };
/** Bounds of a proof for a probe. */
const PROBE_PROOF_BOUNDS: ProofBounds = { bytes: 2 ** 28, milliseconds: 60_000 };
/** Bounds of a proof in the background. */
const PART_PROOF_BOUNDS: ProofBounds = { bytes: 2 ** 27, milliseconds: 10_000 };
/** Of a proof that was asked for: breakthrough 5 × 5 takes several minutes. */
export const LONG_PROOF_BOUNDS: ProofBounds = { bytes: 2 ** 30, milliseconds: 1_800_000 };
/** Parts kept besides the whole game. */
const MAX_PARTS = 3;
const MAX_REMEMBERED = 4_096;
const PROVEN_INSTEAD: Unsolved = { reason: "its outcome is proven instead", isTooLarge: true, states: 0 };

export interface FoundState {
  readonly solved: SolvedStates;
  readonly index: number;
}

/** A position to be proven with its next states, all packed and not terminal. */
export interface PositionToProve {
  readonly position: Uint8Array;
  readonly next: readonly Uint8Array[];
}

export class GameSolver {
  readonly reasoner: PropnetReasoner;
  readonly #initial: Uint8Array;
  readonly #bounds: SolveBounds;
  /** The latest first. */
  #parts: SolvedStates[] = [];
  #whole: SolvedStates | null = null;
  /** The attempt at the whole game, running or ended. */
  #wholeRun: Promise<SolvedStates | Unsolved> | null = null;
  #unsolved: Unsolved | null = null;
  readonly #tooLarge = new Map<string, Unsolved>();
  #partRun: Promise<void> | null = null;
  #nextPart: PositionToProve | null = null;
  /** Key of the position in work. */
  #runningPart: string | null = null;
  /** Created by the first proof, with its memory. */
  #prover: Prover | null = null;
  /** One proof at a time. */
  #proofRun: Promise<unknown> = Promise.resolve();
  #backgroundProof = new AbortController();
  readonly #outcomes = new Map<string, ProvenOutcome>();
  readonly #unproven = new Map<string, Unproven>();
  /** The version of the stored proof that is in use, or will be by the next prover; undefined if it was not looked for yet. */
  #storedProof: string | null | undefined;
  #users = 0;
  #closing = new AbortController();
  /** Increases when more positions are solved. */
  revision = 0;
  /** Of the solving or proving that reported last. */
  progress: ProbeProgress | null = null;

  constructor(reasoner: PropnetReasoner, initial: Uint8Array, bounds: SolveBounds = SOLVE_BOUNDS) {
    this.reasoner = reasoner;
    this.#initial = initial;
    this.#bounds = bounds;
  }

  find(position: Uint8Array): FoundState | null {
    for (const solved of [...(this.#whole ? [this.#whole] : []), ...this.#parts]) {
      const index = solved.find(position);
      if (index >= 0) return { solved, index };
    }
    return null;
  }

  /** Whether the whole game is solved. */
  get isSolved(): boolean {
    return this.#whole !== null;
  }

  /** Why the whole game is not solved; null if it is, or if that is not known yet. */
  get unsolved(): Unsolved | null {
    return this.#unsolved;
  }

  /** Why the part from a position is not solved; null if it is, or if that is not known yet. */
  unsolvedPart(position: Uint8Array): Unsolved | null {
    return this.#tooLarge.get(bytesKey(position)) ?? null;
  }

  /** The proven outcome of a state. */
  outcomeOf(state: Uint8Array): ProvenOutcome | null {
    return this.#outcomes.get(bytesKey(state)) ?? null;
  }

  /** Why the outcome of a position or of a move there is not proven; null if it is, or if that is not known yet. */
  whyUnproven(position: Uint8Array): Unproven | null {
    return this.#unproven.get(bytesKey(position)) ?? null;
  }

  /** Two roles that do not move at the same time, as far as known. */
  get canProve(): boolean {
    return this.reasoner.roles.length === 2 && this.#unsolved?.isTooLarge === true;
  }

  /** Proves the outcomes of a position and of its moves within the bounds. */
  async prove(given: PositionToProve, bounds: ProofBounds = PROBE_PROOF_BOUNDS, run: ProofRun = {}): Promise<void> {
    const proof = this.#proofRun.then(() => this.#prove(given, bounds, run)).finally(() => (this.progress = null));
    this.#proofRun = proof.catch(() => {});
    await proof;
  }

  /** The attempt at the whole game, which is made once. Only the last `release` ends it. */
  solveWhole(): Promise<SolvedStates | Unsolved> {
    const run = (): Promise<SolvedStates | Unsolved> =>
      this.#hasStoredProof ? Promise.resolve(PROVEN_INSTEAD) : this.#solve(this.#initial, this.#bounds);
    this.#wholeRun ??= run().then(
      (result) => {
        if (isSolved(result)) this.#whole = result;
        else {
          this.#unsolved = result;
          remember(this.#tooLarge, bytesKey(this.#initial), result);
        }
        this.revision++;
        return result;
      },
      (error: unknown) => {
        this.#wholeRun = null;
        throw error;
      },
    );
    return this.#wholeRun;
  }

  /** Solves the part of the game from a position now. */
  async solvePart(position: Uint8Array, bounds: SolveBounds = this.#bounds, run: SolveRun = {}): Promise<void> {
    const result = await this.#solve(position, bounds, run);
    if (isSolved(result)) this.#parts = [result, ...this.#parts].slice(0, MAX_PARTS);
    else remember(this.#tooLarge, bytesKey(position), result);
    this.revision++;
  }

  /**
   * Solves the part from a position in the background, or proves its outcomes if that is too large; one at a time. Of the positions that
   * wait, only the latest counts, and it ends the proof of an earlier one, whose work is kept. Asking again for the running one changes nothing.
   */
  startPart(given: PositionToProve): Promise<void> {
    if (this.#partRun && this.#runningPart === bytesKey(given.position)) {
      this.#nextPart = null;
      return this.#partRun;
    }
    this.#nextPart = given;
    this.#backgroundProof.abort();
    this.#partRun ??= this.#runParts().finally(() => (this.#partRun = null));
    return this.#partRun;
  }

  /** With a stored proof, proofs of positions are short. */
  get provesFirst(): boolean {
    return this.canProve && this.#hasStoredProof;
  }

  get #hasStoredProof(): boolean {
    if (this.#storedProof === undefined) this.#storedProof = proofVersion(this.reasoner);
    return this.#storedProof !== null;
  }

  /** Another thread or process may have stored a proof: later proofs begin with it. */
  refresh(): void {
    if (this.#storedProof === undefined) return;
    const version = proofVersion(this.reasoner);
    if (version === null || version === this.#storedProof) return;
    this.#storedProof = version;
    this.#unproven.clear();
    this.#backgroundProof.abort();
    this.#closeProver();
    this.revision++;
  }

  /** Whether `proveNow` may find the exact values of a position, which are not known. */
  /** `given` is called only if the outcome of the position is proven already, but perhaps not those of its moves. */
  isProvable(position: Uint8Array, given: () => PositionToProve): boolean {
    if (!this.canProve || this.find(position)) return false;
    if (this.outcomeOf(position) !== null && this.#isProven(given())) return false;
    const why = this.whyUnproven(position);
    return why === null || why === "not finished";
  }

  /**
   * Proves the outcomes of a position and of its moves within the long bounds, and stores the proof, or the part that is finished. Returns why
   * there is none, and the number of expanded states.
   */
  async proveNow(given: PositionToProve, run: ProofRun): Promise<{ readonly why: Unproven | null; states: number }> {
    const work = this.#proofRun.then(async () => {
      const prover = await this.#openProver(LONG_PROOF_BOUNDS.bytes);
      try {
        const why = await this.#prove(given, LONG_PROOF_BOUNDS, run);
        return { why, states: prover.states };
      } finally {
        if (this.outcomeOf(given.position) !== null) await prover.store([given.position, ...given.next], 0);
      }
    });
    this.#proofRun = work.catch(() => {});
    return work;
  }

  /** Called by one proof at a time. */
  async #openProver(bytes: number): Promise<Prover> {
    if (this.#prover) return this.#prover;
    const { signal } = this.#closing;
    const prover = await Prover.open(this.reasoner, bytes);
    if (signal.aborted) {
      await prover.close();
      throwIfAborted(signal);
    }
    return (this.#prover = prover);
  }

  #isProven({ position, next }: PositionToProve): boolean {
    return [position, ...next].every((state) => this.outcomeOf(state) !== null);
  }

  /** A later proof needs a new one. */
  #closeProver(): void {
    const prover = this.#prover;
    this.#prover = null;
    void this.#proofRun.then(() => prover?.close());
  }

  /** While there are users, background work continues. */
  use(): void {
    if (this.#users === 0) this.#closing = new AbortController();
    this.#users++;
  }

  release(): void {
    this.#users--;
    if (this.#users > 0) return;
    this.#closing.abort();
    this.#closeProver();
  }

  async #runParts(): Promise<void> {
    while (this.#nextPart) {
      const given = this.#nextPart;
      const { position } = given;
      this.#nextPart = null;
      this.#runningPart = bytesKey(position);
      if (!this.provesFirst && !this.find(position) && !this.unsolvedPart(position))
        await this.solvePart(position, PART_BOUNDS);
      if (this.find(position) || !this.canProve || this.#isProven(given) || this.whyUnproven(position)) continue;
      this.#backgroundProof = new AbortController();
      const { signal } = this.#backgroundProof;
      await this.prove(given, PART_PROOF_BOUNDS, { signal }).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }

  /** The position first: what proves it proves some of its moves. */
  async #prove(
    { position, next }: PositionToProve,
    bounds: ProofBounds,
    { signal, onProgress }: ProofRun,
  ): Promise<Unproven | null> {
    const closing = this.#closing.signal;
    throwIfAborted(closing);
    const end = performance.now() + bounds.milliseconds;
    const prover = await this.#openProver(bounds.bytes);
    for (const state of [position, ...next]) {
      const key = bytesKey(state);
      if (this.#outcomes.has(key)) continue;
      const outcome = await prover.outcome(state, {
        milliseconds: Math.max(1, end - performance.now()),
        signal: signal ? AbortSignal.any([closing, signal]) : closing,
        onProgress: (states) => {
          onProgress?.(states);
          this.progress = { done: null, note: `proving outcomes: ${plural(states, "state")}` };
        },
      });
      if (typeof outcome === "string") {
        remember(this.#unproven, bytesKey(position), outcome);
        this.revision++;
        return outcome;
      }
      remember(this.#outcomes, key, outcome);
      if (key === bytesKey(this.#initial) && (await prover.store([state])) > 0)
        this.#storedProof = proofVersion(this.reasoner);
    }
    this.revision++;
    return null;
  }

  #solve(root: Uint8Array, bounds: SolveBounds, { signal }: SolveRun = {}): ReturnType<typeof solveFrom> {
    const closing = this.#closing.signal;
    return solveFrom(this.reasoner, root, bounds, {
      signal: signal ? AbortSignal.any([closing, signal]) : closing,
      onProgress: (states, expanded) => {
        this.progress = {
          done: expanded / Math.max(1, states),
          note: `enumerating: ${plural(states, "state")}`,
        };
      },
    }).finally(() => (this.progress = null));
  }
}

function remember<T>(map: Map<string, T>, key: string, result: T): void {
  map.set(key, result);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
