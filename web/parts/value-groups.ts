/** Moves by what they lead to: winning, drawing, losing, and those of which that is not known. Pure. */
import type { ValuedMove, ValuesDocument } from "../../service/api.ts";

export interface ValueGroup {
  readonly outcome: ValuedMove["outcome"];
  /** Null where the moves are not grouped. */
  readonly title: string | null;
  readonly moves: readonly ValuedMove[];
}

/** `mover` is the name of the player to move; null where several move at once. One group without a title if no outcome is known. */
export function groupsOf(moves: readonly ValuedMove[], mover: string | null): ValueGroup[] {
  if (moves.every(({ outcome }) => outcome === null)) return [{ outcome: null, title: null, moves }];
  const titles = {
    win: mover === null ? "Winning" : `${mover} wins`,
    draw: "Draw",
    loss: mover === null ? "Losing" : `${mover} loses`,
  };
  const groups = (["win", null, "draw", "loss"] as const).map((outcome) => ({
    outcome,
    title: outcome === null ? "Outcome not known" : titles[outcome],
    moves: moves.filter((move) => move.outcome === outcome),
  }));
  return groups.filter((group) => group.moves.length > 0);
}

export function movesText(moves: number): string {
  return moves === 1 ? "in 1 move" : `in ${moves} moves`;
}

/** The distance in plies, for who wants to compare it with a table. */
export function pliesText(plies: number): string {
  return plies === 1 ? "1 ply" : `${plies} plies`;
}

/** What the position is worth, with the name of whom it is good or bad for. */
export function verdictText(value: NonNullable<ValuesDocument["value"]>, mover: string | null): string {
  const { outcome, moves, text, exact } = value;
  // What may come otherwise is told in the table's own words.
  if (mover === null || outcome === null || outcome === "draw" || !exact) return text;
  const verb = outcome === "win" ? "wins" : "loses";
  return moves === null ? `${mover} ${verb}: ${text}` : `${mover} ${verb} ${movesText(moves)}`;
}
