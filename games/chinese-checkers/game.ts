/** Chinese Checkers for two on a rhombus. */
import { playerKindsOf } from "./players.ts";
import { fail, ok } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { oneSideSpec, readOneSide } from "./one-side.ts";
import { ONE_SIDE_OPTIONS, readVariant, TABLE_OPTIONS, TWO_SIDE_OPTIONS, VARIANT_OPTIONS } from "./options.ts";
import { ChineseCheckersRules } from "./rules.ts";
import { readTwoSide, twoSideSpec } from "./two-side.ts";

export const game: Game = {
  id: "chinese-checkers",
  title: "Chinese Checkers",
  summary: "two players race across a rhombus by rolling and by chains of jumps",
  examplePlayers: ["alphabeta(depth=3)", "uct(playouts=500)", "greedy"],
  options: VARIANT_OPTIONS,
  presets: {
    "paper-001": { side: 9, pieces: 6, win: "filled", repetition: "allowed" },
    "paper-000": { side: 9, pieces: 10, win: "all" },
  },
  tableOptions: TABLE_OPTIONS,
  starterTables: { side: 7 },
  backgroundTables: { side: 9, pieces: 6 },
  tablesFor: ({ side = null, pieces = null, win = null, moves, stuck, repetition }) => {
    const oneSide = { ...defaultsOf(TABLE_OPTIONS), side, pieces };
    // In two-side tables a draw is endless play, and a player without a move passes.
    const hasTwoSide = (moves === "all" || moves === "paper") && stuck === "pass" && repetition !== "loss";
    return [...(hasTwoSide ? [{ ...oneSide, sides: 2, win, moves }] : []), oneSide];
  },
  table: (options) => {
    const both = options["sides"] === 2;
    const foreign = (both ? ONE_SIDE_OPTIONS : TWO_SIDE_OPTIONS).find(
      ({ name, default: fallback }) => (options[name] ?? fallback) !== fallback,
    );
    if (foreign)
      return fail("bad-variant", `${foreign.name}: not an option of a ${both ? "two-side" : "one-side"} table`);
    if (both) {
      const table = readTwoSide(options);
      return table.ok ? ok(twoSideSpec(table.value)) : table;
    }
    const table = readOneSide(options);
    return table.ok ? ok(oneSideSpec(table.value)) : table;
  },
  open: async (options) => {
    const variant = readVariant(options);
    return variant.ok ? ok(new ChineseCheckersRules(game, options, variant.value, playerKindsOf)) : variant;
  },
};
