/** Values of positions for the side to move, with the fifty-move rule. */

/**
 * 2 win, 1 cursed win (won, but drawn by the fifty-move rule), 0 draw, -1 blessed loss (lost, but drawn by the fifty-move rule), -2 loss. They
 * hold for a position right after a capture or pawn move.
 */
export type Wdl = -2 | -1 | 0 | 1 | 2;

export function negated(wdl: Wdl): Wdl {
  // Without the sum, 0 would become -0.
  return (0 - wdl) as Wdl;
}
