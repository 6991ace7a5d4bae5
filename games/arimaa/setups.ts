/** Named setups; setups.as.ts has their pieces. */
import type { Move } from "../../engine/contracts/position.ts";
import { NAMED_SETUP } from "./constants.ts";

/** Descriptions from gold's view: second row, then first. */
export const SETUPS: Readonly<Record<string, string>> = {
  "99of9": "RHCMECHR over RRRDDRRR: dogs behind",
  "99of9-cats": "RHDMEDHR over RRRCCRRR: cats behind",
  fritzlein: "DHCMECHD over RRRRRRRR: all rabbits behind",
  eh: "RHDEHDMR over RRRCCRRR: elephant and horses on one wing, the camel on the other",
  "camel-wing": "HCREDRMH over RRRDRRCR: the camel on a wing, rabbits behind the traps",
};

/** Each name, then its mirror image. */
export const SETUP_NAMES: readonly string[] = Object.keys(SETUPS).flatMap((name) => [name, `${name}-mirrored`]);

export function setupMove(name: string): Move {
  return (NAMED_SETUP + SETUP_NAMES.indexOf(name)) as Move;
}

/** The pieces from gold's view: 16 letters, the first row from a to h, then the second. */
export function setupRows(name: string): string {
  const [second = "", first = ""] = (SETUPS[name.replace(/-mirrored$/, "")] ?? "").match(/[RCDHME]{8}/g) ?? [];
  const rows = [first, second];
  return rows.map((row) => (name.endsWith("-mirrored") ? [...row].toReversed().join("") : row)).join("");
}
