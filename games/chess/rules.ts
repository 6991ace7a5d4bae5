/** The rules of chess, as the contract requires them, over the kernel. */
import type { Exports } from "../../build/kernels/chess.ts";
import type { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { KernelGame } from "../../engine/kernel/kernel-game.ts";
import { fail, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import type { Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import type { TermEvaluator } from "../../engine/contracts/evaluator.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { GameTextFormat } from "../../engine/contracts/game-text.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { View } from "../../engine/contracts/view.ts";
import { Board } from "./board.ts";
import { composedPosition, TRAY } from "./compose.ts";
import { EDB_MAX_PIECES } from "./edb/edb-constants.ts";
import { LoadedEdb } from "./edb/loaded-edb.ts";
import { formatFen, parseFen } from "./fen.ts";
import { HALFMOVE_CLOCK, STATE_BYTES } from "./layout.ts";
import { fromOf, toOf } from "./moves.ts";
import { safeMoves } from "./openings.ts";
import type { Start } from "./options.ts";
import { pgnFormat } from "./pgn/text-format.ts";
import { formatSan, parseMoveText } from "./san.ts";
import { Evaluations } from "./search/evaluations.ts";
import { COLOUR_NAMES, squareName } from "./squares.ts";
import { LoadedTables } from "./tables/loaded-tables.ts";
import { materialAt } from "./tables/probe.ts";
import { viewOf } from "./view.ts";

/** Positions repeat if placement, side to move, castling rights and en-passant captures are equal. */
function withoutCounters(position: Position): Position {
  const same = position.slice();
  same.fill(0, HALFMOVE_CLOCK, STATE_BYTES);
  return same;
}

/** Positions of more pieces are analysed without endgame tables. */
const ANALYSED_WITH_TABLES = 10;

export type PlayerKindsOf = (rules: ChessRules) => readonly PlayerKind[];

export class ChessRules extends KernelGame implements OpenGame {
  readonly players: readonly string[] = COLOUR_NAMES;
  readonly history: HistoryRules = {
    repetition: "draw",
    repetitionCount: 3,
    plyLimit: null,
    repetitionKey: withoutCounters,
  };
  readonly playerKinds: readonly PlayerKind[];
  override readonly evaluators: readonly EvaluatorSpec[];
  /** Pawns. */
  override readonly clearAdvantage = 3;
  readonly tray: readonly TrayPiece[] = TRAY;
  readonly board: Board = new Board();
  readonly states: StateKernel<Exports> = this.board.states;
  readonly gameText: GameTextFormat = pgnFormat(this.board);
  readonly openings?: readonly Position[];
  readonly tables: LoadedTables = new LoadedTables(this.board);
  readonly evaluations: Evaluations;
  readonly #start: Start;

  constructor(game: Game, options: OptionValues, start: Start, playerKinds: PlayerKindsOf) {
    super(game, options, formatOptions(game.options, { ...options, start: start.text }));
    this.#start = start;
    if (start.openings) this.openings = start.openings;
    const material = materialAt(start.initial);
    const few = material.flat().length <= EDB_MAX_PIECES;
    this.evaluations = new Evaluations(this.board, new LoadedEdb(this.board, this.tables, few ? material : null));
    this.playerKinds = playerKinds(this);
    this.evaluators = this.evaluations.specs();
  }

  /** Loading the tables of four pieces delays the first analysis by a second; with many pieces they are never reached. */
  analyser(position: Position): string {
    return materialAt(position).flat().length > ANALYSED_WITH_TABLES ? "best(tables=none)" : "best";
  }

  initial(): Position {
    return this.#start.initial.slice();
  }

  openingMoves(position: Position): readonly Move[] {
    return safeMoves(this.board, position, this.moves(position));
  }

  formatPosition(position: Position): string {
    return formatFen(position);
  }

  parsePosition(text: string): Result<Position> {
    return parseFen(text, this.board);
  }

  formatMove(position: Position, move: Move): string {
    return formatSan(this.board, position, move);
  }

  parseMove(position: Position, text: string): Result<Move> {
    const legal = this.moves(position);
    if (legal.length === 0) return fail("bad-move", `"${text.trim()}" is not a legal move: the game has ended`);
    return parseMoveText(this.board, position, text, legal);
  }

  view(position: Position): View {
    return viewOf(this.board, position, this.actors(position)[0] ?? null);
  }

  /** The king's path for castling; the captured pawn of an en-passant capture is elsewhere. */
  movePath(_position: Position, move: Move): { from: string; to: string } {
    return { from: squareName(fromOf(move)), to: squareName(toOf(move)) };
  }

  compose(pieces: readonly PlacedPiece[], turn: PlayerNumber): Result<Position> {
    return composedPosition(this.board, pieces, turn);
  }

  async termEvaluator(text: string): Promise<TermEvaluator> {
    return this.evaluations.termEvaluator(text);
  }

  override async close(): Promise<void> {
    await this.tables.close();
    await super.close();
  }
}
