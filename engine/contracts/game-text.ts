/** Import and export of whole games in a common text format, for example PGN. */
import type { Move, Position, Scores } from "./position.ts";

export interface GameTextFormat {
  /** Name of the format: PGN. */
  readonly name: string;
  /** At most `most` games of a text, with the errors found in it. */
  parse(text: string, most: number): ParsedText;
  format(game: GameToWrite): string;
}

export interface ParsedText {
  readonly games: readonly ParsedGame[];
  readonly errors: readonly TextError[];
  /** Whether the text has more than `most` games. */
  readonly more: boolean;
}

export interface ParsedGame {
  /** For lists: players, event, result. */
  readonly title: string;
  readonly start: Position;
  readonly moves: readonly Move[];
  /** Warnings: unusual input that was accepted. */
  readonly remarks: readonly string[];
}

export interface TextError {
  /** 1-based. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface GameToWrite {
  readonly start: Position;
  readonly moves: readonly Move[];
  /** Names, by seat. */
  readonly players: readonly string[];
  /** Null for an unfinished game. */
  readonly scores: Scores | null;
  /** Date of play, YYYY-MM-DD; null if unknown. */
  readonly date: string | null;
}
