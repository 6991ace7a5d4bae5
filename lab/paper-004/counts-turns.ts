/**
 * Paper 004, section 1 and figure 1(a): how many distinct turns a position has. The figure's game (#82562) is not available, so its peak, 41,939 for
 * silver on turn 9, cannot be checked; recorded games of others can, if they are on this machine.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { GameloreError, throwIfAborted, unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { Board } from "../../games/arimaa/board.ts";
import { PLAYING } from "../../games/arimaa/layout.ts";
import { parseRecord } from "../../games/arimaa/records.ts";
import { SETUP_NAMES, setupMove } from "../../games/arimaa/setups.ts";
import { STATE_BYTES } from "../../games/arimaa/layout.ts";
import { exact } from "../estimate.ts";
import type { Cell, Experiment, Measurement } from "../experiment.ts";
import { atLeast, within } from "../verdict.ts";
import { PAPER } from "./protocol.ts";

const GAMES_FILE =
  process.env["GAMELORE_ARIMAA_GAMES"] ?? join(import.meta.dirname, "../../../shared/facts/arimaa/games.jsonl");

const SETUPS = "first turn, all pairs of named setups";
const ALL = "recorded games, all turns";
/** Turn numbers, from and to; the setups are turn 1. */
const RANGES: readonly (readonly [string, number, number])[] = [
  [ALL, 2, Number.POSITIVE_INFINITY],
  ["recorded games, turn 2", 2, 2],
  ["recorded games, turns 3 to 5", 3, 5],
  ["recorded games, turns 6 to 10", 6, 10],
  ["recorded games, turns 11 to 20", 11, 20],
  ["recorded games, turns 21 to 40", 21, 40],
  ["recorded games, turns 41 on", 41, Number.POSITIVE_INFINITY],
];
const COLUMNS = ["positions", "fewest", "mean", "most"] as const;
type Column = (typeof COLUMNS)[number];

const board = (): Board => (opened ??= new Board());
let opened: Board | null = null;

/** Gold's first turn, for every pair of named setups. */
function countFirstTurns(): number[] {
  return SETUP_NAMES.flatMap((gold) =>
    SETUP_NAMES.map((silver) => {
      const empty: Position = new Uint8Array(STATE_BYTES);
      return board().listTurns(board().play(board().play(empty, setupMove(gold)), setupMove(silver)));
    }),
  );
}

interface CountedTurn {
  readonly number: number;
  readonly turns: number;
}

/** Every position of the recorded games. */
function countRecorded(signal: AbortSignal | undefined): CountedTurn[] {
  let text: string;
  try {
    text = readFileSync(GAMES_FILE, "utf8");
  } catch {
    throw new GameloreError("bad-player", "no recorded games; name a file of them in GAMELORE_ARIMAA_GAMES");
  }
  return text
    .trim()
    .split("\n")
    .flatMap((line) => {
      throwIfAborted(signal);
      const { turns } = JSON.parse(line) as { turns: [string, string][] };
      const record = turns.map(([label, steps]) => `${label} ${steps}`).join("\n");
      return unwrap(parseRecord(board(), record))
        .turns.filter(({ before }) => before[PLAYING] !== 0)
        .map(({ before }, i) => ({ number: 2 + (i >> 1), turns: board().listTurns(before) }));
    });
}

let recorded: CountedTurn[] | null = null;

function summary(counts: readonly number[], column: Column): number {
  const figures = {
    positions: counts.length,
    fewest: counts.reduce((least, each) => Math.min(least, each), Number.POSITIVE_INFINITY),
    mean: counts.reduce((sum, each) => sum + each, 0) / counts.length,
    most: counts.reduce((most, each) => Math.max(most, each), 0),
  };
  return figures[column];
}

function cellOf(row: string, column: Column, measure: Measurement): Cell {
  return { row, column, paper: null, decimals: 0, measure: { quick: measure, full: measure } };
}

const PROTOCOL =
  "Computed, no games: distinct placements after a turn. Recorded games of players and bots, if they are on this machine";

export const experiment: Experiment = {
  id: "004-turns",
  paper: PAPER,
  table: "no table; section 1, figure 1(a)",
  title: "Distinct turns of a position",
  figure: "distinct turns",
  rows: "positions",
  columns: "",
  settings: { quick: { protocol: PROTOCOL, coreMinutes: 2 }, full: { protocol: PROTOCOL, coreMinutes: 2 } },
  cells: [
    ...COLUMNS.map((column) => {
      const compute = async (): Promise<number> => summary(countFirstTurns(), column);
      return cellOf(SETUPS, column, { kind: "figure", compute });
    }),
    ...RANGES.flatMap(([row, first, last]) =>
      COLUMNS.map((column) => {
        const compute = async (signal?: AbortSignal): Promise<number> => {
          recorded ??= countRecorded(signal);
          const chosen = recorded.filter(({ number }) => number >= first && number <= last);
          return summary(
            chosen.map(({ turns }) => turns),
            column,
          );
        };
        return cellOf(row, column, { kind: "figure", compute });
      }),
    ),
  ],
  claims: [
    {
      text: "The first turn has about 2,000 to 3,000 possible moves, depending on the setup (here: 1,500 to 3,500 for all pairs of named setups).",
      judge: (cells) => {
        const [fewest, most] = [cells(SETUPS, "fewest"), cells(SETUPS, "most")];
        if (!fewest || !most) return within(0, 0, null);
        const isWithin = fewest.value >= 1_500 && most.value <= 3_500;
        return {
          outcome: isWithin ? "holds" : "does not hold",
          evidence: `${fewest.value.toLocaleString("en")} to ${most.value.toLocaleString("en")}`,
        };
      },
    },
    {
      text: "A position has over 17,000 possible moves on average (recorded games, all turns).",
      judge: (cells) => atLeast(17_000, cells(ALL, "mean")),
    },
    {
      text: "Positions of over 40,000 possible moves occur (recorded games).",
      judge: (cells) => {
        const most = cells(ALL, "most");
        return atLeast(40_000, most && exact("most", most.value));
      },
    },
  ],
};
