/** Turns by the kernel, for matching graphs. */
import type { Position, Move } from "../../../../engine/contracts/position.ts";
import type { Board as RulesBoard } from "../../board.ts";
import { END_TURN } from "../../constants.ts";
import { SIDE } from "../../layout.ts";
import { END } from "../../move-encoding.ts";
import { formatStep } from "../../moves.ts";
import { lettersOf } from "../../squares.ts";
import { LETTERS } from "./board.ts";
import type { BeginTurn, TurnSoFar } from "./turn.ts";

export function kernelTurns(board: RulesBoard): BeginTurn {
  return ({ cells, side }) => {
    const letters = Array.from(cells, (content) => LETTERS[content]).join("");
    return new KernelTurn(board, board.position(letters, side === "gold" ? 0 : 1), side === "gold" ? 0 : 1);
  };
}

class KernelTurn implements TurnSoFar {
  readonly cells: Uint8Array;
  readonly key: string;
  readonly #board: RulesBoard;
  readonly #position: Position;
  readonly #side: number;
  #legal: readonly Move[] | null = null;

  constructor(board: RulesBoard, position: Position, side: number) {
    this.#board = board;
    this.#position = position;
    this.#side = side;
    this.cells = Uint8Array.from(lettersOf(position), (letter) => LETTERS.indexOf(letter));
    this.key = String.fromCharCode(...position);
  }

  get #moves(): readonly Move[] {
    this.#legal ??= this.#board.movesBeyondEnd(this.#position);
    return this.#legal;
  }

  /** The fourth step ends the turn. */
  get #ended(): boolean {
    return this.#position[SIDE] !== this.#side;
  }

  get mayEnd(): boolean {
    return this.#ended || this.#moves.includes(END);
  }

  next(): { readonly text: string; readonly turn: TurnSoFar }[] {
    if (this.#ended) return [];
    return this.#moves
      .filter((move) => move < END_TURN)
      .map((step) => {
        const capture = this.#board.captureOf(this.#position, step);
        const text = formatStep(this.#position, step) + (capture === null ? "" : ` ${capture}`);
        return { text, turn: new KernelTurn(this.#board, this.#board.play(this.#position, step), this.#side) };
      });
  }
}
