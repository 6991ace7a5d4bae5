/** Tables are files in the user's folder. */
import { tablesFolder } from "../../tables/folder.ts";
import { TableStore } from "../../tables/store.ts";
import type { TableShelf } from "../../tables/shelf.ts";

export function tableShelf(): TableShelf {
  return new TableStore(tablesFolder());
}
