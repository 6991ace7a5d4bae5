/** Positions, moves and games as text. */
import type { Result } from "./errors.ts";
import type { GameTextFormat } from "./game-text.ts";
import type { Move, Position } from "./position.ts";

export interface Notation {
  formatPosition(position: Position): string;
  parsePosition(text: string): Result<Position>;
  formatMove(position: Position, move: Move): string;
  parseMove(position: Position, text: string): Result<Move>;
  /** How to write moves, one line each, if an example is not enough. */
  readonly moveHelp?: readonly string[];
  /** Import and export of games. */
  readonly gameText?: GameTextFormat;
}
