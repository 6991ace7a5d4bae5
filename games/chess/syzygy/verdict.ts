/** The outcome of a probe with the half-move clock, and its text. */
import type { ProbeValue } from "../../../engine/contracts/table.ts";
import { FIFTY_MOVES } from "../constants.ts";
import { COLOUR_NAMES } from "../squares.ts";
import type { Distance } from "./probing.ts";
import type { Wdl } from "./wdl.ts";

/** A probed position, from the view of the player to move in the root position (`mover`). */
export interface ProbedPosition {
  readonly mover: number;
  /** Positive if the mover wins. */
  readonly wdl: Wdl;
  /** Null if the DTZ table is missing. */
  readonly distance: Distance | null;
  readonly clock: number;
  /** The game is over. */
  readonly ended?: "mate" | "stalemate" | "fifty-move rule" | "insufficient material";
}

/** `fifty-move draw`: won without the rule. `unclear`: undecided because of rounding by a ply or a missing table. */
type Verdict = "won" | "unclear" | "fifty-move draw" | "draw";

function verdictOf({ wdl, distance, clock, ended }: ProbedPosition): Verdict {
  if (ended === "mate") return "won";
  if (wdl === 0 || ended) return "draw";
  if (Math.abs(wdl) === 1) return "fifty-move draw";
  if (!distance) return clock === 0 ? "won" : "unclear";
  if (distance.most + clock <= FIFTY_MOVES) return "won";
  return distance.least + clock > FIFTY_MOVES ? "fifty-move draw" : "unclear";
}

/** Further apart than any distance. */
const SCORES: Readonly<Record<Verdict, number>> = { won: 30_000, unclear: 20_000, "fifty-move draw": 10_000, draw: 0 };
const UNKNOWN_DISTANCE = 9_000;

/** `plies`: from the root position to the next capture, pawn move or mate; null if unknown. */
export function probeValue(probed: ProbedPosition, plies: number | null, text: string): ProbeValue {
  const { wdl, distance, clock, ended } = probed;
  const verdict = verdictOf(probed);
  const sign = Math.sign(wdl);
  const outcome = verdict === "won" ? (sign > 0 ? "win" : "loss") : verdict === "unclear" ? null : "draw";
  return {
    text,
    score: verdict === "draw" ? 0 : sign * (SCORES[verdict] - (plies ?? UNKNOWN_DISTANCE)),
    parts: {
      wdl: ended && ended !== "mate" ? 0 : wdl,
      dtz: distance === null ? null : sign * distance.least,
      rounded: distance === null ? null : distance.most - distance.least,
      clock,
    },
    exact: true,
    ...(outcome ? { outcome } : {}),
  };
}

function pliesText({ least, most }: Distance): string {
  const unit = most === 1 ? "ply" : "plies";
  return least === most ? `${least} ${unit}` : `${least} or ${most} ${unit}`;
}

function winnerOf({ mover, wdl }: ProbedPosition): string {
  return COLOUR_NAMES[wdl > 0 ? mover : 1 - mover] as string;
}

const ENDS: Readonly<Record<NonNullable<ProbedPosition["ended"]>, string>> = {
  mate: "mate",
  stalemate: "draw by stalemate",
  "fifty-move rule": "draw by the fifty-move rule",
  "insufficient material": "draw by insufficient material",
};

/** Text for a move. */
export function textAfterMove(probed: ProbedPosition): string {
  if (probed.ended) return ENDS[probed.ended];
  const verdict = verdictOf(probed);
  if (verdict === "draw") return "draw";
  const winner = winnerOf(probed);
  const dtz = probed.distance ? `, DTZ ${pliesText(probed.distance)}` : ", no DTZ table";
  const reset = probed.clock === 0 ? ", clock at 0" : "";
  if (verdict === "won") return `${winner} wins${dtz}${reset}`;
  if (verdict === "unclear") return `${winner} wins, if in time for the fifty-move rule${dtz}`;
  return `draw by the fifty-move rule, otherwise ${winner} wins${dtz}${reset}`;
}

/** Text for the root position: winner, DTZ, and the effect of the fifty-move rule. */
export function textOfPosition(probed: ProbedPosition): string {
  const { mover, distance, clock, ended } = probed;
  const toMove = `${COLOUR_NAMES[mover]} to move`;
  if (ended === "mate") return `${COLOUR_NAMES[mover]} is mated: ${winnerOf(probed)} has won.`;
  if (ended) return `The game has ended: ${ENDS[ended]}.`;
  const verdict = verdictOf(probed);
  if (verdict === "draw") return `${toMove}: draw with best play.`;
  const winner = winnerOf(probed);
  const loser = COLOUR_NAMES[1 - COLOUR_NAMES.indexOf(winner)] as string;
  const dtz = distance
    ? `DTZ ${pliesText(distance)}: the distance to the next capture, pawn move or mate, not the distance to mate.`
    : "The distance to zeroing (DTZ) is unknown: the .rtbz table is missing.";
  const rule = `Half-move clock ${clock} of ${FIFTY_MOVES}:`;
  const below = distance ? " Below, the DTZ after each move." : "";
  if (verdict === "won")
    return `${toMove}: ${winner} wins. ${dtz} ${rule} the fifty-move rule does not save ${loser}.${below}`;
  if (verdict === "unclear")
    return `${toMove}: ${winner} wins, unless the fifty-move rule comes first. ${dtz} ${rule} rounding leaves it open.${below}`;
  const names = Math.abs(probed.wdl) === 1 ? ` (cursed win for ${winner}, blessed loss for ${loser})` : "";
  return `${toMove}: draw by the fifty-move rule; without it ${winner} wins${names}. ${dtz} ${rule} too late.${below}`;
}
