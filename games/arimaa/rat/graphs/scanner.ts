/** Scans a line from left to right; errors have a location. */
import type { SourceLocation } from "./graph.ts";

/** Thrown within the parser, never out of it. */
export class ParseError extends Error {
  readonly at: SourceLocation;

  constructor(at: SourceLocation, message: string) {
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

  location(position: number = this.position): SourceLocation {
    return { file: this.file, line: this.line, column: position + 1 };
  }

  error(message: string, position: number = this.position): ParseError {
    return new ParseError(this.location(position), message);
  }

  /** The next word, for messages. */
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

  /** Consumes a match of a sticky expression, or nothing. */
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

  /** Consumes a whole word. */
  acceptWord(word: string): boolean {
    this.skipSpaces();
    const end = this.position + word.length;
    if (!this.text.startsWith(word, this.position) || /[^\s,]/.test(this.text[end] ?? " ")) return false;
    this.position = end;
    return true;
  }

  expect(text: string, what: string): void {
    if (!this.accept(text)) throw this.error(`${this.next()} where ${what} was expected`);
  }

  number(min: number, max: number, what: string): number {
    this.skipSpaces();
    const start = this.position;
    const digits = this.read(/\d{1,9}/y)?.[0];
    const value = Number(digits ?? Number.NaN);
    if (value >= min && value <= max) return value;
    this.position = start;
    throw this.error(`${this.next()} where ${what} was expected, a number from ${min} to ${max}`);
  }

  rest(): string {
    const rest = this.text.slice(this.position).trim();
    this.position = this.text.length;
    return rest;
  }
}
