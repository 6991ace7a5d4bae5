/** One variant's implementation of the `Rules` contract, on top of the kernel. */
import { KernelGame } from "../../engine/kernel/kernel-game.ts";
import type { Exports } from "../../build/kernels/chinese-dark-chess.ts";
import { type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Actor, type Move, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { composedText, TRAY } from "./compose.ts";
import { formatMove, formatPosition, initialState, parseMove, parsePosition } from "./notation.ts";
import { type Captures, kernelNumbers, VARIANT_OPTIONS, type Variant } from "./options.ts";
import { viewOf } from "./view.ts";

/** Offset of the plies since the last capture in a state (state.as.ts). */
const SINCE_CAPTURE = 50;
const PAWN = 100;

export type PlayerKindsOf = (rules: DarkChessRules, captures: Captures) => readonly PlayerKind[];

export class DarkChessRules extends KernelGame implements OpenGame {
  readonly players: readonly string[] = ["first", "second"];
  readonly history: HistoryRules;
  readonly playerKinds: readonly PlayerKind[];
  override readonly evaluators: readonly EvaluatorSpec[];
  readonly tray: readonly TrayPiece[] = TRAY;
  readonly #variant: Variant;
  readonly states: StateKernel<Exports>;

  constructor(game: Game, options: OptionValues, variant: Variant, playerKinds: PlayerKindsOf) {
    super(game, options, formatOptions(VARIANT_OPTIONS, options));
    this.#variant = variant;
    this.history = {
      repetition: variant.repetition,
      repetitionCount: 3,
      plyLimit: null,
      // The plies since the last capture differ in every state.
      repetitionKey: (position) => position.map((byte, at) => (at === SINCE_CAPTURE ? 0 : byte)),
    };
    const kernel = new Kernel<Exports>("chinese-dark-chess");
    this.states = new StateKernel<Exports>(kernel, () => [
      kernel.calls.setVariant(...kernelNumbers(variant), kernel.memory.allocate(kernel.exports.threadBytes())),
    ]);
    this.playerKinds = playerKinds(this, variant);
    this.evaluators = [
      {
        name: "material",
        summary: "material in pawns of the pieces not captured, and a small bonus for being near prey",
        create: async () => ({ name: "material", evaluate: (position, player) => this.#evaluate(position, player) }),
      },
    ];
  }

  get kernel(): Kernel<Exports> {
    return this.states.kernel;
  }

  pool(): KernelPool {
    return this.states.pool();
  }

  initial(): Position {
    return initialState();
  }

  override actors(position: Position): readonly Actor[] {
    if (this.result(position) !== null) return [];
    return [this.states.chanceMoves(position) ? CHANCE : this.states.turn(position)];
  }

  /** All face-down pieces are equally likely. */
  override chanceProbabilities(position: Position): readonly number[] {
    return this.states.chanceProbabilities(position);
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

  compose(pieces: readonly PlacedPiece[], turn: PlayerNumber): Result<Position> {
    const text = composedText(this.tray, pieces, turn);
    return text.ok ? this.parsePosition(text.value) : text;
  }

  /** In pawns. */
  #evaluate(position: Position, player: PlayerNumber): number {
    const value = this.states.kernel.exports.evaluate(this.states.put(position)) / PAWN;
    return this.states.turn(position) === player ? value : -value;
  }
}
