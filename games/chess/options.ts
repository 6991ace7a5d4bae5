/** The options of a variant: the start position. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import { isMaterial, readEndgame, wrongPiece } from "./endgames.ts";
import { formatFen, parseFen, START_FEN } from "./fen.ts";

/** The Lucena position, a won rook ending. */
const LUCENA = "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1";

export const OPTIONS: readonly OptionSpec[] = [
  {
    name: "start",
    kind: "text",
    default: null,
    summary:
      "start position: FEN, or an endgame by its material such as KRPP-KBN (matches then start from stored positions); default: the initial position",
  },
];

export const PRESETS: Readonly<Record<string, OptionValues>> = { endgame: { start: LUCENA } };

export interface Start {
  readonly initial: Position;
  /** Start positions of random openings, if not the initial position. */
  readonly openings?: readonly Position[];
  /** The canonical text of the option; null for the initial position of chess. */
  readonly text: string | null;
}

export function readStart(options: OptionValues): Result<Start> {
  const given = String(options["start"] ?? START_FEN).trim();
  if (isMaterial(given)) {
    const endgame = readEndgame(given);
    if (!endgame.ok) return endgame;
    const { name, positions } = endgame.value;
    return ok({ initial: positions[0] as Position, openings: positions, text: name });
  }
  const wrong = wrongPiece(given);
  if (wrong !== null)
    return fail("bad-variant", `start: ${given}: ${wrong} is not a piece; expected K, Q, R, B, N or P`);
  const position = parseFen(given);
  if (!position.ok) return fail("bad-variant", `start: ${position.error.message}`);
  const fen = formatFen(position.value);
  return ok({ initial: position.value, text: fen === START_FEN ? null : fen });
}
