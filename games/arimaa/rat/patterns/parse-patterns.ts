/**
 * Reads local patterns, one a line: `protect 6 horse and dog: Hb3 Dc2 !e@near`. The kind, a score (-9 to 9), a name, and conditions as in the
 * position graphs. `squares NAME = …` and `pieces NAME = …` define names; # begins a comment.
 */
import { SQUARE_NAMES, TRAPS } from "../graphs/board.ts";
import type { Condition } from "../graphs/conditions.ts";
import { narrowed, noFacts } from "../graphs/facts.ts";
import type { Diagnostic, SourceLocation } from "../graphs/graph.ts";
import { BOARD, type Names, readConditions, readContents, readSquareList } from "../graphs/parse-conditions.ts";
import { Scanner, ParseError } from "../graphs/scanner.ts";
import { squaresOf } from "./condition-squares.ts";

const PATTERN_KINDS = ["protect", "attack"] as const;
export type PatternKind = (typeof PATTERN_KINDS)[number];

export interface LocalPattern {
  readonly kind: PatternKind;
  readonly name: string;
  readonly score: number;
  readonly conditions: readonly Condition[];
  readonly at: SourceLocation;
}

export interface ParsedPatterns {
  readonly patterns: readonly LocalPattern[];
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_SCORE = 9;
const MAX_NAME = 60;
/** The trap for which each kind is written. */
const TRAP_OF: Readonly<Record<PatternKind, number>> = { protect: TRAPS[2]!, attack: TRAPS[0]! };
/** Maximum distance of a condition from its trap. */
const MAX_DISTANCE = 4;

export function parsePatterns(file: string, text: string): ParsedPatterns {
  const names: Names = { squares: new Map([["board", BOARD]]), classes: new Map() };
  const patterns: LocalPattern[] = [];
  const diagnostics: Diagnostic[] = [];
  const report = (at: SourceLocation, message: string): void =>
    void diagnostics.push({ severity: "error", at, message });
  const known = new Map<string, SourceLocation>();
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const scanner = new Scanner(file, index + 1, line.replace(/(^|\s)#.*$/, ""));
    try {
      if (scanner.atEnd()) continue;
      const pattern = readLine(scanner, names);
      if (!pattern) continue;
      const before = known.get(pattern.name);
      if (before) report(pattern.at, `"${pattern.name}" is already defined in line ${before.line}`);
      known.set(pattern.name, pattern.at);
      for (const message of localityErrors(pattern)) report(pattern.at, message);
      patterns.push(pattern);
    } catch (error) {
      if (!(error instanceof ParseError)) throw error;
      report(error.at, error.message);
    }
  }
  return { patterns, diagnostics };
}

/** Finds patterns with contradictory conditions. Slower than parsing, so separate. */
export function checkPatterns(patterns: readonly LocalPattern[]): Diagnostic[] {
  return patterns
    .filter(({ conditions }) => narrowed(noFacts(), conditions) === null)
    .map(({ name, at }) => ({ severity: "error", at, message: `the conditions of "${name}" contradict each other` }));
}

function readLine(scanner: Scanner, names: Names): LocalPattern | null {
  if (scanner.acceptWord("squares"))
    return readNamed(scanner, names.squares, () => readSquareList(scanner, names, "\n"));
  if (scanner.acceptWord("pieces")) return readNamed(scanner, names.classes, () => readContents(scanner, names));
  const kind = PATTERN_KINDS.find((each) => scanner.acceptWord(each));
  if (!kind) throw scanner.error(`${scanner.next()} where protect, attack, squares or pieces was expected`);
  scanner.skipSpaces();
  const at = scanner.location();
  const score = readScore(scanner);
  scanner.skipSpaces();
  const name = scanner.read(/[^:]+/y)?.[0].trim() ?? "";
  if (name === "" || name.length > MAX_NAME)
    throw scanner.error(`a name of 1 to ${MAX_NAME} letters and a colon were expected`);
  scanner.expect(":", "a colon after the name");
  const start = scanner.position;
  const conditions = readConditions(scanner, names);
  if (!scanner.atEnd()) throw scanner.error(`${scanner.next()} where a condition or the end of the line was expected`);
  if (conditions.length === 0) throw scanner.error("no conditions; expected some, as in Hb3 !e{b4 c4}", start);
  return { kind, name, score, conditions, at };
}

function readScore(scanner: Scanner): number {
  const start = scanner.position;
  const minus = scanner.accept("-");
  const score = scanner.number(1, MAX_SCORE, "a score, negative if bad,");
  if (/\S/.test(scanner.text[scanner.position] ?? "")) throw scanner.error(`${scanner.next()} after a number`, start);
  return minus ? -score : score;
}

function readNamed<T>(scanner: Scanner, known: Map<string, T>, read: () => T): null {
  scanner.skipSpaces();
  const start = scanner.position;
  const name = scanner.read(/[\w-]{1,40}/y)?.[0];
  if (name === undefined) throw scanner.error(`${scanner.next()} where a name was expected`);
  if (known.has(name)) throw scanner.error(`"${name}" is already defined`, start);
  scanner.skipSpaces();
  scanner.expect("=", "=");
  scanner.skipSpaces();
  known.set(name, read());
  if (!scanner.atEnd()) throw scanner.error(`${scanner.next()} where the end of the line was expected`);
  return null;
}

/** A pattern must have a condition on its trap or next to it, and none far away. */
function localityErrors({ kind, conditions }: LocalPattern): string[] {
  const trap = TRAP_OF[kind];
  const squares = conditions.flatMap(squaresOf);
  const away = (square: number): number =>
    Math.max(Math.abs((square % 8) - (trap % 8)), Math.abs((square >> 3) - (trap >> 3)));
  const far = squares.find((square) => away(square) > MAX_DISTANCE);
  const errors: string[] = [];
  if (!squares.some((square) => away(square) <= 1))
    errors.push(
      `no condition is about ${SQUARE_NAMES[trap]} or a square next to it; ${kind} patterns are written for this trap`,
    );
  if (far !== undefined)
    errors.push(
      `${SQUARE_NAMES[far]} is more than ${MAX_DISTANCE} squares from ${SQUARE_NAMES[trap]}; local patterns must be near their trap`,
    );
  return errors;
}
