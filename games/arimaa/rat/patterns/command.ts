/** `gamelore arimaa patterns`: checks a file of local patterns, and reports which of them match a position. */
import { plural } from "../../../../engine/contracts/quantities.ts";
import { readFileSync } from "node:fs";
import type { CommandOutput, CommandInput } from "../../../../engine/contracts/command.ts";
import { GameloreError, unwrap } from "../../../../engine/contracts/errors.ts";
import { oneLine } from "../../../../engine/contracts/quoted-text.ts";
import { imageOfBoard, parseBoard, SQUARE_NAMES, TRAPS } from "../graphs/board.ts";
import { formatLocation } from "../graphs/graph.ts";
import { checkPatterns, type LocalPattern, parsePatterns } from "./parse-patterns.ts";
import { TRAP_PATTERNS_FILE, trapPatterns } from "./trap-patterns.ts";

export async function runPatternsCommand({ words: [file], options }: CommandInput): Promise<CommandOutput> {
  const { patterns, diagnostics } = readPatterns(file ?? TRAP_PATTERNS_FILE, file ?? "traps.patterns");
  const position = options["match"];
  if (typeof position !== "string") return checkOutput(file ?? "traps.patterns", patterns, diagnostics);
  const [first] = diagnostics;
  if (first) throw new GameloreError("bad-rules", first);
  return matchOutput(patterns, position);
}

interface Read {
  readonly patterns: readonly LocalPattern[];
  /** With locations. */
  readonly diagnostics: readonly string[];
}

function readPatterns(path: string, name: string): Read {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `${name} cannot be read; expected a file of patterns`, { cause });
  }
  const { patterns, diagnostics } = parsePatterns(name, text);
  const texts = [...diagnostics, ...checkPatterns(patterns)].map(
    ({ at, message }) => `${formatLocation(at)}: ${message}`,
  );
  return { patterns, diagnostics: texts.map(oneLine) };
}

function checkOutput(name: string, patterns: readonly LocalPattern[], diagnostics: readonly string[]): CommandOutput {
  const count = (kind: string): number => patterns.filter((each) => each.kind === kind).length;
  const counts = { protect: count("protect"), attack: count("attack") };
  return {
    lines: [
      ...diagnostics,
      `${name}: ${plural(counts.protect, "protect pattern")}, ${plural(counts.attack, "attack pattern")}; ${plural(diagnostics.length, "error")}`,
    ],
    document: { file: name, ...counts, complaints: diagnostics },
    refused: diagnostics.length > 0,
  };
}

/** Traps are in the usual notation; patterns see the side to move as gold. */
function matchOutput(patterns: readonly LocalPattern[], text: string): CommandOutput {
  const board = unwrap(parseBoard(text));
  const colours = board.side === "silver";
  const { cells } = imageOfBoard(board, { leftRight: false, colours });
  const traps = trapPatterns(patterns).traps.map((set, index) => ({
    trap: SQUARE_NAMES[colours ? TRAPS[index]! ^ 56 : TRAPS[index]!]!,
    value: set.value(cells),
    patterns: set.matching(cells).map(({ name, score }) => ({ name, score })),
  }));
  return {
    lines: traps.flatMap(({ trap, value, patterns: held }) => [
      `${trap}: ${value > 0 ? "+" : ""}${value}`,
      ...held.map(({ name, score }) => `  ${score > 0 ? "+" : ""}${score} ${name}`),
    ]),
    document: { side: board.side, traps },
  };
}
