/**
 * The players of paper 001 (Roschke and Sturtevant, UCT Enhancements in Chinese Checkers Using an Endgame Database) under their
 * published names: plain UCT without solved subtrees, and alpha-beta that chooses at random among equally good moves, which favours
 * no kind of move. They search to the end of the game, without the perfect finish.
 */
import type { OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { presetKind } from "../../engine/search/preset.ts";

/**
 * Tuned by the authors but not published. These are our values: `gamelore tune --preset paper-001 --opening 0` (SPSA) of base0 and
 * heur0, started from hand-set values; for end0 it found nothing better. docs/results/paper-001.md has the commands.
 */
const TUNED = {
  base: { c: 0.34, length: 0.0054 },
  heur: { c: 0.26, weight: 0.065 },
  end: { c: 0.7, length: 0 },
} satisfies Record<string, OptionValues>;

const UCT: OptionValues = { expansions: 100_000, finish: "no", proofs: "no" };
const BASE: OptionValues = { ...UCT, eval: "rows", stop: "end", ...TUNED.base };
const HEUR: OptionValues = { ...UCT, eval: "table", stop: "depth", ...TUNED.heur };
const END: OptionValues = { ...UCT, eval: "table", stop: "separated", ...TUNED.end };
const END_0: OptionValues = { ...END, moves: "forward", random: 17, threshold: 18 };
const ALPHABETA: OptionValues = { depth: 5, moves: "non-backward", finish: "no", ties: "random" };

interface Preset {
  readonly kind: "alphabeta" | "uct";
  readonly summary: string;
  readonly values: OptionValues;
}

function uct(summary: string, values: OptionValues): Preset {
  return { kind: "uct", summary: `${summary}; ${values["moves"]} moves in the tree`, values };
}

const TO_THE_END = "UCT, playouts to the end of the game";
const BY_TABLE = "UCT, short playouts evaluated by the table";
const UNTIL_APART = "UCT, playouts until the sides are separated, won by the side ahead by the table";

/** Published: moves in the tree, random moves, threshold, depth. */
const PRESETS: Readonly<Record<string, Preset>> = {
  base0: uct(TO_THE_END, { ...BASE, moves: "forward", random: 17, threshold: 18 }),
  base1: uct(TO_THE_END, { ...BASE, moves: "non-backward", random: 14, threshold: 18 }),
  base2: uct(TO_THE_END, { ...BASE, moves: "all", random: 22, threshold: 20 }),
  heur0: uct(BY_TABLE, { ...HEUR, moves: "forward", random: 43, threshold: 32, depth: 13 }),
  heur1: uct(BY_TABLE, { ...HEUR, moves: "non-backward", random: 55, threshold: 20, depth: 13 }),
  heur2: uct(BY_TABLE, { ...HEUR, moves: "all", random: 32, threshold: 27, depth: 14 }),
  end0: uct(UNTIL_APART, END_0),
  end1: uct(UNTIL_APART, { ...END, moves: "non-backward", random: 6, threshold: 2 }),
  end2: uct(UNTIL_APART, { ...END, moves: "all", random: 21, threshold: 23 }),
  end3: uct("used in two tables of the paper but not defined: same as end0", END_0),
  "ab-rows": { kind: "alphabeta", summary: "alpha-beta, evaluation by rows", values: { ...ALPHABETA, eval: "rows" } },
  "ab-table": {
    kind: "alphabeta",
    summary: "alpha-beta, evaluation by the table",
    values: { ...ALPHABETA, eval: "table" },
  },
};

/**
 * With ten pieces, which the paper leaves open, no table covers all of a side's pieces: two tables of paper 000 replace it, six pieces
 * and four. They count moves, the table plies, so the weight of a playout is doubled.
 */
function withoutTable(values: OptionValues): OptionValues {
  if (values["eval"] !== "table") return values;
  const weight = values["weight"] === undefined ? {} : { weight: 2 * Number(values["weight"]) };
  return { ...values, eval: "pdb(6+4)", ...weight };
}

export function presetsOf(kinds: readonly PlayerKind[], hasTable: boolean): readonly PlayerKind[] {
  return Object.entries(PRESETS).map(([name, { kind, summary, values }]) => {
    const own = kinds.find((each) => each.name === kind) as PlayerKind;
    return presetKind(name, `paper 001: ${summary}`, own, hasTable ? values : withoutTable(values));
  });
}
