/** Reads the lines of one file. What is wrong with one line does not keep the others from being read. */
import { didYouMean } from "../../../../engine/contracts/did-you-mean.ts";
import type { Condition } from "./conditions.ts";
import type { Complaint, Move, Place } from "./graph.ts";
import { BOARD, type Names, readConditions, readContents, readSquareList } from "./parse-conditions.ts";
import { readMove } from "./parse-move.ts";
import { Scanner, Trouble } from "./scanner.ts";

/** A name that is still to be found. */
export interface Target {
  readonly name: string;
  readonly at: Place;
}

export interface WrittenNode {
  readonly name: string;
  readonly at: Place;
  readonly conditions: Condition[];
  readonly text: string[];
  readonly because: string[];
  readonly targets: Target[];
  readonly moves: (Move & { readonly because: string | null })[];
}

export interface Include {
  readonly path: string;
  readonly name: string;
  readonly at: Place;
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

/** Leads to where the including file says. */
export const OUT = "out";
const NAME = /[\w!+'.-]{1,60}/y;
const MAX_LINES = 20_000;
const MAX_COLUMNS = 2_000;

export function readGraphFile(file: string, text: string, complaints: Complaint[]): WrittenFile {
  return new FileReader(file, complaints).read(text);
}

class FileReader {
  readonly #file: string;
  readonly #complaints: Complaint[];
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
  readonly #known = new Map<string, Place>();
  #node: WrittenNode | null = null;

  constructor(file: string, complaints: Complaint[]) {
    this.#file = file;
    this.#complaints = complaints;
  }

  read(text: string): WrittenFile {
    const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/);
    lines.slice(0, MAX_LINES).forEach((line, index) => {
      const scanner = new Scanner(this.#file, index + 1, line.replace(/(^|\s)#.*$/, ""));
      try {
        if (line.length > MAX_COLUMNS) throw scanner.trouble(`more than ${MAX_COLUMNS} characters in a line`);
        if (!scanner.atEnd()) this.#readLine(scanner);
      } catch (error) {
        if (!(error instanceof Trouble)) throw error;
        this.#complaints.push({ severity: "error", at: error.at, message: error.message });
      }
    });
    if (lines.length > MAX_LINES) this.#complain(1, `more than ${MAX_LINES} lines`);
    if (this.#written.nodes.length === 0 && this.#complaints.length === 0)
      this.#complain(1, "there is no node; expected lines like: node eb6");
    return this.#written;
  }

  #complain(line: number, message: string): void {
    this.#complaints.push({ severity: "error", at: { file: this.#file, line, column: 1 }, message });
  }

  #readLine(scanner: Scanner): void {
    const start = scanner.position;
    const word = scanner.read(/->|[a-z]+/y)?.[0] ?? "";
    const reader = LINES[word];
    if (!Object.hasOwn(LINES, word) || reader === undefined) {
      scanner.position = start;
      throw scanner.trouble(
        `${scanner.next()} does not begin a line; expected one of ${Object.keys(LINES).join(", ")}${didYouMean(word, Object.keys(LINES))}`,
      );
    }
    if (/\S/.test(scanner.text[scanner.position] ?? " ")) throw scanner.trouble(`expected a space after "${word}"`);
    this[reader](scanner, start);
    if (!scanner.atEnd()) throw scanner.trouble(`${scanner.next()} is too much in this line`);
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
      throw scanner.trouble("expected mirror none, or left-right, colours or both", start);
    this.#written.leftRight = words.includes("left-right");
    this.#written.colours = words.includes("colours");
  }

  root(scanner: Scanner): void {
    if (this.#written.root) throw scanner.trouble("there is a root already", 0);
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
    if (name === undefined) throw scanner.trouble(`${scanner.next()} where a name was expected`);
    scanner.skipSpaces();
    scanner.expect("=", "=");
    return name;
  }

  node(scanner: Scanner): void {
    const { name, at } = this.#name(scanner, "the name of a node");
    const node: WrittenNode = { name, at, conditions: [], text: [], because: [], targets: [], moves: [] };
    // Even if its conditions are wrong it is there, so that what leads to it is not called wrong as well.
    this.#node = node;
    const before = this.#known.get(name);
    if (before) throw new Trouble(at, `there is a node "${name}" already, in line ${before.line}`);
    if (name === OUT) throw new Trouble(at, `"${OUT}" is where a graph is left, and cannot be a node's name`);
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
      if (!(error instanceof Trouble)) throw error;
      throw new Trouble(
        at,
        `"${name}" is no condition (${error.message}); write node ${name}: and conditions, or always`,
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
    if (conditions.length === 0) throw scanner.trouble(`${scanner.next()} where conditions were expected, or always`);
    node.conditions.push(...conditions);
    node.text.push(scanner.text.slice(start, scanner.position).trim());
  }

  edges(scanner: Scanner, start: number): void {
    const node = this.#current(scanner, start);
    for (const target of this.#targets(scanner)) {
      if (node.targets.some(({ name }) => name === target.name))
        throw new Trouble(target.at, `"${target.name}" is named twice`);
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
    if (path === undefined) throw scanner.trouble("expected a file, as in: include home.graph as home -> next");
    if (!scanner.acceptWord("as")) throw scanner.trouble(`${scanner.next()} where "as" and a name were expected`);
    const { name, at } = this.#name(scanner, "a name for what is included");
    if (this.#known.has(name)) throw new Trouble(at, `there is something called "${name}" already`);
    this.#known.set(name, at);
    const targets = scanner.acceptWord("->") ? this.#targets(scanner) : [];
    this.#written.includes.push({ path, name, at: scanner.place(start), targets });
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
    const at = scanner.place();
    const name = scanner.read(NAME)?.[0];
    if (name === undefined) throw scanner.trouble(`${scanner.next()} where ${what} was expected`);
    return { name, at };
  }

  #current(scanner: Scanner, start: number): WrittenNode {
    if (this.#node) return this.#node;
    throw scanner.trouble("this line belongs to a node, and there is none before it", start);
  }
}

type LineReader = {
  [K in keyof FileReader]: FileReader[K] extends (scanner: Scanner, start: number) => void ? K : never;
}[keyof FileReader];

/** What a line may begin with, and what reads it. */
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
