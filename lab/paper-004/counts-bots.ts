/** Paper 004, section 5: which bots Rat beats. */
import type { Estimate } from "../estimate.ts";
import type { CellLookup, Experiment } from "../experiment.ts";
import type { Verdict } from "../verdict.ts";
import { cell, fromSetups, P1, P2, PAPER, QUICK_GAMES, FULL_GAMES } from "./protocol.ts";

const COLUMN = "points of Rat";
const PROTOCOL =
  "Rat against our full-width alpha-beta, one turn (4 steps) and two turns (8 steps) deep, with weights fitted to recorded games and hand-written weights; named setups of both sides at random. The paper's bots of 2009 are not available; they had other evaluations";

/** Holds if at least `count` bots are beaten significantly; refuted if that is no longer possible. */
function beaten(count: number, bots: readonly string[], cells: CellLookup): Verdict {
  const measured = bots.flatMap((bot) => cells(bot, COLUMN) ?? []);
  if (measured.length === 0) return { outcome: "not settled", evidence: "no games" };
  const certain = measured.filter(({ low }: Estimate) => low > 50).length;
  const possible = bots.length - measured.filter(({ high }) => high <= 50).length;
  return {
    outcome: certain >= count ? "holds" : possible < count ? "does not hold" : "not settled",
    evidence: `${certain} of ${bots.length} beaten with 95 % confidence, ${bots.length - possible} not; ${measured.map(({ what, value, games, low, high }) => `${what.split(" / ")[0]} ${value.toFixed(0)} % of ${games} (${low.toFixed(0)} to ${high.toFixed(0)})`).join(", ")}`,
  };
}

export const experiment: Experiment = {
  id: "004-bots",
  paper: PAPER,
  table: "no table; section 5",
  title: "Rat against bots that search one and two turns",
  figure: "score (%)",
  rows: "opponent",
  columns: "",
  settings: {
    quick: { protocol: `${PROTOCOL}; ${QUICK_GAMES} games per cell.`, coreMinutes: 8 },
    full: { protocol: `${PROTOCOL}; ${FULL_GAMES} games per cell.`, coreMinutes: 270 },
  },
  cells: [...P1, ...P2].map((bot) => cell(bot, COLUMN, QUICK_GAMES, (games) => fromSetups(bot, games))),
  claims: [
    {
      text: "Most of the P1 bots can be beaten regularly (here: both, more than half of the points).",
      judge: (cells) => beaten(Math.floor(P1.length / 2) + 1, P1, cells),
    },
    {
      text: "Several of the P2 bots can be beaten regularly (here: both, more than half of the points).",
      judge: (cells) => beaten(2, P2, cells),
    },
  ],
};
