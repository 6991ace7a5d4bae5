/** Formatting of numbers, plies, bytes and seconds. */

export function formatNumber(value: number): string {
  return value.toLocaleString("en");
}

export function formatPlies(plies: number): string {
  return plies === 1 ? "1 ply" : `${plies} plies`;
}

export function formatMoves(moves: number): string {
  return moves === 1 ? "1 move" : `${moves} moves`;
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
