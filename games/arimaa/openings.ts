/** Opening positions for matches, after descriptions in paper 004. */
import { mirrored, turned } from "./setup/edit.ts";
import { setupRows } from "./setups.ts";

/**
 * The elephant-horse attack, with the attacker's horse held hostage by the other elephant near the attacked trap. Composed by us; gold attacks in
 * the west and is to move.
 */
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

/** 99of9 on both sides; one side lacks its elephant, the other one of its eight rabbits. Gold is to move. */
function elephantForRabbit(withoutElephant: number): string[] {
  const rows = setupRows("99of9");
  const gold = `${".".repeat(48)}${rows.slice(8)}${rows.slice(0, 8)}`;
  const silver = turned(gold);
  const letters = [...gold].map((letter, at) => (letter === "." ? silver[at]! : letter));
  const [elephant, rabbit] = withoutElephant === 0 ? ["E", "r"] : ["e", "R"];
  const rabbits = letters.flatMap((letter, at) => (letter === rabbit ? [at] : []));
  return rabbits.map((gone) =>
    letters.map((letter, at) => (letter === elephant || at === gone ? "." : letter)).join(""),
  );
}

export interface Opening {
  readonly side: number;
  /** 64 letters each. */
  positions(): string[];
}

/** By the name of the variant. */
export const OPENINGS: Readonly<Record<string, Opening>> = {
  "horse-hostage": { side: 0, positions: () => horseHostages(0) },
  "horse-hostage-silver": { side: 1, positions: () => horseHostages(1) },
  "without-elephant": { side: 0, positions: () => elephantForRabbit(0) },
  "without-elephant-silver": { side: 0, positions: () => elephantForRabbit(1) },
};
