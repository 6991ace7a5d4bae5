/** One variant's implementation of the `Rules` contract, on top of the kernel. */
import { tableSource } from "#platform/tables.ts";
import { GameloreError, type Result } from "../../engine/contracts/errors.ts";
import {
  CHANCE,
  type Actor,
  type EvaluatorSpec,
  type Game,
  type HistoryRules,
  type Move,
  type Position,
  type Rules,
  type Scores,
} from "../../engine/contracts/game.ts";
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
import { playerKindsOf } from "./players.ts";
import { HiddenTiles } from "./hidden.ts";
import { DEALING, ENDED, LEFT, PHASE, RIGHT } from "./layout.ts";
import { type Ends, formatMove, parseMove } from "./moves.ts";
import { formatState, PLAYERS } from "./notation.ts";
import { DEFAULT_ELEMENTS, VARIANT_OPTIONS, type Variant } from "./options.ts";
import { parsePosition } from "./position.ts";
import { nothingKnown, readState, writeState } from "./state.ts";
import { ALL_TILES, TILES } from "./tiles.ts";
import { viewOf } from "./view.ts";

export class DominoesRules implements Rules {
  readonly game: Game;
  readonly options: OptionValues;
  readonly variant: string;
  readonly players: readonly string[] = PLAYERS;
  readonly history: HistoryRules = { repetition: "allowed", repetitionCount: 3, plyLimit: null };
  readonly hidden: HiddenInformation;
  readonly table: TableSpec;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[] = [];
  readonly board: Board;
  readonly #endgames = new Map<string, Promise<LoadedEndgames>>();
  #table: Promise<Table> | null = null;

  constructor(game: Game, options: OptionValues, variant: Variant) {
    this.game = game;
    this.options = options;
    this.variant = formatOptions(VARIANT_OPTIONS, options);
    this.board = new Board(variant);
    this.hidden = new HiddenTiles(this.board);
    this.table = endgameSpec({ elements: DEFAULT_ELEMENTS, blocked: variant.blocked });
    this.playerKinds = playerKindsOf(this);
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

  actors(position: Position): readonly Actor[] {
    const phase = position[PHASE] as number;
    return phase >= ENDED ? [] : [phase < DEALING ? phase : CHANCE];
  }

  moves(position: Position, _actor: Actor): readonly Move[] {
    return this.board.moves(position);
  }

  chanceProbabilities(position: Position): readonly number[] {
    if (this.actors(position)[0] !== CHANCE) return [];
    const moves = this.board.moves(position);
    return moves.map(() => 1 / moves.length);
  }

  play(position: Position, [move]: readonly Move[]): Position {
    return this.board.play(position, move as Move);
  }

  result(position: Position): Scores | null {
    return this.board.result(position);
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

  perft(position: Position, depth: number): number {
    return this.board.perft(position, depth);
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

  async close(): Promise<void> {
    await this.board.close();
  }
}

function endsOf(position: Position): Ends {
  return [position[LEFT] as number, position[RIGHT] as number];
}
