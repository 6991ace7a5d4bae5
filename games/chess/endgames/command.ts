/** `gamelore chess positions`: random quiet positions of an endgame, as the files of this folder hold them. */
import type { CommandOutput, CommandInput } from "../../../engine/contracts/command.ts";
import { GameloreError, throwIfAborted, unwrap } from "../../../engine/contracts/errors.ts";
import type { Board } from "../board.ts";
import { formatFen } from "../fen.ts";
import { parseMaterial, pieceCount } from "../tables/material.ts";
import { randomPositions } from "./random-positions.ts";

const DEFAULT_COUNT = 25;
const DEFAULT_SEED = 1;
const MOST_POSITIONS = 10_000;
const MOST_PIECES = 12;

export async function runPositionsCommand(given: CommandInput, board: Board): Promise<CommandOutput> {
  const [text = ""] = given.words;
  const material = unwrap(parseMaterial(text));
  const pieces = pieceCount(material);
  if (pieces < 3 || pieces > MOST_PIECES)
    throw new GameloreError("bad-usage", `${text} has ${pieces} pieces; expected 3 to ${MOST_PIECES}`);
  const count = numberOf(given, "count", 1, MOST_POSITIONS, DEFAULT_COUNT);
  const seed = numberOf(given, "seed", 0, 2 ** 31 - 1, DEFAULT_SEED);
  const positions: string[] = [];
  for (const position of randomPositions(board, material, seed)) {
    throwIfAborted(given.signal);
    positions.push(formatFen(position));
    given.terminal.progress(positions.length / count, `${positions.length} of ${count} positions`);
    if (positions.length === count) break;
    // So that Ctrl-C is heard.
    await new Promise(setImmediate);
  }
  const name = text.trim().toUpperCase();
  return {
    lines: [`# gamelore chess positions ${name} --count ${count} --seed ${seed}`, ...positions],
    document: { material: name, seed, positions },
  };
}

function numberOf(given: CommandInput, name: string, least: number, most: number, usual: number): number {
  const text = given.options[name];
  if (text === undefined) return usual;
  const value = Number(text);
  if (!/^\d+$/.test(String(text)) || value < least || value > most)
    throw new GameloreError("bad-usage", `--${name} ${text}: expected a whole number from ${least} to ${most}`);
  return value;
}
