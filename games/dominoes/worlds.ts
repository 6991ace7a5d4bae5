/** The search of `best`: samples what it does not see, solves each sample for every move, and takes the best on average. */
import { CHANCE, type Move, type Position } from "../../engine/contracts/game.ts";
import type { Choice, Limits } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import type { KernelSearch } from "../../engine/search/kernel-player.ts";
import { tighter } from "../../engine/search/parameters.ts";
import type { Regions } from "../../engine/search/regions.ts";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { SeededRandom } from "../../engine/search/seeded.ts";
import { STATE_BYTES } from "./layout.ts";
import type { DominoesRules } from "./rules.ts";
import { readState } from "./state.ts";
import { NUMBERS, tilesIn } from "./tiles.ts";

const TRANSPOSITION_BITS = 18;
const MAX_ROOT_MOVES = 32;
const NO_LIMIT = 1e15;

/** What the heaviest-first player likes: doubles, then pips. */
export function weightOf(move: Move): number {
  const [low, high] = NUMBERS[move >> 1] ?? [0, 0];
  return low + high + (low === high ? 100 : 0);
}

export interface WorldLimits {
  readonly samples: number;
  readonly nodes: number | undefined;
  readonly milliseconds: number | undefined;
}

export class WorldSearch implements KernelSearch {
  readonly state: number;
  readonly milliseconds: number | undefined;
  readonly #rules: DominoesRules;
  readonly #limits: WorldLimits;
  readonly #random: SeededRandom;
  readonly #worldBytes: number;
  readonly #worlds: number;
  readonly #list: number;
  readonly #out: number;
  readonly #table: number;
  readonly #scratch: number;
  #moves: readonly Move[] = [];

  constructor(rules: DominoesRules, regions: Regions, limits: WorldLimits, seed: number) {
    const { kernel } = rules.board;
    this.#rules = rules;
    this.#limits = limits;
    this.milliseconds = limits.milliseconds;
    this.#random = new SeededRandom(seed);
    this.#worldBytes = kernel.call("worldBytes");
    this.state = regions.allocate(STATE_BYTES);
    this.#worlds = regions.allocate(this.#worldBytes * limits.samples);
    this.#list = regions.allocate(4 * MAX_ROOT_MOVES);
    this.#out = regions.allocate(16 + 4 * MAX_ROOT_MOVES);
    const tableBytes = kernel.call("transpositionBytes", TRANSPOSITION_BITS);
    this.#table = regions.allocate(tableBytes);
    kernel.memory.bytes(this.#table, tableBytes).fill(0);
    this.#scratch = regions.allocate(kernel.call("worldScratchBytes"));
  }

  request(limits: Limits): readonly (readonly KernelCall[])[] {
    const { board, hidden } = this.#rules;
    const { memory } = board.kernel;
    const given = memory.bytes(this.state, STATE_BYTES).slice();
    const [player = CHANCE] = this.#rules.actors(given);
    if (player === CHANCE) throw new GameloreError("bad-position", "it is no player's turn");
    // Whatever it is given, it looks at nothing that its player does not see.
    const seen = hidden.observe(given, player);
    this.#moves = board.moves(seen);
    memory.bytes(this.#out, 16 + 4 * MAX_ROOT_MOVES).fill(0);
    if (this.#moves.length < 2) return [];
    memory.words(this.#list, this.#moves.length).set(this.#moves);
    const wanted = tighter(this.#limits.samples, limits.playouts) as number;
    const count = readState(seen).stockCount === 0 ? 1 : wanted;
    for (let i = 0; i < count; i++) this.#writeWorld(i, seen, player);
    const nodes = tighter(this.#limits.nodes, limits.nodes) ?? NO_LIMIT;
    const { length } = this.#moves;
    return [
      [
        [
          "solveWorlds",
          this.#worlds,
          count,
          this.#list,
          length,
          this.#out,
          this.#table,
          TRANSPOSITION_BITS,
          this.#scratch,
          nodes,
        ],
      ],
    ];
  }

  #writeWorld(place: number, seen: Position, player: number): void {
    const world = this.#rules.hidden.sample(seen, player, () => this.#random.fraction());
    const stock = tilesIn(readState(world).stock);
    const bytes = this.#rules.board.kernel.memory.bytes(this.#worlds + place * this.#worldBytes, this.#worldBytes);
    bytes.set(world);
    for (let i = 0; stock.length > 0; i++)
      bytes[STATE_BYTES + i] = stock.splice(this.#random.below(stock.length), 1)[0] as number;
  }

  answer(milliseconds: number): Choice {
    const { memory } = this.#rules.board.kernel;
    const view = new DataView(memory.memory.buffer, this.#out);
    const nodes = view.getFloat64(0, true);
    const worlds = view.getInt32(8, true);
    const sums = this.#moves.map((_, i) => view.getInt32(16 + 4 * i, true));
    let best = 0;
    this.#moves.forEach((move, i) => {
      const gain = (sums[i] as number) - (sums[best] as number) || weightOf(move) - weightOf(this.#moves[best] as Move);
      if (gain > 0) best = i;
    });
    const move = this.#moves[best] as Move;
    const value = worlds > 0 ? (sums[best] as number) / worlds : null;
    const unit = "on average (1 a win, -1 a loss)";
    return { move, thought: { value, unit, line: [move], nodes, playouts: worlds, milliseconds, depth: null } };
  }
}
