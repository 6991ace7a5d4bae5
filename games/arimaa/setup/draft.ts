/** The setup as a draft: pieces can be moved and removed until it is done. Its moves place the pieces of the final draft. */
import type { Draft, EditResult } from "../../../engine/contracts/draft.ts";
import type { Move, Position } from "../../../engine/contracts/position.ts";
import type { View } from "../../../engine/contracts/view.ts";
import type { Board } from "../board.ts";
import { PLAYING, SIDE } from "../layout.ts";
import { placement } from "../move-encoding.ts";
import { sideName } from "../moves.ts";
import { lettersOf, NUMBERS, pieceOf, letterOf, SQUARES } from "../squares.ts";
import { viewOf } from "../view.ts";
import { applyEdit, EDIT_HELP, homeSquares, letterAt, type Letters } from "./edit.ts";

/** Null after both setups. */
export function setupDraft(board: Board, position: Position): Draft | null {
  return position[PLAYING] === 0 ? new SetupDraft(board, position[SIDE] as number, lettersOf(position)) : null;
}

class SetupDraft implements Draft {
  readonly help: readonly string[];
  readonly #board: Board;
  readonly #side: number;
  readonly #letters: Letters;

  constructor(board: Board, side: number, letters: Letters) {
    this.#board = board;
    this.#side = side;
    this.#letters = letters;
    this.help = [...EDIT_HELP, "  done      play it"];
  }

  get base(): Position {
    const others = Array.from(this.#letters, (letter) => (pieceOf(letter)?.colour === this.#side ? "." : letter));
    return this.#board.position(others.join(""), this.#side, false);
  }

  get moves(): readonly Move[] {
    return homeSquares(this.#side).flatMap((square) => {
      const piece = pieceOf(letterAt(this.#letters, square));
      return piece?.colour === this.#side ? [placement(piece.kind, square)] : [];
    });
  }

  get view(): View {
    const position = this.#board.position(this.#letters, this.#side, false);
    const side = sideName(position);
    const note = this.#missing() === "" ? `${side}'s setup is complete: done plays it` : `${side} sets up: ? shows how`;
    return { ...viewOf(this.#board, position, this.#side), notes: [note] };
  }

  edit(line: string): EditResult {
    const words = line.trim().split(/\s+/);
    let letters = this.#letters;
    const answer = (error: string | null, done = false): EditResult => ({
      draft: letters === this.#letters ? this : new SetupDraft(this.#board, this.#side, letters),
      error,
      done,
    });
    for (let at = 0; at < words.length;) {
      if (words[at]?.toLowerCase() === "done") return this.#finish(letters, words.slice(at + 1), answer);
      const next = applyEdit(letters, words, at, { side: this.#side });
      if (!next.ok) {
        const rest = words.slice(at + 1).join(" ");
        return answer(next.error.message + (rest === "" || at === 0 ? "" : `; not read: ${rest}`));
      }
      letters = next.value.letters;
      at += next.value.used;
    }
    return answer(null);
  }

  #finish(
    letters: Letters,
    rest: readonly string[],
    answer: (error: string | null, done?: boolean) => EditResult,
  ): EditResult {
    const missing = new SetupDraft(this.#board, this.#side, letters).#missing();
    if (missing !== "") return answer(`not done: still to place: ${missing}`);
    return answer(rest.length > 0 ? `not read: ${rest.join(" ")}; done ends the setup` : null, true);
  }

  /** Letters of the pieces still to place. */
  #missing(): string {
    const letters = NUMBERS.flatMap((most, kind) => {
      const letter = letterOf({ kind, colour: this.#side });
      const there = Array.from({ length: SQUARES }, (_, at) => at).filter((at) => this.#letters[at] === letter).length;
      return Array.from({ length: most - there }, () => letter);
    });
    return letters.join(" ");
  }
}
