/** What a table's answer means in a game: with the half-move clock as it stands, and in words. */
import type { ProbeValue } from "../../../engine/contracts/table.ts";
import { FIFTY_MOVES } from "../layout.ts";
import { COLOUR_NAMES } from "../squares.ts";
import type { Distance } from "./probing.ts";
import type { Wdl } from "./wdl.ts";

/** A position, seen by the player to move in the probed position (`mover`). */
export interface Known {
  readonly mover: number;
  /** Positive where the mover wins. */
  readonly wdl: Wdl;
  /** Null where the DTZ table is missing. */
  readonly distance: Distance | null;
  readonly clock: number;
  /** The game is over. */
  readonly ended?: "mate" | "stalemate" | "fifty-move rule" | "insufficient material";
}

/** `fifty-move draw`: won, if it were not for the rule. `unclear`: a ply of rounding, or a missing table, leaves it open. */
type Verdict = "won" | "unclear" | "fifty-move draw" | "draw";

function verdictOf({ wdl, distance, clock, ended }: Known): Verdict {
  if (ended === "mate") return "won";
  if (wdl === 0 || ended) return "draw";
  if (Math.abs(wdl) === 1) return "fifty-move draw";
  if (!distance) return clock === 0 ? "won" : "unclear";
  if (distance.most + clock <= FIFTY_MOVES) return "won";
  return distance.least + clock > FIFTY_MOVES ? "fifty-move draw" : "unclear";
}

/** Apart by more than any distance. */
const SCORES: Readonly<Record<Verdict, number>> = { won: 30_000, unclear: 20_000, "fifty-move draw": 10_000, draw: 0 };
const UNKNOWN_DISTANCE = 9_000;

/** `plies`: from the probed position to the next capture, pawn move or mate; null for unknown. */
export function probeValue(known: Known, plies: number | null, text: string): ProbeValue {
  const { wdl, distance, clock, ended } = known;
  const verdict = verdictOf(known);
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

function winnerOf({ mover, wdl }: Known): string {
  return COLOUR_NAMES[wdl > 0 ? mover : 1 - mover] as string;
}

const ENDS: Readonly<Record<NonNullable<Known["ended"]>, string>> = {
  mate: "mate",
  stalemate: "draw by stalemate",
  "fifty-move rule": "draw by the fifty-move rule",
  "insufficient material": "draw by insufficient material",
};

/** The line of a move: what it leads to. */
export function textAfterMove(known: Known): string {
  if (known.ended) return ENDS[known.ended];
  const verdict = verdictOf(known);
  if (verdict === "draw") return "draw";
  const winner = winnerOf(known);
  const dtz = known.distance ? `, DTZ ${pliesText(known.distance)}` : ", no DTZ table";
  const reset = known.clock === 0 ? ", clock at 0" : "";
  if (verdict === "won") return `${winner} wins${dtz}${reset}`;
  if (verdict === "unclear") return `${winner} wins, if in time for the fifty-move rule${dtz}`;
  return `draw by the fifty-move rule, otherwise ${winner} wins${dtz}${reset}`;
}

/** The probed position: who wins, what the distance is and is not, and what the fifty-move rule makes of it. */
export function textOfPosition(known: Known): string {
  const { mover, distance, clock, ended } = known;
  const toMove = `${COLOUR_NAMES[mover]} to move`;
  if (ended === "mate") return `${COLOUR_NAMES[mover]} is mated: ${winnerOf(known)} has won.`;
  if (ended) return `The game has ended: ${ENDS[ended]}.`;
  const verdict = verdictOf(known);
  if (verdict === "draw") return `${toMove}: draw with best play.`;
  const winner = winnerOf(known);
  const loser = COLOUR_NAMES[1 - COLOUR_NAMES.indexOf(winner)] as string;
  const dtz = distance
    ? `DTZ ${pliesText(distance)}: the distance to the next capture, pawn move or mate, not the distance to mate.`
    : "The distance to zeroing (DTZ) is unknown: the .rtbz table is missing.";
  const rule = `Half-move clock ${clock} of ${FIFTY_MOVES}:`;
  const below = distance ? " Below, the DTZ after each move." : "";
  if (verdict === "won")
    return `${toMove}: ${winner} wins. ${dtz} ${rule} the fifty-move rule does not save ${loser}.${below}`;
  if (verdict === "unclear")
    return `${toMove}: ${winner} wins, unless the fifty-move rule comes first. ${dtz} ${rule} it cannot be told which.${below}`;
  const names = Math.abs(known.wdl) === 1 ? ` (cursed win for ${winner}, blessed loss for ${loser})` : "";
  return `${toMove}: draw by the fifty-move rule; without it ${winner} wins${names}. ${dtz} ${rule} too late.${below}`;
}
