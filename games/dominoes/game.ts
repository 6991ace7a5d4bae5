/** Dominoes for two players. */
import { playerKindsOf } from "./players.ts";
import { ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { endgameSpec, readEndgame } from "./endgame.ts";
import { MAX_ELEMENTS, MIN_ELEMENTS, readVariant, TABLE_OPTIONS, VARIANT_OPTIONS, type BlockRule } from "./options.ts";
import { DominoesRules } from "./rules.ts";
import { symmetry } from "./symmetry.ts";

export const game: Game = {
  id: "dominoes",
  title: "Dominoes",
  summary: "two players lay 28 tiles to a chain by matching numbers; the stock and the opponent's hand are hidden",
  examplePlayers: ["best", "greedy", "random"],
  options: VARIANT_OPTIONS,
  presets: { "paper-003": { stock: "until", begins: "own", blocked: "pips" }, block: { stock: "block" } },
  tableOptions: TABLE_OPTIONS,
  tablesFor: ({ blocked }) => {
    const rule: BlockRule = blocked === "draw" ? "draw" : "pips";
    const sizes = Array.from({ length: MAX_ELEMENTS[rule] - MIN_ELEMENTS + 1 }, (_, i) => MAX_ELEMENTS[rule] - i);
    return sizes.map((elements) => ({ elements, blocked: rule }));
  },
  probeExample: "01 12 / 22 23 / 3..4 / A",
  symmetry,
  table: (options) => {
    const endgame = readEndgame(options);
    return endgame.ok ? ok(endgameSpec(endgame.value)) : endgame;
  },
  open: async (options) => {
    const variant = readVariant(options);
    return variant.ok ? ok(new DominoesRules(game, options, variant.value, playerKindsOf)) : variant;
  },
};
