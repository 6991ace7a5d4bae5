/** The player `best`: perfect information Monte Carlo (PIMC). Samples determinizations, solves each one for every move, and plays the move with the best mean. */
import { Determinization, DeterminizationResult } from "../../build/layouts/games/dominoes/solver.ts";
import { StateRecord } from "../../build/layouts/games/dominoes/state.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { CHANCE, type Move, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { ChooseOptions, Choice, Limits, Player } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { tighter } from "../../engine/search/parameters.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { reportInfo } from "../../engine/search/info-reporter.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import type { DominoesRules } from "./rules.ts";
import { readState } from "./state.ts";
import { NUMBERS, tilesIn } from "./tiles.ts";

const TRANSPOSITION_BITS = 18;
const MAX_ROOT_MOVES = 32;
const NO_LIMIT = 1e15;
/** Determinizations per kernel call; time limits and signals are checked in between. */
const BATCH = 25;
const UNIT = "mean value (1 win, -1 loss)";

/** The preference of the greedy player: doubles, then pips. */
export function weightOf(move: Move): number {
  const [low, high] = NUMBERS[move >> 1] ?? [0, 0];
  return low + high + (low === high ? 100 : 0);
}

export interface PimcLimits {
  readonly samples: number;
  readonly nodes: number | undefined;
  readonly milliseconds: number | undefined;
}

/** Totals over the determinizations solved so far. */
interface Tally {
  readonly sums: number[];
  determinizations: number;
  nodes: number;
}

export class PimcPlayer implements Player {
  readonly text: string;
  readonly #rules: DominoesRules;
  readonly #setup: readonly KernelCall[];
  readonly #limits: PimcLimits;
  readonly #random: SeededRandom;
  readonly #regions: Regions;
  readonly #determinizations: readonly Determinization[];
  readonly #list: Address;
  readonly #result: DeterminizationResult;
  readonly #table: Address;
  readonly #scratch: Address;
  readonly #closing = new AbortController();
  /** Choices share the regions, so they run one at a time. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(text: string, rules: DominoesRules, setup: readonly KernelCall[], limits: PimcLimits, seed: number) {
    this.text = text;
    this.#rules = rules;
    this.#setup = setup;
    this.#limits = limits;
    this.#random = new SeededRandom(seed);
    const { kernel } = rules.board;
    this.#regions = new Regions(kernel.memory);
    const determinizations = this.#regions.allocate(Determinization.BYTES * BATCH);
    this.#determinizations = Determinization.list(kernel.memory, determinizations, BATCH);
    this.#list = this.#regions.allocate(4 * MAX_ROOT_MOVES);
    const result = this.#regions.allocate(DeterminizationResult.BYTES + 4 * MAX_ROOT_MOVES);
    this.#result = new DeterminizationResult(kernel.memory, result);
    const tableBytes = kernel.exports.transpositionBytes(TRANSPOSITION_BITS);
    this.#table = this.#regions.allocate(tableBytes);
    kernel.memory.bytes(this.#table, tableBytes).fill(0);
    this.#scratch = this.#regions.allocate(kernel.exports.determinizationScratchBytes());
  }

  choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    const choice = this.#busy.then(() => this.#search(position, limits, options));
    this.#busy = choice.catch(() => {});
    return choice;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#busy;
    this.#regions.free();
  }

  async #search(given: Position, limits: Limits, { signal, onInfo }: ChooseOptions): Promise<Choice> {
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const started = performance.now();
    const { board, hidden } = this.#rules;
    const [player] = this.#rules.actors(given);
    if (player === undefined) throw new GameloreError("bad-position", "the game has ended");
    if (player === CHANCE) throw new GameloreError("bad-position", "no player is to move");
    // Only the observation is used, whatever the given position contains.
    const seen = hidden.observe(given, player);
    const moves = board.moves(seen);
    const tally: Tally = { sums: moves.map(() => 0), determinizations: 0, nodes: 0 };
    const milliseconds = tighter(this.#limits.milliseconds, limits.milliseconds);
    const nodes = tighter(this.#limits.nodes, limits.nodes) ?? NO_LIMIT;
    // With an empty stock there is one determinization.
    const samples = readState(seen).stockCount === 0 ? 1 : (tighter(this.#limits.samples, limits.playouts) as number);
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const choice = (): Choice => choiceOf(moves, tally, performance.now() - started);
    const solveAll = async (): Promise<void> => {
      while (moves.length > 1 && tally.determinizations < samples && tally.nodes < nodes && !stop.aborted) {
        const left = milliseconds === undefined ? undefined : milliseconds - (performance.now() - started);
        if (left !== undefined && left <= 0) break;
        const count = Math.min(BATCH, samples - tally.determinizations);
        const before = tally.determinizations;
        await this.#solve(seen, player, moves, count, nodes - tally.nodes, tally, { signal: stop, milliseconds: left });
        if (tally.determinizations - before < count) break;
      }
    };
    await reportInfo(onInfo, () => (tally.determinizations > 0 ? choice().info : null), solveAll);
    return choice();
  }

  /** Samples and solves some determinizations; adds those that are finished within the limits. */
  async #solve(
    seen: Position,
    player: PlayerNumber,
    moves: readonly Move[],
    count: number,
    nodes: number,
    tally: Tally,
    options: { readonly signal: AbortSignal; readonly milliseconds: number | undefined },
  ): Promise<void> {
    const { board } = this.#rules;
    const { memory } = board.kernel;
    memory.words(this.#list, moves.length).set(moves);
    const determinizations = this.#determinizations.slice(0, count);
    for (const each of determinizations) this.#writeDeterminization(each, seen, player);
    const { address } = this.#determinizations[0] as Determinization;
    const regions = [address, count, this.#list, moves.length, this.#result.address, this.#table] as const;
    const call = board.kernel.calls.solveDeterminizations(...regions, TRANSPOSITION_BITS, this.#scratch, nodes);
    await board.pool().run([...this.#setup, call], options);
    tally.nodes += this.#result.nodes;
    tally.determinizations += this.#result.finished;
    for (const [i, sum] of this.#result.sums(moves.length).entries()) tally.sums[i] = (tally.sums[i] as number) + sum;
  }

  #writeDeterminization(record: Determinization, seen: Position, player: PlayerNumber): void {
    const determinization = this.#rules.hidden.sample(seen, player, () => this.#random.fraction());
    const stock = tilesIn(readState(determinization).stock);
    this.#rules.board.kernel.memory.bytes(record.state.address, StateRecord.BYTES).set(determinization);
    const order = record.order;
    for (let i = 0; stock.length > 0; i++) order[i] = stock.splice(this.#random.below(stock.length), 1)[0] as number;
  }
}

/** The move with the best mean; ties go to the heaviest tile. */
function choiceOf(moves: readonly Move[], { sums, determinizations, nodes }: Tally, milliseconds: number): Choice {
  const better = (i: number, j: number): number =>
    (sums[i] as number) - (sums[j] as number) || weightOf(moves[i] as Move) - weightOf(moves[j] as Move);
  const best = moves.reduce((found, _, i) => (better(i, found) > 0 ? i : found), 0);
  const move = moves[best] as Move;
  const value = determinizations > 0 ? (sums[best] as number) / determinizations : null;
  return {
    move,
    info: { value, unit: UNIT, pv: [move], nodes, playouts: determinizations, milliseconds, depth: null },
  };
}
