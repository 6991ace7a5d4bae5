/** Which tables of a set are listed, and in which order. Pure. */
import type { SetTable } from "../../service/api.ts";

/** In words. */
export const ORDERS = { material: "by material", longest: "longest win first", size: "largest first" } as const;
export type Order = keyof typeof ORDERS;

/** Every word must be part of the name or of what the table covers. */
export function matching(tables: readonly SetTable[], text: string, onlyThere: boolean): readonly SetTable[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return tables.filter(({ name, covers, status }) => {
    const about = `${name} ${covers}`.toLowerCase();
    return (!onlyThere || status === "ready") && words.every((word) => about.includes(word));
  });
}

/** What has no such number comes last. */
export function ordered(tables: readonly SetTable[], order: Order): readonly SetTable[] {
  if (order === "material") return tables;
  const of = ({ counts, sizeBytes, entries }: SetTable): number =>
    order === "longest" ? (counts?.longestWin ?? -1) : (sizeBytes ?? -1 / entries);
  return tables.toSorted((a, b) => of(b) - of(a));
}
