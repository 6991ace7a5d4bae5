/** Rows as aligned columns. `left` lists the left-aligned columns; the others are right-aligned. */
export function columnLines(rows: readonly (readonly string[])[], left: readonly number[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => (row[column] ?? "").length)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return left.includes(column) ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd(),
  );
}
