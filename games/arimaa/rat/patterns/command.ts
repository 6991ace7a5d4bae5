/** `gamelore arimaa patterns`: checks a file of local patterns, and tells which of them hold in a position. */
import { readFileSync } from "node:fs";
import type { CommandOutput, CommandInput } from "../../../../engine/contracts/command.ts";
import { GameloreError, unwrap } from "../../../../engine/contracts/errors.ts";
import { imageOfBoard, parseBoard, SQUARE_NAMES, TRAPS } from "../graphs/board.ts";
import { placeText } from "../graphs/graph.ts";
import { checkPatterns, type LocalPattern, parsePatterns } from "./parse-patterns.ts";
import { TRAP_PATTERNS_FILE, trapPatterns } from "./trap-patterns.ts";

export async function runPatternsCommand({ words: [file], options }: CommandInput): Promise<CommandOutput> {
  const { patterns, complaints } = readPatterns(file ?? TRAP_PATTERNS_FILE, file ?? "traps.patterns");
  const position = options["match"];
  if (typeof position !== "string") return checkAnswer(file ?? "traps.patterns", patterns, complaints);
  const [first] = complaints;
  if (first) throw new GameloreError("bad-rules", first);
  return matchAnswer(patterns, position);
}

interface Read {
  readonly patterns: readonly LocalPattern[];
  /** With their places. */
  readonly complaints: readonly string[];
}

function readPatterns(path: string, name: string): Read {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `${name} cannot be read; expected patterns`, { cause });
  }
  const { patterns, complaints } = parsePatterns(name, text);
  const told = [...complaints, ...checkPatterns(patterns)].map(({ at, message }) => `${placeText(at)}: ${message}`);
  // Messages quote the file, which may hold codes that a terminal would obey.
  return { patterns, complaints: told.map((each) => each.replaceAll(/\p{Cc}+/gu, " ")) };
}

function checkAnswer(name: string, patterns: readonly LocalPattern[], complaints: readonly string[]): CommandOutput {
  const count = (kind: string): number => patterns.filter((each) => each.kind === kind).length;
  const counts = { protect: count("protect"), attack: count("attack") };
  return {
    lines: [
      ...complaints,
      `${name}: ${counts.protect} patterns of protection, ${counts.attack} of attack; ${complaints.length} errors`,
    ],
    document: { file: name, ...counts, complaints },
    refused: complaints.length > 0,
  };
}

/** Traps are told as players know them; patterns see the side to move as gold. */
function matchAnswer(patterns: readonly LocalPattern[], text: string): CommandOutput {
  const board = unwrap(parseBoard(text));
  const colours = board.side === "silver";
  const { cells } = imageOfBoard(board, { leftRight: false, colours });
  const traps = trapPatterns(patterns).traps.map((set, index) => ({
    trap: SQUARE_NAMES[colours ? TRAPS[index]! ^ 56 : TRAPS[index]!]!,
    value: set.value(cells),
    patterns: set.holding(cells).map(({ name, score: worth }) => ({ name, worth })),
  }));
  return {
    lines: traps.flatMap(({ trap, value, patterns: held }) => [
      `${trap}: ${value > 0 ? "+" : ""}${value}`,
      ...held.map(({ name, worth }) => `  ${worth > 0 ? "+" : ""}${worth} ${name}`),
    ]),
    document: { side: board.side, traps },
  };
}
