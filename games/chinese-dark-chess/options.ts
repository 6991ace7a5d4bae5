/** The variants as data, and as the numbers that the kernel takes. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { HistoryRules } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";

export const VARIANT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "limit",
    kind: "integer",
    min: 1,
    max: 250,
    default: 40,
    summary: "plies without a capture after which the game is drawn",
  },
  {
    name: "flips",
    kind: "choice",
    choices: ["count", "reset"],
    default: "count",
    summary: "whether turning a piece up counts as such a ply, or begins the count anew",
  },
  {
    name: "cannon",
    kind: "choice",
    choices: ["jump", "step", "both"],
    default: "jump",
    summary: "how a cannon captures: jumping over one piece onto any other; stepping, as its rank allows; or both",
  },
  {
    name: "king",
    kind: "choice",
    choices: ["spares-pawns", "takes-pawns"],
    default: "spares-pawns",
    summary: "whether a king captures pawns",
  },
  {
    name: "dark",
    kind: "choice",
    choices: ["safe", "cannon"],
    default: "safe",
    summary: "whether a cannon may capture a piece that lies face down, whosever it turns out to be",
  },
  {
    name: "repetition",
    kind: "choice",
    choices: ["allowed", "draw", "loss"],
    default: "allowed",
    summary: "what happens when a position occurs for the third time; loss: for who brings it about",
  },
];

/** How pieces capture: all of a variant that an endgame of revealed pieces depends on. */
export interface Captures {
  readonly cannon: "jump" | "step" | "both";
  readonly king: "spares-pawns" | "takes-pawns";
}

export interface Variant extends Captures {
  readonly limit: number;
  readonly flipsReset: boolean;
  readonly jumpsOnDark: boolean;
  readonly repetition: HistoryRules["repetition"];
}

export const CAPTURE_OPTIONS: readonly OptionSpec[] = VARIANT_OPTIONS.filter(({ name }) =>
  ["cannon", "king"].includes(name),
);

export function readCaptures(options: OptionValues): Captures {
  return {
    cannon: String(options["cannon"] ?? "jump") as Captures["cannon"],
    king: String(options["king"] ?? "spares-pawns") as Captures["king"],
  };
}

export function readVariant(options: OptionValues): Result<Variant> {
  const captures = readCaptures(options);
  const jumpsOnDark = options["dark"] === "cannon";
  if (jumpsOnDark && captures.cannon === "step")
    return fail("bad-variant", "dark=cannon: a cannon that only steps cannot capture what lies face down");
  return ok({
    ...captures,
    limit: Number(options["limit"] ?? 40),
    flipsReset: options["flips"] === "reset",
    jumpsOnDark,
    repetition: String(options["repetition"] ?? "allowed") as HistoryRules["repetition"],
  });
}

/** The arguments of the kernel's `setVariant`, less the thread's memory. */
export function kernelNumbers(variant: Variant): number[] {
  const cannon = { jump: 1, step: 2, both: 3 }[variant.cannon];
  const bits = [variant.flipsReset, variant.king === "takes-pawns"].map(Number);
  return [variant.limit, ...bits, cannon, Number(variant.jumpsOnDark)];
}
