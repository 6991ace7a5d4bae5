/** The rules of Arimaa for the contract. A move is a single step, the end of a turn, or a placement. */
import type { Exports } from "../../build/kernels/arimaa.ts";
import type { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { KernelGame } from "../../engine/kernel/kernel-game.ts";
import type { Draft } from "../../engine/contracts/draft.ts";
import { type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { PlacedPiece, TrayPiece } from "../../engine/contracts/display.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import type { Actor, Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { View } from "../../engine/contracts/view.ts";
import { randomKind } from "../../engine/search/random.ts";
import { Board } from "./board.ts";
import { composedPosition, TRAY } from "./compose.ts";
import { NAMED_SETUP } from "./constants.ts";
import { PLAYING, STATE_BYTES } from "./layout.ts";
import { formatMove, isQuietStep, parseMove, stepPath } from "./moves.ts";
import { OPENINGS } from "./openings.ts";
import { formatPosition, parsePosition } from "./position.ts";
import { planHints, ratKinds } from "./rat/rat.ts";
import { evaluatorSpec } from "./search/evaluator.ts";
import { alphabetaKinds, bestKind } from "./search/players.ts";
import { setupDraft } from "./setup/draft.ts";
import { setupMove } from "./setups.ts";
import { viewOf } from "./view.ts";

export type PlayerKindsOf = (rules: ArimaaRules) => readonly PlayerKind[];

/** The game's own player kinds. */
export function playerKindsOf(rules: ArimaaRules): readonly PlayerKind[] {
  const { board } = rules;
  return [bestKind(board, planHints(board)), ...ratKinds(rules, board), ...alphabetaKinds(board), randomKind(rules)];
}

export class ArimaaRules extends KernelGame implements OpenGame {
  readonly players: readonly string[] = ["gold", "silver"];
  /** Repetition is checked at the start of turns; states within a turn repeat only if that does. */
  readonly history: HistoryRules = { repetition: "forbidden", repetitionCount: 3, plyLimit: null };
  readonly playerKinds: readonly PlayerKind[];
  override readonly evaluators: readonly EvaluatorSpec[];
  /** Centi-rabbits. */
  override readonly clearAdvantage = 300;
  readonly tray: readonly TrayPiece[] = TRAY;
  readonly board: Board = new Board();
  readonly states: StateKernel<Exports> = this.board.states;
  readonly openings?: readonly Position[];

  /** With `playerKinds` a front end adds kinds to those of the game, such as external engines. */
  constructor(game: Game, options: OptionValues, playerKinds: PlayerKindsOf = playerKindsOf) {
    super(game, options, formatOptions(game.options, options));
    const opening = OPENINGS[String(options["setup"])];
    if (opening) this.openings = opening.positions().map((letters) => this.board.position(letters, opening.side));
    this.evaluators = [evaluatorSpec(this.board)];
    this.playerKinds = playerKinds(this);
  }

  initial(): Position {
    const empty = new Uint8Array(STATE_BYTES);
    const setup = this.options["setup"] ?? "free";
    const [first] = this.openings ?? [];
    if (first) return first;
    if (setup === "free") return empty;
    const move = setupMove(String(setup));
    return this.board.play(this.board.play(empty, move), move);
  }

  override moves(position: Position, _actor?: Actor): readonly Move[] {
    return this.board.moves(position);
  }

  /** Named setups, then steps that neither enter a trap nor move an enemy: four for each side with the default ten plies. */
  openingMoves(position: Position): readonly Move[] {
    const moves = this.board.moves(position);
    if (position[PLAYING] === 0) {
      const named = moves.filter((move) => move >= NAMED_SETUP);
      return named.length > 0 ? named : moves;
    }
    const quiet = moves.filter((move) => isQuietStep(position, move));
    return quiet.length > 0 ? quiet : moves;
  }

  override play(position: Position, [move]: readonly Move[]): Position {
    return this.board.play(position, move as Move);
  }

  formatPosition(position: Position): string {
    return formatPosition(this.board, position);
  }

  parsePosition(text: string): Result<Position> {
    return parsePosition(this.board, text);
  }

  formatMove(position: Position, move: Move): string {
    return formatMove(position, move);
  }

  parseMove(position: Position, text: string): Result<Move> {
    return parseMove(this.board, position, text);
  }

  view(position: Position): View {
    return viewOf(this.board, position, this.actors(position)[0] ?? null);
  }

  draft(position: Position): Draft | null {
    return setupDraft(this.board, position);
  }

  movePath(_position: Position, move: Move): { from: string; to: string } | null {
    return stepPath(move);
  }

  compose(pieces: readonly PlacedPiece[], turn: PlayerNumber): Result<Position> {
    return composedPosition(this.board, this.tray, pieces, turn);
  }
}
