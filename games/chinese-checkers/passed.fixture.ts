/** Positions in which the sides have passed each other. */
import { pick } from "../../engine/contracts/suites/random-play.ts";

/** Rows from the last piece of x to the first piece of o: positive once all pieces have passed each other. */
export function rowsBetween(text: string): number {
  const rows = text.slice(0, -2).split("/");
  return rows.findIndex((row) => row.includes("o")) - rows.findLastIndex((row) => row.includes("x"));
}

/** Random pieces, each side beyond a line between two rows. */
export function randomPast(side: number, pieces: number, random: () => number): string {
  const lengths = Array.from({ length: 2 * side - 1 }, (_, row) => Math.min(row + 1, 2 * side - 1 - row));
  const cells = lengths.flatMap((length, row) => Array.from({ length }, () => row));
  while (true) {
    const line = 1 + Math.floor(random() * (2 * side - 2));
    const chosen = new Map<number, string>();
    const above = cells.map((_, cell) => cell).filter((cell) => (cells[cell] as number) < line);
    const below = cells.map((_, cell) => cell).filter((cell) => (cells[cell] as number) >= line);
    if (above.length < pieces || below.length < pieces) continue;
    for (let i = 0; i < pieces; i++) {
      chosen.set(above.splice(Math.floor(random() * above.length), 1)[0] as number, "x");
      chosen.set(below.splice(Math.floor(random() * below.length), 1)[0] as number, "o");
    }
    let cell = 0;
    const rows = lengths.map((length) =>
      Array.from({ length }, () => chosen.get(cell++) ?? ".")
        .join("")
        .replace(/\.+/g, (gap) => String(gap.length)),
    );
    return `${rows.join("/")} ${pick(["x", "o"], random)}`;
  }
}
