/** The tables of a maze, by what they are about. */
import type { TableSpec } from "../../../engine/contracts/table.ts";
import { distanceOffer } from "./distance-tables.ts";
import { gameOffer } from "./game-table.ts";
import type { MazeTable } from "./table-options.ts";

export function tableOffer(table: MazeTable): TableSpec {
  return table.kind === "game" ? gameOffer(table) : distanceOffer(table);
}
