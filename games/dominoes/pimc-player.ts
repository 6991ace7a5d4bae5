/** The player `best`: draws what it does not see, solves each such world for every move, and takes the move that is best on average. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { CHANCE, type Move, type Position } from "../../engine/contracts/game.ts";
import type { ChooseOptions, Choice, Limits, Player } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { tighter } from "../../engine/search/parameters.ts";
import { Regions } from "../../engine/kernel/regions.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { reportInfo } from "../../engine/search/info-reporter.ts";
import { STATE_BYTES } from "./layout.ts";
import type { DominoesRules } from "./rules.ts";
import { readState } from "./state.ts";
import { NUMBERS, tilesIn } from "./tiles.ts";

const TRANSPOSITION_BITS = 18;
const MAX_ROOT_MOVES = 32;
const NO_LIMIT = 1e15;
/** Worlds are drawn and solved so many at a time, so that limits of time and signals are heeded. */
const BATCH = 25;
const UNIT = "on average (1 a win, -1 a loss)";

/** What the heaviest-first player likes: doubles, then pips. */
export function weightOf(move: Move): number {
  const [low, high] = NUMBERS[move >> 1] ?? [0, 0];
  return low + high + (low === high ? 100 : 0);
}

export interface PimcLimits {
  readonly samples: number;
  readonly nodes: number | undefined;
  readonly milliseconds: number | undefined;
}

/** What the worlds solved so far say of each move. */
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
  readonly #worldBytes: number;
  readonly #worlds: number;
  readonly #list: number;
  readonly #out: number;
  readonly #table: number;
  readonly #scratch: number;
  readonly #closing = new AbortController();
  /** The regions serve one choice at a time: each waits for the one before. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(text: string, rules: DominoesRules, setup: readonly KernelCall[], limits: PimcLimits, seed: number) {
    this.text = text;
    this.#rules = rules;
    this.#setup = setup;
    this.#limits = limits;
    this.#random = new SeededRandom(seed);
    const { kernel } = rules.board;
    this.#regions = new Regions(kernel.memory);
    this.#worldBytes = kernel.call("worldBytes");
    this.#worlds = this.#regions.allocate(this.#worldBytes * BATCH);
    this.#list = this.#regions.allocate(4 * MAX_ROOT_MOVES);
    this.#out = this.#regions.allocate(16 + 4 * MAX_ROOT_MOVES);
    const tableBytes = kernel.call("transpositionBytes", TRANSPOSITION_BITS);
    this.#table = this.#regions.allocate(tableBytes);
    kernel.memory.bytes(this.#table, tableBytes).fill(0);
    this.#scratch = this.#regions.allocate(kernel.call("worldScratchBytes"));
  }

  choose(position: Position, limits: Limits, asking: ChooseOptions = {}): Promise<Choice> {
    const choice = this.#busy.then(() => this.#think(position, limits, asking));
    this.#busy = choice.catch(() => {});
    return choice;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#busy;
    this.#regions.free();
  }

  async #think(given: Position, limits: Limits, { signal, onInfo: tell }: ChooseOptions): Promise<Choice> {
    if (this.#closing.signal.aborted) throw new GameloreError("interrupted", "the player was closed");
    const started = performance.now();
    const { board, hidden } = this.#rules;
    const [player] = this.#rules.actors(given);
    if (player === undefined) throw new GameloreError("bad-position", "the game has ended");
    if (player === CHANCE) throw new GameloreError("bad-position", "it is no player's turn");
    // Whatever it is given, it looks at nothing that its player does not see.
    const seen = hidden.observe(given, player);
    const moves = board.moves(seen);
    const tally: Tally = { sums: moves.map(() => 0), determinizations: 0, nodes: 0 };
    const milliseconds = tighter(this.#limits.milliseconds, limits.milliseconds);
    const nodes = tighter(this.#limits.nodes, limits.nodes) ?? NO_LIMIT;
    // With an empty stock there is one world.
    const wanted = readState(seen).stockCount === 0 ? 1 : (tighter(this.#limits.samples, limits.playouts) as number);
    const stop = AbortSignal.any([this.#closing.signal, ...(signal ? [signal] : [])]);
    const choice = (): Choice => choiceOf(moves, tally, performance.now() - started);
    const solveAll = async (): Promise<void> => {
      while (moves.length > 1 && tally.determinizations < wanted && tally.nodes < nodes && !stop.aborted) {
        const left = milliseconds === undefined ? undefined : milliseconds - (performance.now() - started);
        if (left !== undefined && left <= 0) break;
        const count = Math.min(BATCH, wanted - tally.determinizations);
        const before = tally.determinizations;
        await this.#solve(seen, player, moves, count, nodes - tally.nodes, tally, { signal: stop, milliseconds: left });
        if (tally.determinizations - before < count) break;
      }
    };
    await reportInfo(tell, () => (tally.determinizations > 0 ? choice().info : null), solveAll);
    return choice();
  }

  /** Draws and solves some worlds; those that were finished within the limits are added. */
  async #solve(
    seen: Position,
    player: number,
    moves: readonly Move[],
    count: number,
    nodes: number,
    tally: Tally,
    options: { readonly signal: AbortSignal; readonly milliseconds: number | undefined },
  ): Promise<void> {
    const { board } = this.#rules;
    const { memory } = board.kernel;
    memory.words(this.#list, moves.length).set(moves);
    for (let i = 0; i < count; i++) this.#writeWorld(i, seen, player);
    const regions = [this.#worlds, count, this.#list, moves.length, this.#out, this.#table] as const;
    const call = ["solveWorlds", ...regions, TRANSPOSITION_BITS, this.#scratch, nodes] as const;
    await board.pool().run([...this.#setup, call], options);
    const view = new DataView(memory.memory.buffer, this.#out);
    tally.nodes += view.getFloat64(0, true);
    tally.determinizations += view.getInt32(8, true);
    moves.forEach((_, i) => (tally.sums[i] = (tally.sums[i] as number) + view.getInt32(16 + 4 * i, true)));
  }

  #writeWorld(place: number, seen: Position, player: number): void {
    const world = this.#rules.hidden.sample(seen, player, () => this.#random.fraction());
    const stock = tilesIn(readState(world).stock);
    const bytes = this.#rules.board.kernel.memory.bytes(this.#worlds + place * this.#worldBytes, this.#worldBytes);
    bytes.set(world);
    for (let i = 0; stock.length > 0; i++)
      bytes[STATE_BYTES + i] = stock.splice(this.#random.below(stock.length), 1)[0] as number;
  }
}

/** The best move on average; of equal ones the heaviest. */
function choiceOf(moves: readonly Move[], { sums, determinizations: worlds, nodes }: Tally, milliseconds: number): Choice {
  const better = (i: number, j: number): number =>
    (sums[i] as number) - (sums[j] as number) || weightOf(moves[i] as Move) - weightOf(moves[j] as Move);
  const best = moves.reduce((found, _, i) => (better(i, found) > 0 ? i : found), 0);
  const move = moves[best] as Move;
  const value = worlds > 0 ? (sums[best] as number) / worlds : null;
  return { move, info: { value, unit: UNIT, pv: [move], nodes, playouts: worlds, milliseconds, depth: null } };
}
