/** One variant's implementation of the `Rules` contract, on top of the kernel. */
import type { Exports } from "../../build/kernels/chinese-dark-chess.ts";
import { GameloreError, type Result } from "../../engine/contracts/errors.ts";
import {
  CHANCE,
  type Actor,
  type EvaluatorSpec,
  type Game,
  type HistoryRules,
  type Move,
  type PlacedPiece,
  type Position,
  type Rules,
  type Scores,
  type TrayPiece,
} from "../../engine/contracts/game.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { Table, TableSpec } from "../../engine/contracts/table.ts";
import type { View } from "../../engine/contracts/view.ts";
import type { KernelPool } from "../../engine/kernel/pool.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { composedText, TRAY } from "./compose.ts";
import { formatMove, formatPosition, initialState, parseMove, parsePosition } from "./notation.ts";
import { kernelNumbers, VARIANT_OPTIONS, type Variant } from "./options.ts";
import { playerKindsOf } from "./players.ts";
import { viewOf } from "./view.ts";

/** Offset of the plies since the last capture in a state (state.as.ts). */
const SINCE_CAPTURE = 50;
const PAWN = 100;

export class DarkChessRules implements Rules {
  readonly game: Game;
  readonly options: OptionValues;
  readonly variant: string;
  readonly players: readonly string[] = ["first", "second"];
  readonly history: HistoryRules;
  readonly table: TableSpec | null = null;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[];
  readonly tray: readonly TrayPiece[] = TRAY;
  readonly #variant: Variant;
  readonly #states: StateKernel<Exports>;

  constructor(game: Game, options: OptionValues, variant: Variant) {
    this.game = game;
    this.options = options;
    this.variant = formatOptions(VARIANT_OPTIONS, options);
    this.#variant = variant;
    this.history = {
      repetition: variant.repetition,
      repetitionCount: 3,
      plyLimit: null,
      // The plies since the last capture differ in every state.
      repetitionKey: (position) => position.map((byte, at) => (at === SINCE_CAPTURE ? 0 : byte)),
    };
    const kernel = new Kernel<Exports>("chinese-dark-chess");
    this.#states = new StateKernel<Exports>(kernel, () => [
      kernel.calls.setVariant(...kernelNumbers(variant), kernel.memory.allocate(kernel.exports.threadBytes())),
    ]);
    this.playerKinds = playerKindsOf(this, variant);
    this.evaluators = [
      {
        name: "material",
        summary: "material in pawns of the pieces not captured, and a small bonus for being near prey",
        create: async () => ({ name: "material", evaluate: (position, player) => this.#evaluate(position, player) }),
      },
    ];
  }

  get kernel(): Kernel<Exports> {
    return this.#states.kernel;
  }

  pool(): KernelPool {
    return this.#states.pool();
  }

  initial(): Position {
    return initialState();
  }

  actors(position: Position): readonly Actor[] {
    if (this.result(position) !== null) return [];
    return [this.#states.chanceMoves(position) ? CHANCE : this.#states.turn(position)];
  }

  moves(position: Position, _actor?: Actor): readonly Move[] {
    return this.#states.moves(position);
  }

  /** All face-down pieces are equally likely. */
  chanceProbabilities(position: Position): readonly number[] {
    return this.#states.chanceProbabilities(position);
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

  compose(pieces: readonly PlacedPiece[], turn: number): Result<Position> {
    const text = composedText(this.tray, pieces, turn);
    return text.ok ? this.parsePosition(text.value) : text;
  }

  perft(position: Position, depth: number): number {
    return this.#states.perft(position, depth);
  }

  async openTable(): Promise<Table> {
    throw new GameloreError(
      "table-missing",
      "the endgames are a set of tables; to probe a position, run: gamelore probe chinese-dark-chess POSITION",
    );
  }

  /** In pawns. */
  #evaluate(position: Position, player: number): number {
    const value = this.#states.kernel.exports.evaluate(this.#states.put(position)) / PAWN;
    return this.#states.turn(position) === player ? value : -value;
  }

  async close(): Promise<void> {
    await this.#states.close();
  }
}
