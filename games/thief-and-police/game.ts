/** Thief and Police: pursuit in a maze. */
import { playerKindsOf } from "./players.ts";
import { ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { readVariant, VARIANT_OPTIONS } from "./options.ts";
import { ThiefAndPoliceRules } from "./rules.ts";
import { readTable, TABLE_OPTIONS } from "./tables/table-options.ts";
import { tableSpec } from "./tables/tables.ts";

export const game: Game = {
  id: "thief-and-police",
  title: "Thief and Police",
  summary: "policemen surround a thief in a maze before he reaches an exit; alternating or simultaneous turns",
  openingPlies: 0,
  examplePlayers: ["alphabeta(depth=5)", "uct(playouts=500)", "random"],
  variantPlayers: { equilibrium: { turns: "simultaneous" }, duct: { turns: "simultaneous" } },
  options: VARIANT_OPTIONS,
  presets: {},
  tableOptions: TABLE_OPTIONS,
  tablesFor: ({ maze = null, policemen = null, stay = null, turns = null }) =>
    turns === "simultaneous" ? [] : [{ ...defaultsOf(TABLE_OPTIONS), kind: "game", maze, policemen, stay, turns }],
  table: (options) => {
    const table = readTable(options);
    return table.ok ? ok(tableSpec(table.value)) : table;
  },
  open: async (options) => {
    const variant = readVariant(options);
    if (!variant.ok) return variant;
    return ok(
      new ThiefAndPoliceRules(game, { ...options, maze: variant.value.mazeText }, variant.value, playerKindsOf),
    );
  },
};
