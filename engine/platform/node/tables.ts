/** Tables are files in the user's data folder. */
import { tablesFolder } from "./folders.ts";
import { TableStore } from "../../tables/store.ts";
import type { TableSource } from "../../tables/table-source.ts";

export function tableSource(): TableSource {
  return new TableStore(tablesFolder());
}
