/** Numbers with units. */

/** `1,234`, `5.6 M`. */
export function formatCount(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} G`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} M`;
  return Math.round(count).toLocaleString("en");
}

export function formatBytes(count: number): string {
  if (count >= 1e9) return `${(count / 1e9).toFixed(1)} GB`;
  if (count >= 1e6) return `${(count / 1e6).toFixed(1)} MB`;
  if (count >= 1e3) return `${(count / 1e3).toFixed(1)} kB`;
  return `${count} bytes`;
}

export function formatSeconds(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}

/** `2 h 5 min`, `40 s`. */
export function formatDuration(total: number): string {
  if (total < 90) return `${Math.round(total)} s`;
  const minutes = Math.round(total / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The id of a game as words: `chinese-checkers` becomes `chinese checkers`. */
export function gameName(id: string): string {
  return id.replaceAll("-", " ");
}
