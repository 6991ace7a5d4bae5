/** Chinese Checkers for two on a rhombus. */
import { ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { oneSideOffer, readOneSide } from "./one-side.ts";
import { readVariant, TABLE_OPTIONS, VARIANT_OPTIONS } from "./options.ts";
import { ChineseCheckersRules } from "./rules.ts";

export const game: Game = {
  id: "chinese-checkers",
  title: "Chinese Checkers",
  summary: "two players race across a rhombus by rolling and by chains of jumps",
  options: VARIANT_OPTIONS,
  presets: {
    "paper-001": { side: 9, pieces: 6, win: "filled", repetition: "allowed" },
    "paper-000": { side: 9, pieces: 10, win: "all" },
  },
  tableOptions: TABLE_OPTIONS,
  table: (options) => {
    const table = readOneSide(options);
    return table.ok ? ok(oneSideOffer(table.value)) : table;
  },
  open: async (options) => {
    const variant = readVariant(options);
    return variant.ok ? ok(new ChineseCheckersRules(game, options, variant.value)) : variant;
  },
};
