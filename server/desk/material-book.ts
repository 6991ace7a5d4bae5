/**
 * Tables of material whose set is not complete: what is there answers, and what is not there is named with the command that builds it. Which
 * table a position belongs to is told by its pieces, so that no set is opened for positions that it cannot know.
 */
import { fail, GameloreError } from "../../engine/contracts/errors.ts";
import type { Rules } from "../../engine/contracts/game.ts";
import { formatNumber } from "../../engine/contracts/quantities.ts";
import type { TableOffer, TablePiece, TableSetOffer } from "../../engine/contracts/table.ts";
import { openSet, type OpenedTables } from "../../engine/tables/probing.ts";
import type { TableShelf } from "../../engine/tables/shelf.ts";
import type { ValueBook } from "../documents/values.ts";

interface MaterialTable {
  readonly set: TableSetOffer;
  readonly offer: TableOffer;
}

export interface MaterialBook {
  readonly book: ValueBook;
  close(): void;
}

/** The same for the same pieces of both sides, whichever case their letters have. */
export function materialKey(pieces: readonly TablePiece[], swapped = false): string {
  const ownerOf = (owner: number | null): number | null => (owner === null || !swapped ? owner : 1 - owner);
  return pieces
    .map(({ letter, owner }) => `${ownerOf(owner)}${letter.toLowerCase()}`)
    .toSorted()
    .join(" ");
}

/** Null where no table says which pieces it is of. Smaller sets come last in `sets`, and are asked first. */
export function materialBook(rules: Rules, store: TableShelf, sets: readonly TableSetOffer[]): MaterialBook | null {
  const tables = new Map<string, MaterialTable>();
  for (const set of sets)
    for (const offer of set.tables) if (offer.pieces) tables.set(materialKey(offer.pieces), { set, offer });
  if (tables.size === 0) return null;
  const opened = new Map<TableSetOffer, OpenedTables>();
  const probe: ValueBook["probe"] = (position) => {
    const { pieces } = rules.view(position);
    const found = tables.get(materialKey(pieces)) ?? tables.get(materialKey(pieces, true));
    if (!found) return fail("not-in-table", "no table has these pieces");
    const { set, offer } = found;
    if (!store.has(offer.identity)) return fail("table-missing", missingText(offer));
    const open = opened.get(set) ?? openSet(store, set);
    opened.set(set, open);
    try {
      return open.table.probe(position);
    } catch (error) {
      if (error instanceof GameloreError && error.code === "table-missing") return { ok: false, error };
      throw error;
    }
  };
  const name = sets[0]?.name ?? "";
  return { book: { name, kind: "table", probe }, close: () => opened.forEach((each) => each.close()) };
}

function missingText({ identity, command }: TableOffer): string {
  return `the table ${identity.name} (${formatNumber(identity.entries)} entries) is not built; build it with: ${command}`;
}
