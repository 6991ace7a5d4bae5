/** A seat's result in one word. Pure. */

/** Players who share a win have half a point each, and have won. */
export function seatResult(scores: readonly number[], seat: number): string | null {
  const score = scores[seat];
  if (score === undefined) return null;
  const most = Math.max(...scores);
  if (score === 1) return "won";
  if (score === 0) return "lost";
  if (scores.length > 1 && scores.every((other) => other === score)) return "draw";
  return score === most && scores.length > 1 ? "won" : String(score);
}
