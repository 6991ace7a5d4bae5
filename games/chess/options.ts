/** The options of a game: where it starts. */
import { ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import { parseFen, START_FEN } from "./fen.ts";

export const OPTIONS: readonly OptionSpec[] = [
  {
    name: "start",
    kind: "text",
    default: null,
    summary: "the position to start from, as FEN; left out: the usual one",
  },
];

export interface Start {
  readonly initial: Position;
}

export function readStart(options: OptionValues): Result<Start> {
  const position = parseFen(String(options["start"] ?? START_FEN));
  return position.ok ? ok({ initial: position.value }) : position;
}
