/** One variant: implements Rules over the kernel. */
import type { Exports } from "../../build/kernels/thief-and-police.ts";
import type { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { KernelGame } from "../../engine/kernel/kernel-game.ts";
import { tableSource } from "#platform/tables";
import { lettersByCell } from "../../engine/contracts/compose.ts";
import { GameloreError, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { MovePath, PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import {
  CHANCE,
  playerNumbers,
  type Actor,
  type Move,
  type Position,
  type PlayerNumber,
} from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { Table, TableSpec } from "../../engine/contracts/table.ts";
import type { HeatMap, View, ViewCell } from "../../engine/contracts/view.ts";
import { openStored } from "../../engine/tables/open-table.ts";
import type { LoadableTable } from "../../engine/tables/table-source.ts";
import { Board } from "./board.ts";
import { evaluatorsOf, Evaluations } from "./evaluations.ts";
import { heatMapsOf } from "./heat-maps.ts";
import { BOTH, POLICE, SIMULTANEOUS, THIEF } from "./layout.ts";
import { MOVE_HELP } from "./move-text.ts";
import { PLAYERS } from "./notation.ts";
import { VARIANT_OPTIONS, type Variant } from "./options.ts";
import { startPosition } from "./start.ts";
import { checkTable } from "./tables/table-options.ts";
import { tableSpec } from "./tables/tables.ts";
import { LETTERS, viewCells, viewOf } from "./view.ts";

/** Random starts of a match, as in paper 000. */
const STARTS = 50;

function gameTableOf({ maze, mazeText, policemen, stay, turns }: Variant): TableSpec | null {
  if (turns === SIMULTANEOUS) return null;
  const table = checkTable({ kind: "game", maze, mazeText, policemen, surround: false, stay, turns });
  return table.ok ? tableSpec(table.value) : null;
}

export type PlayerKindsOf = (rules: ThiefAndPoliceRules) => readonly PlayerKind[];

export class ThiefAndPoliceRules extends KernelGame implements OpenGame {
  readonly players: readonly string[] = PLAYERS;
  readonly history: HistoryRules;
  /** The table of the solved game; null if it does not fit into memory. */
  override readonly table: TableSpec | null;
  readonly playerKinds: readonly PlayerKind[];
  override readonly evaluators: readonly EvaluatorSpec[];
  readonly moveHelp: readonly string[] = MOVE_HELP;
  readonly tray: readonly TrayPiece[] = [
    { letter: LETTERS[POLICE], owner: POLICE, name: "policeman" },
    { letter: LETTERS[THIEF], owner: THIEF, name: "thief" },
  ];
  readonly board: Board;
  readonly states: StateKernel<Exports>;
  readonly evaluations: Evaluations;
  /** Random starts; the first one is the variant's. */
  readonly openings: readonly Position[];
  readonly #cells: readonly ViewCell[];
  #file: LoadableTable | null = null;

  constructor(game: Game, options: OptionValues, variant: Variant, playerKinds: PlayerKindsOf) {
    super(game, options, formatOptions(VARIANT_OPTIONS, options));
    this.history = variant.history;
    this.board = new Board(variant);
    this.states = this.board.states;
    this.table = gameTableOf(variant);
    this.evaluations = new Evaluations(this.board);
    this.openings = Array.from({ length: STARTS }, (_, i) => startPosition(this.board, variant.start + i));
    this.#cells = viewCells(variant.maze);
    this.playerKinds = playerKinds(this);
    this.evaluators = evaluatorsOf(this.evaluations);
  }

  get isSimultaneous(): boolean {
    return this.board.variant.turns === SIMULTANEOUS;
  }

  initial(): Position {
    return startPosition(this.board, this.board.variant.start);
  }

  override actors(position: Position): readonly Actor[] {
    if (this.result(position) !== null) return [];
    const { turn } = this.board.notation.read(position);
    return turn === BOTH ? playerNumbers(PLAYERS) : [turn as PlayerNumber];
  }

  override moves(position: Position, actor: Actor): readonly Move[] {
    return actor !== CHANCE && this.actors(position).includes(actor) ? this.states.movesOf(position, actor) : [];
  }

  override play(position: Position, [first, second]: readonly Move[]): Position {
    return second === undefined
      ? this.states.play(position, first as Move)
      : this.states.playBoth(position, [first as Move, second]);
  }

  formatPosition(position: Position): string {
    return this.board.notation.formatPosition(position);
  }

  parsePosition(text: string): Result<Position> {
    return this.board.notation.parsePosition(text);
  }

  formatMove(position: Position, move: Move): string {
    return this.board.notation.formatMove(position, move);
  }

  parseMove(position: Position, text: string): Result<Move> {
    const legal = this.actors(position).flatMap((actor) => this.moves(position, actor));
    return this.board.notation.parseMove(position, text, legal);
  }

  moveSteps(position: Position, move: Move): readonly MovePath[] {
    const { notation } = this.board;
    return notation.steps(position, move).map(({ from, to }) => ({ from: notation.name(from), to: notation.name(to) }));
  }

  heatMaps(position: Position): readonly HeatMap[] {
    return heatMapsOf(this.board.variant.maze, this.board.notation.read(position));
  }

  view(position: Position): View {
    return viewOf(this.#cells, this.board.notation.read(position), this.result(position) !== null);
  }

  compose(pieces: readonly PlacedPiece[], turn: PlayerNumber): Result<Position> {
    const names = this.#cells.map(({ name }) => name);
    const letters = lettersByCell(names, this.tray, pieces);
    if (!letters.ok) return letters;
    const squaresOf = (player: number): string =>
      names.filter((name) => letters.value.get(name) === LETTERS[player]).join(",");
    const places = `${squaresOf(POLICE)}/${squaresOf(THIEF)}`;
    return this.parsePosition(this.isSimultaneous ? places : `${places}/${PLAYERS[turn]}`);
  }

  /** In a simultaneous game a ply is a round: a move of each side. */
  override perft(position: Position, depth: number): number {
    return super.perft(position, depth);
  }

  async openTable(): Promise<Table> {
    if (!this.table) throw new GameloreError("table-missing", "this variant has no table of the game");
    this.#file ??= openStored(tableSource(), this.table);
    return this.table.open(this.#file);
  }

  override async close(): Promise<void> {
    this.#file?.close();
    this.#file = null;
    await super.close();
  }
}
