/** Keeps what is solved of one game: the whole game if its states fit, otherwise late parts of it, from the positions that are probed. */
import { bytesKey } from "#platform/bytes-key.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { isSolved, SOLVE_BOUNDS, solveFrom, type SolveBounds, type SolveRun, type Unsolved } from "./solver.ts";
import type { SolvedStates } from "./solved-states.ts";

/** Bounds of a part of the game that is solved in the background, beside a search. */
const PART_BOUNDS: SolveBounds = { states: 2 ** 20, bytes: 2 ** 27, milliseconds: 2_000 };
/** Parts kept besides the whole game. */
const MAX_PARTS = 3;
const MAX_REMEMBERED = 4_096;

export interface FoundState {
  readonly solved: SolvedStates;
  readonly index: number;
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
  #nextPart: Uint8Array | null = null;
  #users = 0;
  #closing = new AbortController();
  /** Increases when more positions are solved. */
  revision = 0;

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

  /** The attempt at the whole game, which is made once. Only the last `release` ends it. */
  solveWhole(): Promise<SolvedStates | Unsolved> {
    this.#wholeRun ??= this.#solve(this.#initial, this.#bounds).then(
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

  /** Solves the part from a position in the background, one at a time; of the positions that wait, only the latest counts. */
  startPart(position: Uint8Array): Promise<void> {
    this.#nextPart = position;
    this.#partRun ??= this.#runParts().finally(() => (this.#partRun = null));
    return this.#partRun;
  }

  /** While there are users, background work continues. */
  use(): void {
    if (this.#users === 0) this.#closing = new AbortController();
    this.#users++;
  }

  release(): void {
    this.#users--;
    if (this.#users === 0) this.#closing.abort();
  }

  async #runParts(): Promise<void> {
    while (this.#nextPart) {
      const position = this.#nextPart;
      this.#nextPart = null;
      if (!this.find(position) && !this.unsolvedPart(position)) await this.solvePart(position, PART_BOUNDS);
    }
  }

  #solve(root: Uint8Array, bounds: SolveBounds, { signal, onProgress }: SolveRun = {}): ReturnType<typeof solveFrom> {
    const closing = this.#closing.signal;
    return solveFrom(this.reasoner, root, bounds, {
      signal: signal ? AbortSignal.any([closing, signal]) : closing,
      onProgress,
    });
  }
}

function remember(map: Map<string, Unsolved>, key: string, result: Unsolved): void {
  map.set(key, result);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
