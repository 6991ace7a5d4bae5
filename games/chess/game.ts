/** Chess. */
import { playerKindsOf } from "./players.ts";
import { ok, type Result } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { OptionValues } from "../../engine/contracts/options.ts";
import { OPTIONS, PRESETS, readStart } from "./options.ts";
import { ChessRules, type PlayerKindsOf } from "./rules.ts";
import { openSyzygy, SYZYGY_OPTIONS } from "./syzygy/options.ts";
import { readTable, readTableSet, TABLE_OPTIONS, tablesNamed } from "./tables/table-options.ts";

export const game: Game = {
  id: "chess",
  title: "Chess",
  summary: "two players capture, promote and castle by the laws of chess; checkmate wins",
  example: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
  positionFormat: "FEN",
  examplePlayers: ["best", "alphabeta(depth=7)", "random"],
  options: OPTIONS,
  presets: PRESETS,
  tableOptions: TABLE_OPTIONS,
  starterTables: { pieces: 3 },
  tablesFor: () => [{ pieces: 5, material: null }],
  table: readTable,
  tableSet: readTableSet,
  tablesNamed,
  probeExample: "8/8/8/8/8/2k5/1R6/K7 w - - 0 1",
  externalTables: { options: SYZYGY_OPTIONS, open: openSyzygy },
  open: async (options) => openChess(options),
};

/** Opens a variant; with `playerKinds` a front end adds kinds to those of the game, such as external engines. */
export function openChess(options: OptionValues, playerKinds: PlayerKindsOf = playerKindsOf): Result<ChessRules> {
  const start = readStart(options);
  return start.ok ? ok(new ChessRules(game, options, start.value, playerKinds)) : start;
}
