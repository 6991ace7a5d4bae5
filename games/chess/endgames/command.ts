/** `gamelore chess positions`: random quiet positions of an endgame, in the format of the files in this folder. */
import { type CommandOutput, type CommandInput, integerOption } from "../../../engine/contracts/command.ts";
import { GameloreError, throwIfAborted, unwrap } from "../../../engine/contracts/errors.ts";
import type { Board } from "../board.ts";
import { formatFen } from "../fen.ts";
import { parseMaterial, pieceCount } from "../tables/material.ts";
import { randomPositions } from "./random-positions.ts";

const DEFAULT_COUNT = 25;
const DEFAULT_SEED = 1;
const MAX_POSITIONS = 10_000;
const MAX_PIECES = 12;

export async function runPositionsCommand(input: CommandInput, board: Board): Promise<CommandOutput> {
  const [text = ""] = input.words;
  const material = unwrap(parseMaterial(text));
  const pieces = pieceCount(material);
  if (pieces < 3 || pieces > MAX_PIECES)
    throw new GameloreError("bad-usage", `${text} has ${pieces} pieces; expected 3 to ${MAX_PIECES}`);
  const count = integerOption(input, "count", DEFAULT_COUNT, 1, MAX_POSITIONS);
  const seed = integerOption(input, "seed", DEFAULT_SEED, 0, 2 ** 31 - 1);
  const positions: string[] = [];
  for (const position of randomPositions(board, material, seed)) {
    throwIfAborted(input.signal);
    positions.push(formatFen(position));
    input.terminal.progress(positions.length / count, `${positions.length} of ${count} positions`);
    if (positions.length === count) break;
    // Yields, so that Ctrl-C is handled.
    await new Promise(setImmediate);
  }
  const name = text.trim().toUpperCase();
  return {
    lines: [`# gamelore chess positions ${name} --count ${count} --seed ${seed}`, ...positions],
    document: { material: name, seed, positions },
  };
}
