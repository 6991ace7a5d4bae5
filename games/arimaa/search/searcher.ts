/** The kernel's turn search for a player: its memory and threads, one request at a time. */
import type { Position } from "../../../engine/contracts/position.ts";
import type { Limits } from "../../../engine/contracts/player.ts";
import { Regions } from "../../../engine/kernel/regions.ts";
import type { Address } from "../../../engine/kernel/memory.ts";
import type { Board, Turn } from "../board.ts";
import { HASH, STATE_BYTES } from "../layout.ts";
import {
  BEST_TURN,
  BEST_VALUE,
  CANDIDATES,
  DEPTH_DONE,
  EXCLUDED,
  EXCLUDED_COUNT,
  HINT_COUNT,
  HINTS,
  MAX_CANDIDATES,
  MAX_DEPTH,
  DEPTH_LIMIT,
  MAX_EXCLUDED,
  MAX_HINTS,
  NODES_DONE,
  NODE_LIMIT,
  REQUEST_WORDS,
  ROOT_TURNS,
  SELECTIVE,
  STATE,
  THREADS,
} from "./request.ts";
import { TERMS } from "./terms.ts";

const ENTRY_BYTES = 16;

export interface SearcherOptions {
  readonly selective: boolean;
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
  readonly #requests: readonly Address[];
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
    const zeroed = (bytes: number): Address => {
      const start = this.#regions.allocate(bytes);
      memory.bytes(start, bytes).fill(0);
      return start;
    };
    try {
      this.#state = zeroed(STATE_BYTES);
      this.#weights = zeroed(4 * TERMS);
      this.#table = zeroed(ENTRY_BYTES * 2 ** this.#tableBits);
      const each = Array.from({ length: options.threads }, (_, i) => i);
      this.#requests = each.map(() => zeroed(4 * REQUEST_WORDS));
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
    const jobs = this.#requests.slice(0, threads).map((record, thread) => {
      this.#write(record, request, threads);
      return pool
        .run(
          [
            kernel.calls.useSearchWorkspace(this.#workspaces[thread] as Address),
            kernel.calls.useWeights(this.#weights),
            kernel.calls.useTranspositionTable(this.#table, this.#tableBits, this.#searches),
            kernel.calls.searchTurns(record, thread),
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

  #write(record: Address, { limits, excluded, hints }: SearchRequest, threads: number): void {
    const words = this.#board.kernel.memory.words(record, REQUEST_WORDS);
    words.fill(0);
    words[STATE] = this.#state;
    words[SELECTIVE] = this.#options.selective ? 1 : 0;
    words[DEPTH_LIMIT] = Math.min(limits.depth ?? MAX_DEPTH, MAX_DEPTH);
    words[THREADS] = threads;
    const nodes = Math.ceil((limits.nodes ?? 0) / threads);
    words[NODE_LIMIT] = nodes % 2 ** 32;
    words[NODE_LIMIT + 1] = Math.floor(nodes / 2 ** 32);
    words[EXCLUDED_COUNT] = putHashes(words, EXCLUDED, excluded.slice(-MAX_EXCLUDED));
    words[HINT_COUNT] = putHashes(words, HINTS, hints.slice(0, MAX_HINTS));
  }

  /** The result of the thread that completed the greatest depth; the first among equals. */
  #read(threads: number): SearchResult {
    const { memory } = this.#board.kernel;
    const answers = this.#requests.slice(0, threads).map((request) => memory.words(request, REQUEST_WORDS));
    const nodesOf = (words: Int32Array): number =>
      ((words[NODES_DONE] as number) >>> 0) + 2 ** 32 * (words[NODES_DONE + 1] as number);
    const best = answers.reduce((deepest, words) =>
      (words[DEPTH_DONE] as number) > (deepest[DEPTH_DONE] as number) ? words : deepest,
    );
    const first = answers[0] as Int32Array;
    return {
      turn: (best[BEST_TURN] as number) >>> 0,
      value: best[BEST_VALUE] as number,
      depth: best[DEPTH_DONE] as number,
      nodes: answers.reduce((sum, words) => sum + nodesOf(words), 0),
      turns: first[ROOT_TURNS] as number,
      candidates: Array.from({ length: MAX_CANDIDATES }, (_, i) => ({
        turn: (first[CANDIDATES + 2 * i] as number) >>> 0,
        value: first[CANDIDATES + 2 * i + 1] as number,
      })).filter(({ turn }) => turn !== 0),
    };
  }
}

/** Writes hashes of positions as pairs of words; returns the count. */
function putHashes(words: Int32Array, at: number, positions: readonly Position[]): number {
  for (const [i, position] of positions.entries()) {
    const hash = new DataView(position.buffer, position.byteOffset + HASH, 8);
    words[at + 2 * i] = hash.getInt32(0, true);
    words[at + 2 * i + 1] = hash.getInt32(4, true);
  }
  return positions.length;
}
