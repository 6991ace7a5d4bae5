/** Parses the lines of one file. An error in one line does not stop the others. */
import { didYouMean } from "../../../../engine/contracts/did-you-mean.ts";
import type { Condition } from "./conditions.ts";
import type { Diagnostic, Move, SourceLocation } from "./graph.ts";
import { BOARD, type Names, readConditions, readContents, readSquareList } from "./parse-conditions.ts";
import { readMove } from "./parse-move.ts";
import { Scanner, ParseError } from "./scanner.ts";

/** An unresolved name. */
export interface Target {
  readonly name: string;
  readonly at: SourceLocation;
}

export interface WrittenNode {
  readonly name: string;
  readonly at: SourceLocation;
  readonly conditions: Condition[];
  readonly text: string[];
  readonly because: string[];
  readonly targets: Target[];
  readonly moves: (Move & { readonly because: string | null })[];
}

export interface Include {
  readonly path: string;
  readonly name: string;
  readonly at: SourceLocation;
  readonly targets: readonly Target[];
}

export interface WrittenFile {
  title: string;
  readonly about: string[];
  leftRight: boolean;
  colours: boolean;
  root: Target | null;
  readonly nodes: WrittenNode[];
  readonly includes: Include[];
}

/** Leads to the targets of the include. */
export const OUT = "out";
const NAME = /[\w!+'.-]{1,60}/y;
const MAX_LINES = 20_000;
const MAX_COLUMNS = 2_000;

export function readGraphFile(file: string, text: string, diagnostics: Diagnostic[]): WrittenFile {
  return new FileReader(file, diagnostics).read(text);
}

class FileReader {
  readonly #file: string;
  readonly #diagnostics: Diagnostic[];
  readonly #names: Names = { squares: new Map([["board", BOARD]]), classes: new Map() };
  readonly #written: WrittenFile = {
    title: "",
    about: [],
    leftRight: true,
    colours: true,
    root: null,
    nodes: [],
    includes: [],
  };
  readonly #known = new Map<string, SourceLocation>();
  #node: WrittenNode | null = null;

  constructor(file: string, diagnostics: Diagnostic[]) {
    this.#file = file;
    this.#diagnostics = diagnostics;
  }

  read(text: string): WrittenFile {
    const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
    lines.slice(0, MAX_LINES).forEach((line, index) => {
      const scanner = new Scanner(this.#file, index + 1, line.replace(/(^|\s)#.*$/, ""));
      try {
        if (line.length > MAX_COLUMNS) throw scanner.error(`more than ${MAX_COLUMNS} characters in a line`);
        if (!scanner.atEnd()) this.#readLine(scanner);
      } catch (error) {
        if (!(error instanceof ParseError)) throw error;
        this.#diagnostics.push({ severity: "error", at: error.at, message: error.message });
      }
    });
    if (lines.length > MAX_LINES) this.#addError(1, `more than ${MAX_LINES} lines`);
    if (this.#written.nodes.length === 0 && this.#diagnostics.length === 0)
      this.#addError(1, "the graph has no nodes; expected lines such as: node eb6");
    return this.#written;
  }

  #addError(line: number, message: string): void {
    this.#diagnostics.push({ severity: "error", at: { file: this.#file, line, column: 1 }, message });
  }

  #readLine(scanner: Scanner): void {
    const start = scanner.position;
    const word = scanner.read(/->|[a-z]+/y)?.[0] ?? "";
    const reader = LINES[word];
    if (!Object.hasOwn(LINES, word) || reader === undefined) {
      scanner.position = start;
      throw scanner.error(
        `${scanner.next()} does not begin a line; expected one of ${Object.keys(LINES).join(", ")}${didYouMean(word, Object.keys(LINES))}`,
      );
    }
    if (/\S/.test(scanner.text[scanner.position] ?? " ")) throw scanner.error(`expected a space after "${word}"`);
    this[reader](scanner, start);
    if (!scanner.atEnd()) throw scanner.error(`${scanner.next()} is unexpected in this line`);
  }

  title(scanner: Scanner): void {
    this.#written.title = scanner.rest();
  }

  about(scanner: Scanner): void {
    this.#written.about.push(scanner.rest());
  }

  mirror(scanner: Scanner): void {
    const start = scanner.position;
    const words = scanner.rest().split(/[\s,]+/);
    const known = words.every((word) => ["left-right", "colours", "none"].includes(word));
    if (!known || (words.includes("none") && words.length > 1))
      throw scanner.error("expected mirror none, or left-right, colours or both", start);
    this.#written.leftRight = words.includes("left-right");
    this.#written.colours = words.includes("colours");
  }

  root(scanner: Scanner): void {
    if (this.#written.root) throw scanner.error("a root is already defined", 0);
    this.#written.root = this.#name(scanner, "the name of a node");
  }

  squares(scanner: Scanner): void {
    const name = this.#nameOfSet(scanner);
    this.#names.squares.set(name, readSquareList(scanner, this.#names, "\n"));
  }

  pieces(scanner: Scanner): void {
    const name = this.#nameOfSet(scanner);
    scanner.skipSpaces();
    this.#names.classes.set(name, readContents(scanner, this.#names));
  }

  #nameOfSet(scanner: Scanner): string {
    scanner.skipSpaces();
    const name = scanner.read(/[\w-]{1,40}/y)?.[0];
    if (name === undefined) throw scanner.error(`${scanner.next()} where a name was expected`);
    scanner.skipSpaces();
    scanner.expect("=", "=");
    return name;
  }

  node(scanner: Scanner): void {
    const { name, at } = this.#name(scanner, "the name of a node");
    const node: WrittenNode = { name, at, conditions: [], text: [], because: [], targets: [], moves: [] };
    // Defined even if its conditions are wrong, to avoid follow-up errors.
    this.#node = node;
    const before = this.#known.get(name);
    if (before) throw new ParseError(at, `node "${name}" is already defined in line ${before.line}`);
    if (name === OUT) throw new ParseError(at, `"${OUT}" is reserved and cannot be the name of a node`);
    this.#known.set(name, at);
    this.#written.nodes.push(node);
    if (scanner.accept(":")) {
      this.#conditions(scanner, node);
      return;
    }
    const own = new Scanner(scanner.file, scanner.line, scanner.text.slice(0, scanner.position));
    own.position = at.column - 1;
    try {
      this.#conditions(own, node);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      throw new ParseError(
        at,
        `"${name}" is not a condition (${error.message}); write node ${name}: and conditions, or always`,
      );
    }
  }

  if(scanner: Scanner, start: number): void {
    this.#conditions(scanner, this.#current(scanner, start));
  }

  #conditions(scanner: Scanner, node: WrittenNode): void {
    scanner.skipSpaces();
    const start = scanner.position;
    const conditions = readConditions(scanner, this.#names);
    if (conditions.length === 0) throw scanner.error(`${scanner.next()} where conditions were expected, or always`);
    node.conditions.push(...conditions);
    node.text.push(scanner.text.slice(start, scanner.position).trim());
  }

  edges(scanner: Scanner, start: number): void {
    const node = this.#current(scanner, start);
    for (const target of this.#targets(scanner)) {
      if (node.targets.some(({ name }) => name === target.name))
        throw new ParseError(target.at, `"${target.name}" is named twice`);
      node.targets.push(target);
    }
  }

  move(scanner: Scanner, start: number): void {
    this.#current(scanner, start).moves.push(readMove(scanner, this.#names, start));
  }

  because(scanner: Scanner, start: number): void {
    const node = this.#current(scanner, start);
    const text = scanner.rest();
    const move = node.moves.at(-1);
    if (move) node.moves[node.moves.length - 1] = { ...move, because: move.because ? `${move.because} ${text}` : text };
    else node.because.push(text);
  }

  include(scanner: Scanner, start: number): void {
    scanner.skipSpaces();
    const path = scanner.read(/\S{1,200}/y)?.[0];
    if (path === undefined) throw scanner.error("expected a file, as in: include home.graph as home -> next");
    if (!scanner.acceptWord("as")) throw scanner.error(`${scanner.next()} where "as" and a name were expected`);
    const { name, at } = this.#name(scanner, "a name for what is included");
    if (this.#known.has(name)) throw new ParseError(at, `"${name}" is already defined`);
    this.#known.set(name, at);
    const targets = scanner.acceptWord("->") ? this.#targets(scanner) : [];
    this.#written.includes.push({ path, name, at: scanner.location(start), targets });
    this.#node = null;
  }

  #targets(scanner: Scanner): Target[] {
    const targets: Target[] = [];
    do targets.push(this.#name(scanner, "the name of a node"));
    while (!scanner.atEnd());
    return targets;
  }

  #name(scanner: Scanner, what: string): Target {
    scanner.skipSpaces();
    const at = scanner.location();
    const name = scanner.read(NAME)?.[0];
    if (name === undefined) throw scanner.error(`${scanner.next()} where ${what} was expected`);
    return { name, at };
  }

  #current(scanner: Scanner, start: number): WrittenNode {
    if (this.#node) return this.#node;
    throw scanner.error("this line belongs to a node, but no node precedes it", start);
  }
}

type LineReader = {
  [K in keyof FileReader]: FileReader[K] extends (scanner: Scanner, start: number) => void ? K : never;
}[keyof FileReader];

/** The first word of a line, and the method that reads the rest. */
const LINES: Readonly<Record<string, Exclude<LineReader, "read">>> = {
  graph: "title",
  about: "about",
  mirror: "mirror",
  root: "root",
  squares: "squares",
  pieces: "pieces",
  include: "include",
  node: "node",
  if: "if",
  "->": "edges",
  play: "move",
  bring: "move",
  reach: "move",
  capture: "move",
  because: "because",
};
