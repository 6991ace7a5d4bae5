/** Paper 004, section 5: which bots Rat beats. */
import type { Estimate } from "../estimate.ts";
import type { CellLookup, Experiment } from "../experiment.ts";
import type { Verdict } from "../verdict.ts";
import { cell, fromSetups, P1, P2, PAPER, QUICK_GAMES, FULL_GAMES } from "./protocol.ts";

const COLUMN = "points of Rat";
const PROTOCOL =
  "Rat against full-width alpha-beta of ours, one turn (4 steps) and two turns (8) ahead, with weights fitted to recorded play and weights written by hand; both sides set up by names drawn at random. The paper's bots of 2009 are not at hand: they had evaluations of their own and are other players";

/** At least so many are surely beaten; refuted where so many cannot be any more. */
function beaten(count: number, bots: readonly string[], cells: CellLookup): Verdict {
  const known = bots.flatMap((bot) => cells(bot, COLUMN) ?? []);
  if (known.length === 0) return { outcome: "not settled", evidence: "no games" };
  const surely = known.filter(({ low }: Estimate) => low > 50).length;
  const perhaps = bots.length - known.filter(({ high }) => high <= 50).length;
  return {
    outcome: surely >= count ? "holds" : perhaps < count ? "does not hold" : "not settled",
    evidence: `${surely} of ${bots.length} surely beaten, ${bots.length - perhaps} surely not; ${known.map(({ what, value, games, low, high }) => `${what.split(" / ")[0]} ${value.toFixed(0)} % of ${games} (${low.toFixed(0)} to ${high.toFixed(0)})`).join(", ")}`,
  };
}

export const experiment: Experiment = {
  id: "004-bots",
  paper: PAPER,
  table: "no table; section 5",
  title: "Rat against bots that look one and two turns ahead",
  figure: "per cent of the points",
  rows: "opponent",
  columns: "",
  settings: {
    quick: { protocol: `${PROTOCOL}; ${QUICK_GAMES} games each.`, coreMinutes: 8 },
    full: { protocol: `${PROTOCOL}; ${FULL_GAMES} games each.`, coreMinutes: 270 },
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
