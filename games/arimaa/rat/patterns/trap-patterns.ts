/**
 * Local patterns around traps with scores, read from `traps.patterns`. Protect patterns are written for the home trap c3, attack patterns for c6; f3
 * and f6 are mirror images, and silver sees the board rotated.
 */
import { fileText, gameFolder } from "#platform/game-files";
import { GameloreError } from "../../../../engine/contracts/errors.ts";
import { SQUARES } from "../graphs/board.ts";
import { type Condition, has, holds, mirrored } from "../graphs/conditions.ts";
import { formatLocation } from "../graphs/graph.ts";
import type { Cells } from "../rat-kernel.ts";
import { squaresOf } from "./condition-squares.ts";
import { type LocalPattern, parsePatterns } from "./parse-patterns.ts";

/** The patterns that come with the project. */
export const TRAP_PATTERNS_FILE: string = `${gameFolder("arimaa/rat/patterns")}/traps.patterns`;

/** A pattern compiled for fast matching: first conditions on single squares, then the rest. */
interface Compiled {
  readonly pattern: LocalPattern;
  readonly squares: Uint8Array;
  readonly contents: Uint16Array;
  readonly rest: readonly Condition[];
}

/** The patterns of one trap. */
class TrapSet {
  readonly #patterns: readonly Compiled[];
  readonly #good: readonly Compiled[];
  readonly #bad: readonly Compiled[];
  readonly #zone: Uint8Array;

  constructor(patterns: readonly LocalPattern[], mirror: boolean) {
    this.#patterns = patterns.map((pattern) => compile(pattern, mirror));
    const strongestFirst = this.#patterns.toSorted((a, b) => Math.abs(b.pattern.score) - Math.abs(a.pattern.score));
    this.#good = strongestFirst.filter(({ pattern }) => pattern.score > 0);
    this.#bad = strongestFirst.filter(({ pattern }) => pattern.score < 0);
    this.#zone = new Uint8Array(SQUARES);
    for (const { conditions } of patterns)
      for (const square of conditions.flatMap(squaresOf)) this.#zone[mirror ? square ^ 7 : square] = 1;
  }

  /** Whether the content of a square can change the value. */
  isRelevant(square: number): boolean {
    return this.#zone[square] === 1;
  }

  /** The sum of the best and the worst matching pattern. */
  value(cells: Cells): number {
    return strongest(this.#good, cells) + strongest(this.#bad, cells);
  }

  matching(cells: Cells): readonly LocalPattern[] {
    return this.#patterns.filter((compiled) => fits(compiled, cells)).map(({ pattern }) => pattern);
  }
}

export interface TrapPatterns {
  readonly count: number;
  /** By trap: c6, f6, c3, f3, from the view of gold. */
  readonly traps: readonly TrapSet[];
}

export const NO_PATTERNS: TrapPatterns = {
  count: 0,
  traps: [0, 1, 2, 3].map(() => new TrapSet([], false)),
};

export function trapPatterns(patterns: readonly LocalPattern[]): TrapPatterns {
  const attack = patterns.filter(({ kind }) => kind === "attack");
  const protect = patterns.filter(({ kind }) => kind === "protect");
  return {
    count: patterns.length,
    traps: [
      new TrapSet(attack, false),
      new TrapSet(attack, true),
      new TrapSet(protect, false),
      new TrapSet(protect, true),
    ],
  };
}

export function loadTrapPatterns(file: string = TRAP_PATTERNS_FILE): TrapPatterns {
  let text: string;
  try {
    text = fileText(file);
  } catch (cause) {
    throw new GameloreError("bad-usage", `${file} cannot be read; expected a file of patterns`, { cause });
  }
  const { patterns, diagnostics } = parsePatterns(file, text);
  const [first] = diagnostics;
  if (first) throw new GameloreError("bad-rules", `${formatLocation(first.at)}: ${first.message}`);
  return trapPatterns(patterns);
}

/** The score of the first matching pattern. */
function strongest(patterns: readonly Compiled[], cells: Cells): number {
  for (const compiled of patterns) if (fits(compiled, cells)) return compiled.pattern.score;
  return 0;
}

function fits({ squares, contents, rest }: Compiled, cells: Cells): boolean {
  for (let i = 0; i < squares.length; i++) if (!has(contents[i]!, cells[squares[i]!]!)) return false;
  for (let i = 0; i < rest.length; i++) if (!holds(rest[i]!, cells)) return false;
  return true;
}

function compile(pattern: LocalPattern, mirror: boolean): Compiled {
  const conditions = mirror ? pattern.conditions.map(mirrored) : pattern.conditions;
  const single = (condition: Condition): condition is Extract<Condition, { kind: "count" }> =>
    condition.kind === "count" && condition.squares.length === 1 && condition.min === 1;
  const firsts = conditions.filter(single);
  return {
    pattern,
    squares: Uint8Array.from(firsts, ({ squares }) => squares[0]!),
    contents: Uint16Array.from(firsts, ({ contents }) => contents),
    rest: conditions.filter((condition) => !single(condition)),
  };
}
