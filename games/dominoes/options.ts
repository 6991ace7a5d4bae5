/** Options of variants and tables. */
import { plural } from "../../engine/contracts/quantities.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import { TILES } from "./tiles.ts";

const DRAW_RULES = ["block", "until", "one"] as const;
const OPENINGS = ["double", "strongest", "own", "free"] as const;
const BLOCK_RULES = ["draw", "pips"] as const;

/** The result of a blocked game: the only rule that endgame tables depend on. */
export type BlockRule = (typeof BLOCK_RULES)[number];

export const MIN_ELEMENTS = 3;
/** Larger tables do not fit into kernel memory or are not worthwhile. */
export const MAX_ELEMENTS: Readonly<Record<BlockRule, number>> = { draw: 9, pips: 7 };
export const DEFAULT_ELEMENTS = 6;

const BLOCKED: OptionSpec = {
  name: "blocked",
  kind: "choice",
  choices: BLOCK_RULES,
  default: "pips",
  summary: "result of a blocked game: a win for the hand with fewer pips, or a draw",
};

export const VARIANT_OPTIONS: readonly OptionSpec[] = [
  { name: "hand", kind: "integer", min: 1, max: 14, default: 7, summary: "tiles dealt to each player" },
  {
    name: "stock",
    kind: "choice",
    choices: DRAW_RULES,
    default: "until",
    summary:
      "a player who cannot lay: until: draws until a tile fits; one: draws one tile and passes if it does not fit; block: passes immediately",
  },
  {
    name: "keep",
    kind: "integer",
    min: 0,
    max: 26,
    default: 0,
    summary: "tiles at the end of the stock that may not be drawn",
  },
  {
    name: "begins",
    kind: "choice",
    choices: OPENINGS,
    default: "double",
    summary:
      "the first move: double: by the holder of the highest double; strongest: by the holder of the strongest tile; own: by A with its strongest tile; free: by A with any tile",
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
    summary: `tiles in both hands plus one for the open ends: ${MIN_ELEMENTS} to ${MAX_ELEMENTS.pips} with blocked pips, to ${MAX_ELEMENTS.draw} with blocked draw`,
  },
  BLOCKED,
];

export interface Variant {
  readonly hand: number;
  /** `drawing` and `opening`: indices of the choices above, as in the kernel. */
  readonly drawing: number;
  readonly keep: number;
  readonly opening: number;
  readonly blocked: BlockRule;
}

export function readVariant(options: OptionValues): Result<Variant> {
  const hand = Number(options["hand"]);
  const keep = Number(options["keep"]);
  const left = TILES - 2 * hand;
  if (keep > left)
    return fail(
      "bad-variant",
      `keep: ${keep} is more than the ${plural(left, "tile")} left in the stock after dealing`,
    );
  return ok({
    hand,
    drawing: (DRAW_RULES as readonly unknown[]).indexOf(options["stock"]),
    keep,
    opening: (OPENINGS as readonly unknown[]).indexOf(options["begins"]),
    blocked: options["blocked"] as BlockRule,
  });
}

/** The variant of endgames: nothing is dealt or drawn, only the result of a block matters. */
export function endgameVariant(blocked: BlockRule): Variant {
  return { hand: 7, drawing: 0, keep: 0, opening: OPENINGS.indexOf("free"), blocked };
}
