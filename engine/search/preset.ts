/** Presets: a player kind with other defaults under another name. */
import type { OptionSpec, OptionValues } from "../contracts/options.ts";
import type { PlayerKind } from "../contracts/player.ts";
import { playerText, withDefaults } from "./parameters.ts";

/**
 * Parameters default to the preset's values, then to the kind's. The player's text is the kind's own with all changed
 * parameters, so that records stay valid if the preset changes.
 */
export function presetKind(name: string, summary: string, kind: PlayerKind, values: OptionValues): PlayerKind {
  const known = new Set(kind.parameters.map((spec) => spec.name));
  const unknown = Object.keys(values).find((key) => !known.has(key));
  if (unknown !== undefined) throw new Error(`${name}: ${kind.name} has no parameter ${unknown}`);
  const { tables } = kind;
  const text =
    kind.text ??
    ((given: OptionValues) => playerText(kind.name, kind.parameters, withDefaults(kind.parameters, given)));
  return {
    name,
    summary,
    presetOf: kind.name,
    parameters: kind.parameters.map((spec) => ({ ...spec, default: values[spec.name] ?? spec.default }) as OptionSpec),
    ...(tables ? { tables: (given) => tables({ ...values, ...given }) } : {}),
    text: (given) => text({ ...values, ...given }),
    create: (given, seed) => kind.create({ ...values, ...given }, seed),
  };
}
