/** One variant, ready to be played: the contract's face of the kernel. */
import { GameloreError, type Result } from "../../engine/contracts/errors.ts";
import {
  CHANCE,
  type Actor,
  type EvaluatorOffer,
  type Game,
  type HistoryRules,
  type Move,
  type Position,
  type Rules,
  type Scores,
} from "../../engine/contracts/game.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { Table, TableOffer } from "../../engine/contracts/table.ts";
import type { View } from "../../engine/contracts/view.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { randomKind } from "../../engine/search/random.ts";
import { formatMove, formatPosition, FOUND, initialState, parseMove, parsePosition, readState } from "./notation.ts";
import { kernelNumbers, VARIANT_OPTIONS, type Variant } from "./options.ts";
import { viewOf } from "./view.ts";

/** Bytes of a state (state.as.ts). */
const HIDDEN = 32;
const QUIET = 50;

export class DarkChessRules implements Rules {
  readonly game: Game;
  readonly options: OptionValues;
  readonly variant: string;
  readonly players: readonly string[] = ["first", "second"];
  readonly history: HistoryRules;
  readonly table: TableOffer | null = null;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorOffer[] = [];
  readonly #variant: Variant;
  readonly #states: StateKernel;

  constructor(game: Game, options: OptionValues, variant: Variant) {
    this.game = game;
    this.options = options;
    this.variant = formatOptions(VARIANT_OPTIONS, options);
    this.#variant = variant;
    this.history = {
      repetition: variant.repetition,
      repetitionCount: 3,
      plyLimit: null,
      // The plies without a capture are part of a state and never the same twice.
      sameAs: (position) => position.map((byte, at) => (at === QUIET ? 0 : byte)),
    };
    const kernel = new Kernel("chinese-dark-chess");
    this.#states = new StateKernel(kernel, () => [
      ["setVariant", ...kernelNumbers(variant), kernel.memory.allocate(kernel.call("threadBytes"))],
    ]);
    this.playerKinds = [randomKind(this)];
  }

  initial(): Position {
    return initialState();
  }

  actors(position: Position): readonly Actor[] {
    if (this.result(position) !== null) return [];
    return [readState(position).flip === null ? this.#states.turn(position) : CHANCE];
  }

  moves(position: Position, _actor?: Actor): readonly Move[] {
    return this.#states.moves(position);
  }

  /** Every piece that lies face down is as likely as every other. */
  chances(position: Position): readonly number[] {
    if (readState(position).flip === null) return [];
    const hidden = position[HIDDEN] as number;
    return this.moves(position).map((move) => (position[HIDDEN + move - FOUND] as number) / hidden);
  }

  play(position: Position, [move]: readonly Move[]): Position {
    return this.#states.play(position, move as Move);
  }

  result(position: Position): Scores | null {
    return this.#states.result(position);
  }

  formatPosition(position: Position): string {
    return formatPosition(position);
  }

  parsePosition(text: string): Result<Position> {
    return parsePosition(text, this.#variant);
  }

  formatMove(position: Position, move: Move): string {
    return formatMove(position, move);
  }

  parseMove(position: Position, text: string): Result<Move> {
    return parseMove(position, text, this.moves(position));
  }

  view(position: Position): View {
    const [actor = null] = this.actors(position);
    return viewOf(position, actor === CHANCE ? null : actor, this.#variant.limit);
  }

  perft(position: Position, depth: number): number {
    return this.#states.perft(position, depth);
  }

  async openTable(): Promise<Table> {
    throw new GameloreError("table-missing", "not yet");
  }

  async close(): Promise<void> {
    await this.#states.close();
  }
}
