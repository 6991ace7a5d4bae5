/** A recorded game for the miner: boards after each turn, and captures. */
import type { Move, Position } from "../../../../engine/contracts/position.ts";
import type { Board } from "../../board.ts";
import { type Cells, imageOfCells, LETTERS, SQUARE_NAMES } from "../graphs/board.ts";
import { PLAYING, SIDE } from "../../layout.ts";
import { winnerOf } from "../../records/header.ts";
import type { ReadGame } from "../../records/read.ts";
import { lettersOf } from "../../squares.ts";
import { formatTurn } from "../../turns.ts";

export interface Capture {
  /** 0 gold, 1 silver: whose piece was lost. */
  readonly colour: number;
  /** The trap, as graphs number squares. */
  readonly square: number;
}

export interface PlayedTurn {
  readonly label: string;
  readonly side: number;
  readonly before: Position;
  readonly moves: readonly Move[];
  /** The turn as text. */
  readonly text: string;
  readonly cellsBefore: Cells;
  readonly cellsAfter: Cells;
  readonly captures: readonly Capture[];
}

export interface PlayedGame {
  readonly number: number;
  readonly winner: number | null;
  /** By colour. */
  readonly ratings: readonly (number | null)[];
  /** The 64 letters after both setups; null if the game ends before. */
  readonly start: string | null;
  readonly turns: readonly PlayedTurn[];
}

export function cellsOf(letters: string): Cells {
  return Uint8Array.from(letters, (letter) => LETTERS.indexOf(letter));
}

export function playedGame(board: Board, { number, header, record }: ReadGame): PlayedGame {
  const played = record.turns.filter(({ before }) => before[PLAYING] !== 0);
  const [first] = played;
  const after = [...played.slice(1).map(({ before }) => before), record.final];
  let cells = first ? cellsOf(lettersOf(first.before)) : null;
  const turns = played.map(({ label, before, moves }, i): PlayedTurn => {
    const text = formatTurn(board, before, moves);
    const cellsBefore = cells as Cells;
    cells = cellsOf(lettersOf(after[i] as Position));
    return {
      label,
      side: before[SIDE] as number,
      before,
      moves,
      text,
      cellsBefore,
      cellsAfter: cells,
      captures: capturesIn(text),
    };
  });
  return {
    number,
    winner: winnerOf(header, record),
    ratings: [header.goldRating, header.silverRating],
    start: first ? lettersOf(first.before) : null,
    turns,
  };
}

function capturesIn(text: string): Capture[] {
  return [...text.matchAll(/([a-z])([cf][36])x/gi)].map(([, letter = "", square = ""]) => ({
    colour: letter === letter.toUpperCase() ? 0 : 1,
    square: SQUARE_NAMES.indexOf(square),
  }));
}

/** The board in the view of a side: its pieces are gold and move north; optionally mirrored. */
export function seenBy(cells: Cells, side: number, leftRight = false): Cells {
  return side === 0 && !leftRight ? cells : imageOfCells(cells, { leftRight, colours: side === 1 });
}
