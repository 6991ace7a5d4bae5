/** Paper 001, Table 3: the best players of each kind, 100,000 node expansions per move. */
import { average, complement, difference, type Estimate } from "../estimate.ts";
import { grid, type CellLookup, type Experiment } from "../experiment.ts";
import { atLeast, every, within } from "../verdict.ts";
import { FIGURE, match, PAPER } from "./protocol.ts";

const PLAYERS: Readonly<Record<string, string>> = {
  "αβ rows": "ab-rows",
  "αβ lookup": "ab-table",
  base0: "base0",
  heur0: "heur0",
  end0: "end0",
};
const NAMES = Object.keys(PLAYERS);
const UCT = ["base0", "heur0", "end0"];
const EXPANSIONS = 100_000;
const PROTOCOL = `Games from the starting position, ${EXPANSIONS.toLocaleString("en")} node expansions per move (αβ: depth 5, non-backward moves); omitted as in the paper: αβ against αβ, which is deterministic`;

const second = (cells: CellLookup, player: string, other: string): Estimate | null =>
  complement(`${player} second against ${other}`, cells(other, player));
/** Against another player, over both seats. */
const over = (cells: CellLookup, player: string, other: string): Estimate | null =>
  average(`${player} against ${other}, both seats`, [cells(player, other), second(cells, player, other)]);
const others = (player: string): readonly string[] => NAMES.filter((name) => name !== player);

export const experiment: Experiment = {
  id: "001-table-3",
  paper: PAPER,
  table: "Table 3",
  title: "The best players of each kind at equal node expansions",
  figure: FIGURE,
  rows: "moves first",
  columns: "moves second",
  settings: {
    quick: { protocol: `${PROTOCOL}; 20 games per cell.`, coreMinutes: 6 },
    full: { protocol: `${PROTOCOL}; 100 games per cell.`, coreMinutes: 28 },
  },
  cells: grid(
    NAMES,
    {
      "αβ rows": [null, null, 54, 18, 67],
      "αβ lookup": [null, null, 75, 36, 88],
      base0: [83, 65, 56, 5, 62],
      heur0: [96, 87, 96, 67, 97],
      end0: [72, 27, 43, 5, 49],
    },
    (row, column) => {
      const measure = (games: number) => match(PLAYERS[row] ?? "", PLAYERS[column] ?? "", { nodes: EXPANSIONS }, games);
      return { decimals: 1, games: 100, measure: { quick: measure(20), full: measure(100) } };
    },
  ),
  claims: [
    {
      text: "As evaluation of alpha-beta (αβ), the lookup table is better than the average row: more wins as first player.",
      judge: (cells) =>
        atLeast(
          0,
          average(
            "lookup minus rows as first player, mean",
            UCT.map((uct) => difference(cells("αβ lookup", uct), cells("αβ rows", uct))),
          ),
        ),
    },
    {
      text: "The same as second player.",
      judge: (cells) =>
        atLeast(
          0,
          average(
            "lookup minus rows as second player, mean",
            UCT.map((uct) => difference(cells(uct, "αβ rows"), cells(uct, "αβ lookup"))),
          ),
        ),
    },
    {
      text: "The heuristic player beats every other one, in either seat.",
      judge: (cells) =>
        every(
          50,
          others("heur0").flatMap((other) => [cells("heur0", other), second(cells, "heur0", other)]),
        ),
    },
    {
      text: "It wins more than 85 % of its games as first player.",
      judge: (cells) =>
        every(
          85,
          others("heur0").map((other) => cells("heur0", other)),
        ),
    },
    {
      text: "It wins more than 60 % of its games as second player.",
      judge: (cells) =>
        every(
          60,
          others("heur0").map((other) => second(cells, "heur0", other)),
        ),
    },
    {
      text: "Ending playouts by the endgame table makes the basic player worse.",
      judge: (cells) => atLeast(50, over(cells, "base0", "end0")),
    },
    {
      text: "The basic UCT player beats alpha-beta with average rows.",
      judge: (cells) => atLeast(50, over(cells, "base0", "αβ rows")),
    },
    {
      text: "The basic UCT player does not beat alpha-beta with the lookup table.",
      judge: (cells) => within(0, 50, over(cells, "base0", "αβ lookup")),
    },
    {
      text: "The first mover has an advantage (the paper: about 5 % more wins).",
      judge: (cells) => {
        const pairings = NAMES.flatMap((one, i) => NAMES.slice(i).map((other) => [one, other] as const)).filter(
          ([, other]) => UCT.includes(other),
        );
        const shares = pairings.map(([one, other]) =>
          one === other ? cells(one, other) : average("", [cells(one, other), cells(other, one)]),
        );
        return atLeast(50, average("score of the first mover, mean of all pairings", shares));
      },
    },
  ],
};
