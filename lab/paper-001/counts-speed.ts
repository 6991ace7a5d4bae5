/** Paper 001, section 5.3: node expansions of the UCT players in equal time. */
import { unwrap } from "../../engine/contracts/errors.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { game } from "../../games/chinese-checkers/game.ts";
import type { Cell, Experiment } from "../experiment.ts";
import { atLeast, within } from "../verdict.ts";
import { PAPER } from "./protocol.ts";

const EXPANSIONS = 100_000;
const PLIES = 50;
const EVERY = 10;
/** The first round warms up. */
const ROUNDS = 9;
const PROTOCOL = `CPU time of ${EXPANSIONS.toLocaleString("en")} node expansions at every tenth ply of a game, ${ROUNDS - 1} rounds, the three players in turns; the ratio of their speeds`;

/** Of the paper: base0 is 1.5 times as fast as heur0 and twice as fast as end0; those two are about equal. */
const RATIOS: readonly (readonly [fast: string, slow: string, paper: number])[] = [
  ["base0", "heur0", 1.5],
  ["base0", "end0", 2],
  ["heur0", "end0", 1],
];

/** Expansions per second of CPU time, by player. */
async function measureSpeeds(): Promise<ReadonlyMap<string, number>> {
  const options = unwrap(parseOptions(game.options, { side: "9", pieces: "6", win: "filled", repetition: "allowed" }));
  const rules = unwrap(await game.open(options));
  const names = ["base0", "heur0", "end0"];
  const players = await Promise.all(names.map((name) => makePlayer(rules, name, 1)));
  const totals = players.map(() => ({ expansions: 0, seconds: 0 }));
  try {
    let position = rules.initial();
    for (let ply = 0; ply < PLIES && rules.result(position) === null; ply++) {
      const rounds = ply % EVERY === 0 ? ROUNDS : 0;
      for (let round = 0; round < rounds; round++) {
        for (const [i, player] of players.entries()) {
          const before = process.cpuUsage();
          const { info } = await player.choose(position, { nodes: EXPANSIONS });
          const { user, system } = process.cpuUsage(before);
          const total = totals[i] as (typeof totals)[number];
          if (round === 0) continue;
          total.expansions += info?.nodes ?? 0;
          total.seconds += (user + system) / 1e6;
        }
      }
      const guide = players[0] as (typeof players)[number];
      position = rules.play(position, [(await guide.choose(position, { nodes: 5_000 })).move]);
    }
  } finally {
    await Promise.all(players.map((player) => player.close()));
    await rules.close();
  }
  return new Map(names.map((name, i) => [name, (totals[i]?.expansions ?? 0) / (totals[i]?.seconds ?? 1)]));
}

let measured: Promise<ReadonlyMap<string, number>> | null = null;

/** All ratios are of one measurement. */
async function speedRatio(one: string, other: string): Promise<number> {
  measured ??= measureSpeeds();
  const speeds = await measured;
  return (speeds.get(one) ?? 0) / (speeds.get(other) ?? 1);
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
