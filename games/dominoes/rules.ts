/** One variant's implementation of the `Rules` contract, on top of the kernel. */
import type { Exports } from "../../build/kernels/dominoes.ts";
import type { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { KernelGame } from "../../engine/kernel/kernel-game.ts";
import { tableSource } from "#platform/tables";
import { GameloreError, type Result } from "../../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import { CHANCE, type Actor, type Move, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { Table, TableSpec } from "../../engine/contracts/table.ts";
import type { View } from "../../engine/contracts/view.ts";
import { memoryEntries } from "../../engine/tables/memory-entries.ts";
import { Board } from "./board.ts";
import { endgameSpec } from "./endgame.ts";
import type { Endgame } from "./endgame-solve.ts";
import { loadEndgames, type LoadedEndgames } from "./loaded-endgames.ts";
import { HiddenTiles } from "./hidden.ts";
import { DEALING, ENDED } from "./constants.ts";
import { formatMove, parseMove } from "./moves.ts";
import { formatState, PLAYERS } from "./notation.ts";
import { DEFAULT_ELEMENTS, VARIANT_OPTIONS, type Variant } from "./options.ts";
import { parsePosition } from "./position.ts";
import { endsOf, nothingKnown, phaseOf, readState, writeState } from "./state.ts";
import { ALL_TILES, TILES } from "./tiles.ts";
import { viewOf } from "./view.ts";

export type PlayerKindsOf = (rules: DominoesRules) => readonly PlayerKind[];

export class DominoesRules extends KernelGame implements OpenGame {
  readonly players: readonly string[] = PLAYERS;
  readonly history: HistoryRules = { repetition: "allowed", repetitionCount: 3, plyLimit: null };
  readonly hidden: HiddenInformation;
  override readonly table: TableSpec;
  readonly playerKinds: readonly PlayerKind[];
  readonly board: Board;
  readonly states: StateKernel<Exports>;
  readonly #endgames = new Map<string, Promise<LoadedEndgames>>();
  #table: Promise<Table> | null = null;

  constructor(game: Game, options: OptionValues, variant: Variant, playerKinds: PlayerKindsOf) {
    super(game, options, formatOptions(VARIANT_OPTIONS, options));
    this.board = new Board(variant);
    this.states = this.board;
    this.hidden = new HiddenTiles(this.board);
    this.table = endgameSpec({ elements: DEFAULT_ELEMENTS, blocked: variant.blocked });
    this.playerKinds = playerKinds(this);
  }

  initial(): Position {
    return writeState({
      hands: [0, 0],
      stock: ALL_TILES,
      unseen: 0,
      phase: DEALING,
      counts: [0, 0],
      stockCount: TILES,
      hasDrawn: false,
      openingTile: null,
      chain: [],
      knowledge: [nothingKnown(0), nothingKnown(0)],
    });
  }

  override actors(position: Position): readonly Actor[] {
    const phase = phaseOf(position);
    return phase >= ENDED ? [] : [phase < DEALING ? (phase as PlayerNumber) : CHANCE];
  }

  override chanceProbabilities(position: Position): readonly number[] {
    if (this.actors(position)[0] !== CHANCE) return [];
    const moves = this.board.moves(position);
    return moves.map(() => 1 / moves.length);
  }

  formatPosition(position: Position): string {
    return formatState(readState(position));
  }

  parsePosition(text: string): Result<Position> {
    return parsePosition(this.board, text);
  }

  formatMove(position: Position, move: Move): string {
    return formatMove(move, endsOf(position));
  }

  parseMove(position: Position, text: string): Result<Move> {
    return parseMove(this.board.moves(position), endsOf(position), text.trim().toLowerCase());
  }

  view(position: Position): View {
    return viewOf(readState(position));
  }

  openTable(): Promise<Table> {
    this.#table ??= this.#open().catch((error: unknown) => {
      this.#table = null;
      throw error;
    });
    return this.#table;
  }

  async #open(): Promise<Table> {
    const { identity, command } = this.table;
    const source = tableSource();
    if (!source.has(identity))
      throw new GameloreError("table-missing", `table ${identity.name} not found; build it with: ${command}`);
    const file = source.open(identity);
    try {
      const bytes = new Uint8Array(identity.entries);
      await file.loadInto(bytes);
      return this.table.open(memoryEntries(identity, bytes));
    } finally {
      file.close();
    }
  }

  /** Endgame tables for this variant's players, each loaded once. */
  loadEndgames(endgame: Endgame): Promise<LoadedEndgames> {
    const key = `${endgame.elements} ${endgame.blocked}`;
    const loading = this.#endgames.get(key) ?? loadEndgames(this.board.kernel, endgame);
    this.#endgames.set(key, loading);
    loading.catch(() => this.#endgames.delete(key));
    return loading;
  }
}
