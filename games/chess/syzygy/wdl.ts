/** WDL values for the side to move, with the fifty-move rule. */

/**
 * 2 win, 1 cursed win (drawn by the fifty-move rule), 0 draw, -1 blessed loss (drawn by the fifty-move rule), -2 loss. For a half-move clock
 * of 0.
 */
export type Wdl = -2 | -1 | 0 | 1 | 2;

export function negated(wdl: Wdl): Wdl {
  // Avoids -0.
  return (0 - wdl) as Wdl;
}
