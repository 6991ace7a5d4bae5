/** How a seat came out of a game, in a word. Pure. */

/** Two who share a win have half a point each, and have won all the same. */
export function standingOf(scores: readonly number[], seat: number): string | null {
  const score = scores[seat];
  if (score === undefined) return null;
  const most = Math.max(...scores);
  if (score === 1) return "won";
  if (score === 0) return "lost";
  if (scores.length > 1 && scores.every((other) => other === score)) return "draw";
  return score === most && scores.length > 1 ? "won" : String(score);
}
