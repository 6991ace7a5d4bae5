/** The variants of the game, and what can be said of its tables. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import { TILES } from "./tiles.ts";

const DRAW_RULES = ["block", "until", "one"] as const;
const OPENINGS = ["double", "strongest", "own", "free"] as const;
const BLOCK_RULES = ["draw", "pips"] as const;

/** What a blocked game is worth: also the only rule that endgame tables differ by. */
export type BlockRule = (typeof BLOCK_RULES)[number];

export const MIN_ELEMENTS = 3;
/** Beyond these, the tables do not fit into a kernel's memory, or hardly pay. */
export const MAX_ELEMENTS: Readonly<Record<BlockRule, number>> = { draw: 9, pips: 7 };
export const DEFAULT_ELEMENTS = 6;

const BLOCKED: OptionSpec = {
  name: "blocked",
  kind: "choice",
  choices: BLOCK_RULES,
  default: "pips",
  summary: "a blocked game: goes to the hand with fewer pips, or is a draw",
};

export const VARIANT_OPTIONS: readonly OptionSpec[] = [
  { name: "hand", kind: "integer", min: 1, max: 14, default: 7, summary: "tiles dealt to each player" },
  {
    name: "stock",
    kind: "choice",
    choices: DRAW_RULES,
    default: "until",
    summary:
      "who cannot lay: draws until a tile fits; draws one tile and passes if it does not fit; or passes at once (block game)",
  },
  {
    name: "keep",
    kind: "integer",
    min: 0,
    max: 26,
    default: 0,
    summary: "last tiles of the stock that nobody may draw",
  },
  {
    name: "begins",
    kind: "choice",
    choices: OPENINGS,
    default: "double",
    summary:
      "who has the highest double, with it; who has the strongest tile, with it; the first player with the strongest of its own; or with any",
  },
  BLOCKED,
];

export const TABLE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "elements",
    kind: "integer",
    min: MIN_ELEMENTS,
    max: TILES,
    default: DEFAULT_ELEMENTS,
    summary: `tiles in both hands and one for the open ends: ${MIN_ELEMENTS} to ${MAX_ELEMENTS.pips} with pips, to ${MAX_ELEMENTS.draw} without`,
  },
  BLOCKED,
];

export interface Variant {
  readonly hand: number;
  /** The rules as numbers, in the order of the choices above where the kernel has them so. */
  readonly drawing: number;
  readonly keep: number;
  readonly opening: number;
  readonly blocked: BlockRule;
}

export function readVariant(options: OptionValues): Result<Variant> {
  const hand = Number(options["hand"]);
  const keep = Number(options["keep"]);
  const left = TILES - 2 * hand;
  if (keep > left) return fail("bad-variant", `keep: ${keep} is more than the ${left} tiles that stay in the stock`);
  return ok({
    hand,
    drawing: (DRAW_RULES as readonly unknown[]).indexOf(options["stock"]),
    keep,
    opening: (OPENINGS as readonly unknown[]).indexOf(options["begins"]),
    blocked: options["blocked"] as BlockRule,
  });
}

/** The rules of endgames: nothing is dealt or drawn, only what a block is worth counts. */
export function endgameVariant(blocked: BlockRule): Variant {
  return { hand: 7, drawing: 0, keep: 0, opening: OPENINGS.indexOf("free"), blocked };
}
