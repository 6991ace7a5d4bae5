/** Paper 004, section 5: which bots Rat beats. */
import type { Estimate } from "../estimate.ts";
import type { CellLookup, Claim, Experiment } from "../experiment.ts";
import type { Verdict } from "../verdict.ts";
import { cell, EXACT_P1, EXACT_P2, FAIRY, fromSetups, FULL_GAMES, P1, P2, PAPER, type Opponent } from "./protocol.ts";

const RAT = "rat";
const EXTENDED = "rat-extended";
const PROTOCOL =
  "rat, and rat-extended, which is ours, against bots of one turn (4 steps, P1) and two turns (8 steps, P2): the sample bot of 2009 and fairy (2005), if they are on this machine, which set up their pieces themselves; p1 and p2, alpha-beta like theirs; and alpha-beta that searches goals exactly and plays captures out. Against ours named setups of both sides at random";

/** Games in the quick setting: of rat, of rat-extended. */
const QUICK: ReadonlyMap<Opponent, readonly [number, number]> = new Map<Opponent, readonly [number, number]>([
  [P1[0] as Opponent, [40, 10]],
  [P1[1] as Opponent, [40, 10]],
  [P2[0] as Opponent, [20, 4]],
  [P2[1] as Opponent, [12, 2]],
  [FAIRY, [4, 2]],
  ...EXACT_P1.map((each) => [each, [10, 4]] as const),
  ...EXACT_P2.map((each) => [each, [6, 2]] as const),
]);

/** Holds if at least `count` bots are beaten significantly; refuted if that is no longer possible. */
function beaten(count: number, bots: readonly Opponent[], cells: CellLookup): Verdict {
  const measured = bots.flatMap(({ row }) => cells(row, RAT) ?? []);
  if (measured.length === 0) return { outcome: "not settled", evidence: "no games" };
  const certain = measured.filter(({ low }: Estimate) => low > 50).length;
  const possible = bots.length - measured.filter(({ high }) => high <= 50).length;
  return {
    outcome: certain >= count ? "holds" : possible < count ? "does not hold" : "not settled",
    evidence: `${certain} of ${bots.length} beaten with 95 % confidence, ${bots.length - possible} not; ${measured.map(({ what, value, games, low, high }) => `${what.split(" / ")[0]} ${value.toFixed(0)} % of ${games} (${low.toFixed(0)} to ${high.toFixed(0)})`).join(", ")}`,
  };
}

function claim(sentence: string, condition: string, bots: readonly Opponent[]): Claim {
  return {
    text: `${sentence}, ${condition} (here: both, more than half of the points).`,
    judge: (cells) => beaten(bots.length, bots, cells),
  };
}

const MOST = "Most of the P1 bots can be beaten regularly";
const SEVERAL = "Several of the P2 bots can be beaten regularly";
const OF_2009 = "against bots like those of 2009";
const SHARPER = "against ours with exact goal search and captures played out";

export const experiment: Experiment = {
  id: "004-bots",
  paper: PAPER,
  table: "no table; section 5",
  title: "Rat against bots that search one and two turns",
  figure: "score (%)",
  rows: "opponent",
  columns: "points of",
  settings: {
    quick: { protocol: `${PROTOCOL}; 4 to 40 games per cell.`, coreMinutes: 40 },
    full: { protocol: `${PROTOCOL}; ${FULL_GAMES} games per cell.`, coreMinutes: 1_500 },
  },
  cells: [...QUICK].flatMap(([opponent, [rat, extended]]) => [
    cell(opponent.row, RAT, rat, (games) => fromSetups(RAT, opponent, games)),
    cell(opponent.row, EXTENDED, extended, (games) => fromSetups(EXTENDED, opponent, games)),
  ]),
  claims: [
    claim(MOST, OF_2009, P1),
    claim(SEVERAL, OF_2009, P2),
    claim(MOST, SHARPER, EXACT_P1),
    claim(SEVERAL, SHARPER, EXACT_P2),
  ],
};
