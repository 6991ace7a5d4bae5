/** The kernel's turn search for a player: its memory and threads, one request at a time. */
import { TurnSearchRecord } from "../../../build/layouts/games/arimaa/search/request.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import type { Limits } from "../../../engine/contracts/player.ts";
import { Regions } from "../../../engine/kernel/regions.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import type { Board, Turn } from "../board.ts";
import { HASH, STATE_BYTES } from "../layout.ts";
import { MAX_DEPTH, MAX_EXCLUDED, MAX_HINTS } from "./constants.ts";
import { TERMS } from "./terms.ts";

const ENTRY_BYTES = 16;

export interface SearcherOptions {
  readonly selective: boolean;
  /** Whether goals within a turn are detected before they are played. */
  readonly goalSearch: boolean;
  /** Whether root turns are checked for a goal that the opponent can force in two turns. */
  readonly checkGoals: boolean;
  readonly threads: number;
  /** Megabytes of the transposition table. */
  readonly hash: number;
  readonly weights: Int32Array;
}

export interface SearchResult {
  readonly turn: Turn;
  /** For the side to move, in thousandths of a rabbit; see terms.ts for wins. */
  readonly value: number;
  readonly depth: number;
  readonly nodes: number;
  readonly turns: number;
  readonly candidates: readonly { readonly turn: Turn; readonly value: number }[];
}

export interface SearchRequest {
  readonly position: Position;
  readonly limits: Limits;
  readonly signal: AbortSignal | undefined;
  /** Positions after the turn that are forbidden, and those to search first. */
  readonly excluded: readonly Position[];
  readonly hints: readonly Position[];
}

export class Searcher {
  readonly #board: Board;
  readonly #options: SearcherOptions;
  readonly #regions: Regions;
  readonly #state: Address;
  readonly #weights: Address;
  readonly #table: Address;
  readonly #tableBits: number;
  /** One for each thread. */
  readonly #records: readonly TurnSearchRecord[];
  readonly #workspaces: readonly Address[];
  #searches = 0;
  /** Threads of the current or last search. */
  #working = 1;

  constructor(board: Board, options: SearcherOptions) {
    const { kernel } = board;
    const { memory } = kernel;
    this.#board = board;
    this.#options = options;
    this.#regions = new Regions(memory);
    this.#tableBits = Math.floor(Math.log2((options.hash * 2 ** 20) / ENTRY_BYTES));
    const zeroed = (bytes: number): Address => this.#regions.allocateZeroedLazily(bytes);
    try {
      this.#state = zeroed(STATE_BYTES);
      this.#weights = zeroed(4 * TERMS);
      this.#table = zeroed(ENTRY_BYTES * 2 ** this.#tableBits);
      const each = Array.from({ length: options.threads }, (_, i) => i);
      this.#records = each.map(() => new TurnSearchRecord(memory, zeroed(TurnSearchRecord.BYTES)));
      this.#workspaces = each.map(() => zeroed(kernel.exports.searchBytes()));
    } catch (error) {
      this.#regions.free();
      throw error;
    }
    memory.words(this.#weights, TERMS).set(options.weights);
  }

  async search(request: SearchRequest): Promise<SearchResult> {
    const { kernel, states } = this.#board;
    const pool = states.pool();
    // Several threads make the search nondeterministic. Without a time limit the result must be reproducible, so one thread searches.
    const threads = request.limits.milliseconds === undefined ? 1 : Math.min(this.#options.threads, pool.size);
    kernel.memory.bytes(this.#state, STATE_BYTES).set(request.position);
    this.#searches++;
    this.#working = threads;
    const ended = new AbortController();
    const signals = [ended.signal, ...(request.signal ? [request.signal] : [])];
    const jobs = this.#records.slice(0, threads).map((record, thread) => {
      this.#write(record, request, threads);
      return pool
        .run(
          [
            kernel.calls.useSearchWorkspace(this.#workspaces[thread] as Address),
            kernel.calls.useWeights(this.#weights),
            kernel.calls.useTranspositionTable(this.#table, this.#tableBits, this.#searches),
            kernel.calls.searchTurns(record.address, thread),
          ],
          { signal: AbortSignal.any(signals), milliseconds: request.limits.milliseconds },
        )
        .finally(() => ended.abort());
    });
    const outcomes = await Promise.allSettled(jobs);
    for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
    return this.#read(threads);
  }

  /** The result so far of the running search; null before the first completed depth. */
  currentResult(): SearchResult | null {
    const found = this.#read(this.#working);
    return found.depth === 0 ? null : found;
  }

  close(): void {
    this.#regions.free();
  }

  /** Clears the results, so that they can be read before the search starts. */
  #write(record: TurnSearchRecord, { limits, excluded, hints }: SearchRequest, threads: number): void {
    this.#board.kernel.memory.bytes(record.address, TurnSearchRecord.BYTES).fill(0);
    record.state = this.#state;
    record.selective = this.#options.selective ? 1 : 0;
    record.goalSearch = this.#options.goalSearch ? 1 : 0;
    record.checkGoals = this.#options.checkGoals ? 1 : 0;
    record.maxDepth = Math.min(limits.depth ?? MAX_DEPTH, MAX_DEPTH);
    record.threads = threads;
    record.maxNodes = BigInt(Math.ceil((limits.nodes ?? 0) / threads));
    record.excludedCount = putHashes(record.excluded, excluded.slice(-MAX_EXCLUDED));
    record.hintCount = putHashes(record.hints, hints.slice(0, MAX_HINTS));
  }

  /** The result of the thread that completed the greatest depth; the first among equals. */
  #read(threads: number): SearchResult {
    const records = this.#records.slice(0, threads);
    const first = records[0] as TurnSearchRecord;
    const best = records.reduce((deepest, record) => (record.depth > deepest.depth ? record : deepest));
    return {
      turn: best.turn,
      value: best.value,
      depth: best.depth,
      nodes: records.reduce((sum, record) => sum + Number(record.nodes), 0),
      turns: first.rootCount,
      candidates: first.candidates.map(({ turn, value }) => ({ turn, value })).filter(({ turn }) => turn !== 0),
    };
  }
}

/** Writes hashes of positions; returns the count. */
function putHashes(hashes: BigUint64Array, positions: readonly Position[]): number {
  for (const [i, position] of positions.entries())
    hashes[i] = new DataView(position.buffer, position.byteOffset + HASH, 8).getBigUint64(0, true);
  return positions.length;
}
