/** Suggestions for mistyped words. */

/** Damerau–Levenshtein distance (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const above = rows[i - 1] as number[];
      const same = a[i - 1] === b[j - 1];
      let least = Math.min(
        (above[j] as number) + 1,
        (row[j - 1] as number) + 1,
        (above[j - 1] as number) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, ((rows[i - 2] as number[])[j - 2] as number) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[a.length]?.[b.length] as number;
}

/** The known word with the smallest edit distance; null if none is close enough. */
export function closestWord(word: string, known: readonly string[]): string | null {
  const given = word.toLowerCase().slice(0, 64);
  const ranked = known
    // The distance is at least the difference in length.
    .filter((candidate) => candidate.length < 2 * given.length + 2)
    .map((candidate) => ({ candidate, distance: editDistance(given, candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(1, Math.floor(Math.max(given.length, best.candidate.length) / 3))
    ? best.candidate
    : null;
}

/** `; did you mean "x"?`, or an empty string. */
export function didYouMean(word: string, known: readonly string[]): string {
  const best = closestWord(word, known);
  return best === null ? "" : `; did you mean "${best}"?`;
}
