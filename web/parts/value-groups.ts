/** Moves grouped by outcome: win, draw, loss, unknown. Pure. */
import { formatMoves } from "../../engine/contracts/quantities.ts";
import type { ValuedMove, ValuesDocument } from "../../service/api.ts";

interface ValueGroup {
  readonly outcome: ValuedMove["outcome"];
  /** Null if the moves are not grouped. */
  readonly title: string | null;
  readonly moves: readonly ValuedMove[];
}

/** `mover` is the name of the player to move; null for simultaneous moves. One group without a title if no outcome is known. */
export function groupsOf(moves: readonly ValuedMove[], mover: string | null): ValueGroup[] {
  if (moves.every(({ outcome }) => outcome === null)) return [{ outcome: null, title: null, moves }];
  const titles = {
    win: mover === null ? "Winning" : `${mover} wins`,
    draw: "Draw",
    loss: mover === null ? "Losing" : `${mover} loses`,
  };
  const groups = (["win", null, "draw", "loss"] as const).map((outcome) => ({
    outcome,
    title: outcome === null ? "Unknown outcome" : titles[outcome],
    moves: moves.filter((move) => move.outcome === outcome),
  }));
  return groups.filter((group) => group.moves.length > 0);
}

/** The value of the position, with the name of the winner or loser. */
export function verdictText(value: NonNullable<ValuesDocument["value"]>, mover: string | null): string {
  const { outcome, moves, text, exact } = value;
  // A verdict that is not exact keeps the table's own text.
  if (mover === null || outcome === null || outcome === "draw" || !exact) return text;
  const verb = outcome === "win" ? "wins" : "loses";
  return moves === null ? `${mover} ${verb}: ${text}` : `${mover} ${verb} in ${formatMoves(moves)}`;
}
