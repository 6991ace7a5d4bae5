/** Filter and order of the tables of a set. Pure. */
import type { SetTable } from "../../service/table-documents.ts";

export const ORDERS = { material: "by material", longest: "longest win first", size: "largest first" } as const;
export type Order = keyof typeof ORDERS;

/** Every word must occur in the name or in what the table covers. */
export function matching(tables: readonly SetTable[], text: string, onlyBuilt: boolean): readonly SetTable[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tables.filter(({ name, covers, status }) => {
    const about = `${name} ${covers}`.toLowerCase();
    return (!onlyBuilt || status === "ready") && words.every((word) => about.includes(word));
  });
}

/** Tables without the number come last. */
export function ordered(tables: readonly SetTable[], order: Order): readonly SetTable[] {
  if (order === "material") return tables;
  const of = ({ counts, sizeBytes, entries }: SetTable): number =>
    order === "longest" ? (counts?.longestWin ?? -1) : (sizeBytes ?? -1 / entries);
  return tables.toSorted((a, b) => of(b) - of(a));
}
