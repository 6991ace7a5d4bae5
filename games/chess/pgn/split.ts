/** Splits PGN into games, line by line, so that files of any size can be read. */

/** Longer games are truncated. */
export const MAX_GAME_CHARACTERS: number = 1 << 20;

export interface GameText {
  readonly text: string;
  /** Line number of its start in the file. */
  readonly line: number;
  /** Whether it was truncated. */
  readonly tooLong: boolean;
}

/** A game ends where tags follow moves. */
export class GameSplitter {
  #lines: string[] = [];
  #line = 1;
  #characters = 0;
  #hasMoves = false;
  #inComment = false;

  /** Takes the next line; returns the previous game if this line starts another. */
  push(number: number, line: string): GameText | null {
    const text = number === 1 ? line.replace(/^\uFEFF/, "") : line;
    // An Event tag within a comment means that the comment is not closed.
    const tag = (!this.#inComment && /^\s*\[/.test(text)) || /^\[Event\s+"/.test(text);
    const piece = tag && this.#hasMoves ? this.end() : null;
    if (this.#lines.length === 0) this.#line = number;
    this.#characters += text.length + 1;
    if (this.#characters <= MAX_GAME_CHARACTERS) this.#lines.push(text);
    if (!tag) this.#scan(text);
    return piece;
  }

  /** The last game. */
  end(): GameText | null {
    const text = this.#lines.join("\n");
    const piece = { text, line: this.#line, tooLong: this.#characters > MAX_GAME_CHARACTERS };
    this.#lines = [];
    this.#characters = 0;
    this.#hasMoves = false;
    this.#inComment = false;
    return text.trim() === "" && !piece.tooLong ? null : piece;
  }

  /** Tracks whether moves have been seen and whether a comment is open. */
  #scan(line: string): void {
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
