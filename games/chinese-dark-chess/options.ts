/** Options of variants, and their encoding for the kernel. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";

export const VARIANT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "limit",
    kind: "integer",
    min: 1,
    max: 250,
    default: 40,
    summary: "plies without a capture after which the game is a draw",
  },
  {
    name: "flips",
    kind: "choice",
    choices: ["count", "reset"],
    default: "count",
    summary: "whether a flip counts as such a ply, or resets the count",
  },
  {
    name: "cannon",
    kind: "choice",
    choices: ["jump", "step", "both"],
    default: "jump",
    summary: "how a cannon captures: any piece by jumping over one piece; by stepping, according to its rank; or both",
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
    summary: "whether a cannon may capture a face-down piece, of either side",
  },
  {
    name: "repetition",
    kind: "choice",
    choices: ["allowed", "draw", "loss"],
    default: "allowed",
    summary: "result of a third repetition; loss: for the player who causes it",
  },
];

/** The capture rules: the only part of a variant that endgames of revealed pieces depend on. */
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
    return fail(
      "bad-variant",
      "dark=cannon: a cannon that only steps cannot capture face-down pieces; expected cannon=jump or both",
    );
  return ok({
    ...captures,
    limit: Number(options["limit"] ?? 40),
    flipsReset: options["flips"] === "reset",
    jumpsOnDark,
    repetition: String(options["repetition"] ?? "allowed") as HistoryRules["repetition"],
  });
}

/** The arguments of the kernel's `setVariant`, without the thread's memory. */
export type VariantNumbers = readonly [limit: number, flips: number, king: number, cannon: number, dark: number];

export function kernelNumbers(variant: Variant): VariantNumbers {
  const cannon = { jump: 1, step: 2, both: 3 }[variant.cannon];
  const king = Number(variant.king === "takes-pawns");
  return [variant.limit, Number(variant.flipsReset), king, cannon, Number(variant.jumpsOnDark)];
}
