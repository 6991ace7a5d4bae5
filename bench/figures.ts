/** Formatting of numbers and columns. */

export type Report = (line: string) => void;

export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

const MAGNITUDES = [
  [1e9, "G"],
  [1e6, "M"],
  [1e3, "k"],
] as const;

/** Three significant digits with a magnitude: 25.6 M. */
export function rate(value: number): string {
  const [unit, letter] = MAGNITUDES.find(([least]) => value >= least) ?? [1, ""];
  return `${(value / unit).toPrecision(3)} ${letter}`.trimEnd();
}

export function seconds(value: number): string {
  return value < 0.01 ? value.toFixed(4) : value.toFixed(2);
}

export function ratio(value: number): string {
  return `${value.toPrecision(3)}×`;
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Aligned columns: the first to the left, the others to the right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, cell.length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
