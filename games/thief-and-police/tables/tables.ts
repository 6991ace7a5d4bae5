import type { TableSpec } from "../../../engine/contracts/table.ts";
import { distanceSpec } from "./distance-tables.ts";
import { gameSpec } from "./game-table.ts";
import type { MazeTable } from "./table-options.ts";

export function tableSpec(table: MazeTable): TableSpec {
  return table.kind === "game" ? gameSpec(table) : distanceSpec(table);
}
