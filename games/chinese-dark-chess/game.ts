import { playerKindsOf } from "./players.ts";
import { ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { readVariant, VARIANT_OPTIONS } from "./options.ts";
import { DarkChessRules } from "./rules.ts";
import { symmetry } from "./symmetry.ts";
import { readTable, readTableSet, TABLE_OPTIONS } from "./table-options.ts";

export const game: Game = {
  id: "chinese-dark-chess",
  title: "Chinese Dark Chess",
  summary: "two players flip the pieces of Chinese chess on half a board and capture by rank",
  examplePlayers: ["best", "uct(playouts=500)", "greedy"],
  options: VARIANT_OPTIONS,
  presets: {},
  tableOptions: TABLE_OPTIONS,
  tablesFor: ({ cannon = null, king = null }) =>
    [5, 4, 3, 2].flatMap((elements) =>
      ["values", "wins"].map((storage) => ({ ...defaultsOf(TABLE_OPTIONS), elements, storage, cannon, king })),
    ),
  table: readTable,
  tableSet: readTableSet,
  probeExample: "......../.R....../..k...../........ b 0",
  symmetry,
  open: async (options) => {
    const variant = readVariant(options);
    return variant.ok ? ok(new DarkChessRules(game, options, variant.value, playerKindsOf)) : variant;
  },
};
