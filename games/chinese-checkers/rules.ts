/** One variant: implements Rules over the kernel. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { Exports } from "../../build/kernels/chinese-checkers.ts";
import type { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { KernelGame } from "../../engine/kernel/kernel-game.ts";
import { lettersByCell } from "../../engine/contracts/compose.ts";
import { fail, GameloreError, ok, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluationWeights, TermEvaluator } from "../../engine/contracts/evaluator.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { MovePath, PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import type { Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { TableSpec } from "../../engine/contracts/table.ts";
import type { View } from "../../engine/contracts/view.ts";
import { LoadedTables } from "../../engine/tables/loaded-tables.ts";
import { memoryEntries } from "../../engine/tables/memory-entries.ts";
import type { Address } from "../../engine/kernel/memory.ts";
import { Board } from "./board.ts";
import { Evaluations, evaluatorsOf } from "./evaluations.ts";
import { formatMove, parseMove, pathOf } from "./moves.ts";
import { LETTERS, type Placement } from "./notation.ts";
import { oneSideSpec, OneSideTable, tableOfVariant } from "./one-side.ts";
import { VARIANT_OPTIONS, type Variant } from "./options.ts";
import { viewOf } from "./view.ts";

/** A table in kernel memory. */
export interface LoadedTable {
  readonly address: Address;
  readonly table: OneSideTable;
}

export type PlayerKindsOf = (rules: ChineseCheckersRules) => readonly PlayerKind[];

export class ChineseCheckersRules extends KernelGame implements OpenGame {
  readonly players: readonly string[] = ["x", "o"];
  readonly history: HistoryRules;
  override readonly table: TableSpec | null;
  readonly playerKinds: readonly PlayerKind[];
  override readonly evaluators: readonly EvaluatorSpec[];
  readonly tray: readonly TrayPiece[] = LETTERS.map((letter, owner) => ({
    letter,
    owner,
    name: `a piece of ${letter}`,
  }));
  /** Moves. */
  override readonly clearAdvantage = 3;
  readonly board: Board;
  readonly states: StateKernel<Exports>;
  readonly evaluations: Evaluations;
  readonly #variant: Variant;
  readonly #tables: LoadedTables;
  #loaded: Promise<LoadedTable> | null = null;

  constructor(game: Game, options: OptionValues, variant: Variant, playerKinds: PlayerKindsOf) {
    super(game, options, formatOptions(VARIANT_OPTIONS, options));
    this.#variant = variant;
    this.history = { repetition: variant.repetition, repetitionCount: 3, plyLimit: variant.plyLimit };
    this.board = new Board(variant);
    this.states = this.board;
    const table = tableOfVariant(variant);
    this.table = table && oneSideSpec(table);
    this.#tables = new LoadedTables(this.board.kernel.memory);
    this.evaluations = new Evaluations(this.board, this.#tables);
    this.playerKinds = playerKinds(this);
    this.evaluators = evaluatorsOf(this.evaluations);
  }

  initial(): Position {
    const { cells, pieces } = this.#variant;
    const home = Array.from({ length: pieces }, (_, i) => i);
    return this.board.state({ cells: [home.map((i) => cells - 1 - i), home], turn: 0 });
  }

  formatPosition(position: Position): string {
    return this.board.notation.formatPlacement(this.board.placement(position));
  }

  /** Both sides with all their pieces, or one side alone. */
  parsePosition(text: string): Result<Position> {
    const placement = this.board.notation.parsePlacement(text);
    if (!placement.ok) return placement;
    const { pieces } = this.#variant;
    const [x, o] = placement.value.cells.map((cells) => cells.length) as [number, number];
    const alone = Math.max(x, o) === pieces && x + o === pieces;
    if (!alone && (x !== pieces || o !== pieces)) {
      return fail("bad-position", `each side has ${plural(pieces, "piece")} here, the position has ${x} x and ${o} o`);
    }
    return ok(this.board.state(placement.value));
  }

  formatMove(_position: Position, move: Move): string {
    return formatMove(this.board.notation, move);
  }

  parseMove(position: Position, text: string): Result<Move> {
    return parseMove(this.board.notation, this.board.moves(position), text);
  }

  movePath(position: Position, move: Move): MovePath | null {
    return pathOf(this.board.notation, this.board.placement(position), move);
  }

  view(position: Position): View {
    const placement: Placement = this.board.placement(position);
    return viewOf(this.board.notation, placement, this.#variant.pieces, this.actors(position)[0] ?? null);
  }

  compose(pieces: readonly PlacedPiece[], turn: PlayerNumber): Result<Position> {
    const { notation } = this.board;
    const names = notation.coordinates.map((_, cell) => notation.cellName(cell));
    const letters = lettersByCell(names, this.tray, pieces);
    if (!letters.ok) return letters;
    const cellsOf = (letter: string): number[] =>
      names.flatMap((name, cell) => (letters.value.get(name) === letter ? [cell] : []));
    // Parsing checks the position.
    return this.parsePosition(
      notation.formatPlacement({ cells: [cellsOf("x"), cellsOf("o")], turn: turn === 1 ? 1 : 0 }),
    );
  }

  termEvaluator(text: string): Promise<TermEvaluator> {
    return this.evaluations.termEvaluator(text);
  }

  evaluationWeights(text: string): EvaluationWeights | null {
    return this.evaluations.weights(text);
  }

  async openTable(): Promise<OneSideTable> {
    return (await this.loadTable()).table;
  }

  /** Loads the table into kernel memory, once. */
  loadTable(): Promise<LoadedTable> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = null;
      throw error;
    });
    return this.#loaded;
  }

  async #load(): Promise<LoadedTable> {
    const description = tableOfVariant(this.#variant);
    const spec = this.table;
    if (!description || !spec) {
      throw new GameloreError(
        "too-large",
        `no table for ${this.#variant.pieces} pieces: it does not fit into memory; choose eval=rows`,
      );
    }
    const { address } = await this.#tables.load(spec);
    const bytes = this.board.kernel.memory.bytes(address, spec.identity.entries);
    return { address, table: new OneSideTable(this.board, description, memoryEntries(spec.identity, bytes)) };
  }

  override async close(): Promise<void> {
    await this.board.close();
  }
}
