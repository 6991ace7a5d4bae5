/**
 * Opening positions for matches: the elephant-horse attack of paper 004, with the attacker's horse held hostage by the other elephant near the
 * attacked trap. Composed by us after its description; gold attacks in the west and is to move.
 */
import { mirrored, turned } from "./setup/edit.ts";

const HORSE_HOSTAGES: readonly (readonly string[])[] = [
  // Held on a6, everything at home: camel on g3, horse on d3, dog on b3.
  ["rrr.drrr", "rhcdmc.r", "He.E..h.", "........", "........", ".D.H..M.", "R.C..C.R", "RRRDRRR."],
  // Held on b7.
  ["rrrcdrrr", ".Hrd.c.r", ".e.E..mh", "......h.", "........", ".D.H..M.", "R.C..C.R", "RRRDRRR."],
  // The elephant on c5 instead of d6, the horse on a6 or b7.
  ["rrr.drrr", "rhcdmc.r", "He....h.", "..E.....", "........", ".D.H..M.", "R.C..C.R", "RRRDRRR."],
  ["rrrcdrrr", ".Hrd.c.r", ".e....mh", "..E...h.", "........", ".D.H..M.", "R.C..C.R", "RRRDRRR."],
  // The camel is on its way, the other horse still at home.
  ["rrr.drrr", "rhcdmc.r", "He.E..h.", "........", "........", ".D..M...", "R.C..CHR", "RRRDRRR."],
  // Silver's camel has come forward.
  ["rrrd.rrr", "r.cdhc.r", "He.E...h", ".....m..", "........", ".D.H..M.", "R.C..C.R", "RRRDRRR."],
  // A rabbit has gone up the east side.
  ["rrr.drrr", "rhcdmc.r", "He.E..h.", "........", ".......R", ".D.H..M.", "R.C..C..", "RRRDRRR."],
  // Cats in front, dogs behind.
  ["rrr.crrr", "rhdcmd.r", "He.E..h.", "........", "........", ".C.H..M.", "R.D..D.R", "RRRCRRR."],
  // Each side has lost a rabbit.
  ["rrr.drr.", "rhcdmc.r", "He.E..h.", "........", "........", ".D.H..M.", "R.C..C.R", "RRRDRR.."],
  // Silver's camel behind its trap.
  ["rrrmdrrr", "r.cdhc.r", "He.E..h.", "........", "........", ".D.H..M.", "..C..C.R", "RRRDRRRR"],
  // The horse guards the east, the camel stands in the middle.
  ["rrr.drrr", "rhcdmc.r", "He.E..h.", "........", "...M....", ".D....H.", "R.C..C.R", "RRRDRRR."],
  // Held on b7, the victim stands on e7.
  ["rrrcdrrr", ".Hr.dc.r", ".e.E..mh", "......h.", "........", ".D.HM...", "R.C..C.R", "RRRDRRR."],
];

/** Positions with gold (0) or silver (1) as the attacker, to move: 64 letters each, in the west and mirrored. */
export function horseHostages(attacker: number): string[] {
  return HORSE_HOSTAGES.map((rows) => rows.join(""))
    .flatMap((letters) => [letters, mirrored(letters)])
    .map((letters) => (attacker === 0 ? letters : turned(letters)));
}

/** The attacker by the name of the variant. */
export const OPENINGS: Readonly<Record<string, number>> = { "horse-hostage": 0, "horse-hostage-silver": 1 };
