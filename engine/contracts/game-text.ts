/** Whole games as the text that other programs read and write: PGN, for example. */
import type { Move, Position, Scores } from "./game.ts";

export interface GameTextFormat {
  /** What people call it: PGN. */
  readonly name: string;
  /** The games of a text, at most so many, and what of it cannot be read. */
  parse(text: string, most: number): ParsedText;
  format(game: GameToWrite): string;
}

export interface ParsedText {
  readonly games: readonly ParsedGame[];
  readonly faults: readonly TextFault[];
  /** Whether there are more games than were asked for. */
  readonly more: boolean;
}

export interface ParsedGame {
  /** For a list: players, event, result. */
  readonly title: string;
  readonly start: Position;
  readonly moves: readonly Move[];
  /** What is unusual and was accepted. */
  readonly remarks: readonly string[];
}

/** Where a text is wrong, and why. */
export interface TextFault {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface GameToWrite {
  readonly start: Position;
  readonly moves: readonly Move[];
  /** Names by seat. */
  readonly players: readonly string[];
  /** Null while nobody has won. */
  readonly scores: Scores | null;
  /** When it was played: YYYY-MM-DD; null if that is not known. */
  readonly date: string | null;
}
