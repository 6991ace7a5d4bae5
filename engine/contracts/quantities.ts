/** Formatting of numbers with their nouns, plies, bytes and seconds. */

export function formatNumber(value: number): string {
  return value.toLocaleString("en");
}

/** The number with its noun: `1 table`, `1,200 tables`. */
export function plural(count: number, noun: string, nouns: string = `${noun}s`): string {
  return `${formatNumber(count)} ${count === 1 ? noun : nouns}`;
}

export function formatPlies(plies: number): string {
  return plural(plies, "ply", "plies");
}

export function formatMoves(moves: number): string {
  return plural(moves, "move");
}

export function formatBytes(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB", "TB"];
  let unit = 0;
  let value = bytes;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${unit === 0 ? value : value.toPrecision(3)} ${units[unit]}`;
}

export function formatSeconds(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${(seconds / 3600).toFixed(1)} h`;
}
