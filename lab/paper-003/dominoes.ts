/** Counts of dominoes for the tables of paper 003, cached. */
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { SymmetryCount, MaterialSymmetry } from "../../engine/contracts/symmetry.ts";
import { findGame } from "../../games/games.ts";
import { wonPositions, type WonPositions } from "../../games/dominoes/won-positions.ts";

export const PAPER = "Saffidine, Jouandeau, Buron, Cazenave: Material Symmetry to Partition Endgame Tables (2013)";

const counts = new Map<string, Promise<SymmetryCount>>();
const won = new Map<number, Promise<WonPositions>>();

async function count(elements: number, classes: string): Promise<SymmetryCount> {
  const symmetry = unwrap(await findGame("dominoes")).symmetry as MaterialSymmetry;
  return symmetry.count(elements, { ...defaultsOf(symmetry.options), classes }, {});
}

/** Sets and positions by the paper's classes. */
export function paperCount(elements: number): Promise<SymmetryCount> {
  const key = String(elements);
  const counting = counts.get(key) ?? count(elements, "paper");
  counts.set(key, counting);
  return counting;
}

/** Won positions, where a blocked game goes to the hand with fewer pips. */
export function wonCount(elements: number): Promise<WonPositions> {
  const counting = won.get(elements) ?? wonPositions(elements, "pips");
  won.set(elements, counting);
  return counting;
}
