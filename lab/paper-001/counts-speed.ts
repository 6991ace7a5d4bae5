/** Paper 001, section 5.3: node expansions of the UCT players in equal time. */
import { unwrap } from "../../engine/contracts/errors.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { game } from "../../games/chinese-checkers/game.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { atLeast, within } from "../verdict.ts";
import { PAPER } from "./protocol.ts";

const PROTOCOL =
  "CPU time of 300,000 node expansions at every tenth ply of a game of base0 against itself, in turns for all players; the ratio of the sums";

/** Of the paper: base0 is 1.5 times as fast as heur0 and twice as fast as end0; those two are about equal. */
const RATIOS: readonly (readonly [fast: string, slow: string, paper: number])[] = [
  ["base0", "heur0", 1.5],
  ["base0", "end0", 2],
  ["heur0", "end0", 1],
];
const ROUNDS = 2;
const EXPANSIONS = 300_000;
const PLIES = 50;
const EVERY = 10;

/** Expansions per second of CPU time of both players, as a ratio. */
async function speedRatio(one: string, other: string): Promise<number> {
  const options = unwrap(parseOptions(game.options, { side: "9", pieces: "6", win: "filled", repetition: "allowed" }));
  const rules = unwrap(await game.open(options));
  try {
    const players = await Promise.all(
      [one, other, "base0"].map((name) => makePlayer(rules, `${name}(expansions=${EXPANSIONS})`, 1)),
    );
    const [first, second, guide] = players as [(typeof players)[0], (typeof players)[0], (typeof players)[0]];
    const totals = [first, second].map(() => ({ expansions: 0, seconds: 0 }));
    let position = rules.initial();
    for (let ply = 0; ply < PLIES && rules.result(position) === null; ply++) {
      if (ply % EVERY === 0) {
        for (let round = 0; round < ROUNDS; round++) {
          for (const [i, player] of [first, second].entries()) {
            const before = process.cpuUsage();
            const { info } = await player.choose(position, {});
            const { user, system } = process.cpuUsage(before);
            const total = totals[i] as (typeof totals)[0];
            total.expansions += info?.nodes ?? 0;
            total.seconds += (user + system) / 1e6;
          }
        }
      }
      position = rules.play(position, [(await guide.choose(position, { nodes: 5_000 })).move]);
    }
    await Promise.all(players.map((player) => player.close()));
    const [a, b] = totals.map(({ expansions, seconds }) => expansions / seconds) as [number, number];
    return a / b;
  } finally {
    await rules.close();
  }
}

const cells: readonly Cell[] = RATIOS.map(([fast, slow, value]) => {
  const measurement = { kind: "figure", compute: () => speedRatio(fast, slow) } as const;
  return {
    row: `${fast} / ${slow}`,
    column: "expansions in equal time",
    paper: { value, decimals: 1, games: null },
    measure: { quick: measurement, full: measurement },
  };
});

export const experiment: Experiment = {
  id: "001-speed",
  paper: PAPER,
  table: "section 5.3",
  title: "Node expansions of the UCT players in equal time",
  figure: "ratio of the numbers of node expansions in equal CPU time",
  rows: "players",
  columns: "figure",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 1 }, full: { protocol: PROTOCOL, coreMinutes: 1 } },
  cells,
  claims: [
    {
      text: "In equal time the basic player expands more nodes than the heuristic player (the paper: 1.5 times as many).",
      judge: (look) => atLeast(1.05, look("base0 / heur0", "expansions in equal time")),
    },
    {
      text: "In equal time the basic player expands more nodes than the endgame player (the paper: twice as many).",
      judge: (look) => atLeast(1.05, look("base0 / end0", "expansions in equal time")),
    },
    {
      text: "The heuristic and the endgame player expand about as many (here: a ratio of 0.8 to 1.25).",
      judge: (look) => within(0.8, 1.25, look("heur0 / end0", "expansions in equal time")),
    },
  ],
};
