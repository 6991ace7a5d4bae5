/** Reads a line from left to right, and says where it could not go on. */
import type { Place } from "./graph.ts";

/** What is wrong with a line. Thrown within the parser, never out of it. */
export class Trouble extends Error {
  readonly at: Place;

  constructor(at: Place, message: string) {
    super(message);
    this.at = at;
  }
}

export class Scanner {
  readonly file: string;
  readonly line: number;
  readonly text: string;
  position = 0;

  constructor(file: string, line: number, text: string) {
    this.file = file;
    this.line = line;
    this.text = text;
  }

  place(position: number = this.position): Place {
    return { file: this.file, line: this.line, column: position + 1 };
  }

  trouble(message: string, position: number = this.position): Trouble {
    return new Trouble(this.place(position), message);
  }

  /** What follows, up to the next space: for messages. */
  next(): string {
    const rest = this.text.slice(this.position);
    const word = /^\S{1,24}/u.exec(rest)?.[0];
    return word === undefined ? "the end of the line" : `"${word}"`;
  }

  skipSpaces(): void {
    while (/[\s,]/.test(this.text[this.position] ?? "x")) this.position++;
  }

  atEnd(): boolean {
    this.skipSpaces();
    return this.position >= this.text.length;
  }

  /** Reads what a sticky expression fits, or nothing. */
  read(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.position;
    const found = expression.exec(this.text);
    if (found) this.position += found[0].length;
    return found;
  }

  accept(text: string): boolean {
    if (!this.text.startsWith(text, this.position)) return false;
    this.position += text.length;
    return true;
  }

  /** Reads a word that stands by itself. */
  acceptWord(word: string): boolean {
    this.skipSpaces();
    const end = this.position + word.length;
    if (!this.text.startsWith(word, this.position) || /[^\s,]/.test(this.text[end] ?? " ")) return false;
    this.position = end;
    return true;
  }

  expect(text: string, what: string): void {
    if (!this.accept(text)) throw this.trouble(`${this.next()} where ${what} was expected`);
  }

  number(min: number, max: number, what: string): number {
    this.skipSpaces();
    const start = this.position;
    const digits = this.read(/\d{1,9}/y)?.[0];
    const value = Number(digits ?? Number.NaN);
    if (value >= min && value <= max) return value;
    this.position = start;
    throw this.trouble(`${this.next()} where ${what} was expected, a number from ${min} to ${max}`);
  }

  rest(): string {
    const rest = this.text.slice(this.position).trim();
    this.position = this.text.length;
    return rest;
  }
}
