/** Cuts PGN into pieces of one game each, line by line, so that a file of any size can be read. */

/** No game is longer; what is beyond it is not kept. */
export const MAX_GAME_LETTERS: number = 1 << 20;

export interface GameText {
  readonly text: string;
  /** The number of its first line in the file. */
  readonly line: number;
  /** It was longer, and has been cut. */
  readonly tooLong: boolean;
}

/** A piece ends where tags come after moves. */
export class GameSplitter {
  #lines: string[] = [];
  #line = 1;
  #letters = 0;
  #hasMoves = false;
  #inComment = false;

  /** Takes the next line; gives the piece before it where it begins another. */
  push(number: number, line: string): GameText | null {
    const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
    // No comment holds the first tag of a game: where one does, its end is missing.
    const tag = (!this.#inComment && /^\s*\[/.test(text)) || /^\[Event\s+"/.test(text);
    const piece = tag && this.#hasMoves ? this.end() : null;
    if (this.#lines.length === 0) this.#line = number;
    this.#letters += text.length + 1;
    if (this.#letters <= MAX_GAME_LETTERS) this.#lines.push(text);
    if (!tag) this.#look(text);
    return piece;
  }

  /** What is left at the end of the file. */
  end(): GameText | null {
    const text = this.#lines.join("\n");
    const piece = { text, line: this.#line, tooLong: this.#letters > MAX_GAME_LETTERS };
    this.#lines = [];
    this.#letters = 0;
    this.#hasMoves = false;
    this.#inComment = false;
    return text.trim() === "" && !piece.tooLong ? null : piece;
  }

  /** Whether there are moves on a line, and whether it ends within a comment. */
  #look(line: string): void {
    if (line.startsWith("%") && !this.#inComment) return;
    let rest = line;
    while (rest !== "") {
      const end = this.#inComment ? rest.indexOf("}") : rest.search(/[{;]/);
      if (!this.#inComment && (end < 0 ? rest : rest.slice(0, end)).trim() !== "") this.#hasMoves = true;
      if (end < 0 || rest[end] === ";") return;
      this.#inComment = !this.#inComment;
      rest = rest.slice(end + 1);
    }
  }
}
