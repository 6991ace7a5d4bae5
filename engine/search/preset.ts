/** A player under a name of its own: another kind with other defaults. */
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { PlayerKind } from "../contracts/player.ts";
import { playerText, withDefaults } from "./parameters.ts";

/**
 * What is not given has the preset's value, or else the kind's. The player's text is the kind's own, with all that differs
 * from its defaults: a record stays true whatever the preset means later.
 */
export function presetKind(name: string, summary: string, kind: PlayerKind, values: OptionValues): PlayerKind {
  const known = new Set(kind.parameters.map((spec) => spec.name));
  const stranger = Object.keys(values).find((key) => !known.has(key));
  if (stranger !== undefined) throw new Error(`${name}: ${kind.name} has no parameter ${stranger}`);
  const { tables } = kind;
  const text =
    kind.text ??
    ((given: OptionValues) => playerText(kind.name, kind.parameters, withDefaults(kind.parameters, given)));
  return {
    name,
    summary,
    parameters: kind.parameters.map((spec) => ({ ...spec, default: values[spec.name] ?? spec.default }) as OptionSpec),
    ...(tables ? { tables: (given) => tables({ ...values, ...given }) } : {}),
    text: (given) => text({ ...values, ...given }),
    create: (given, seed) => kind.create({ ...values, ...given }, seed),
  };
}
