/** Paper 001, Table 3: the best players of each kind, 100,000 node expansions per move. */
import { average, complement, difference, type Estimate } from "../estimate.ts";
import { grid, type CellLookup, type Claim, type Experiment } from "../experiment.ts";
import { atLeast, every, within } from "../verdict.ts";
import { FIGURE, match, PAPER } from "./protocol.ts";

const UCT = ["base0", "heur0", "end0"];
const ALPHABETA: Readonly<Record<string, string>> = { "αβ rows": "ab-rows", "αβ lookup": "ab-table" };
const NAMES = [...Object.keys(ALPHABETA), ...UCT];
const EXPANSIONS = 100_000;

/** How alpha-beta chooses among equally good moves, which the paper does not say. */
interface Condition {
  readonly ties: "random" | "first" | "rows";
  /** Of the experiment's id. */
  readonly suffix: string;
  /** After a verdict. */
  readonly words: string;
}

const CONDITIONS: readonly Condition[] = [
  { ties: "random", suffix: "", words: "when alpha-beta breaks ties at random" },
  { ties: "first", suffix: "-ties-first", words: "when alpha-beta plays the first of equal moves" },
  { ties: "rows", suffix: "-ties-rows", words: "when alpha-beta breaks ties by rows gained" },
];

const PRINTED: Readonly<Record<string, readonly (number | null)[]>> = {
  "αβ rows": [null, null, 54, 18, 67],
  "αβ lookup": [null, null, 75, 36, 88],
  base0: [83, 65, 56, 5, 62],
  heur0: [96, 87, 96, 67, 97],
  end0: [72, 27, 43, 5, 49],
};

/** Without alpha-beta, so in the first condition only. */
const ENDGAME_PLAYOUTS: Claim = {
  text: "Ending playouts by the endgame table makes the basic player worse.",
  judge: (cells) =>
    atLeast(
      50,
      average("base0 against end0, both seats", [
        cells("base0", "end0"),
        complement("base0 second against end0", cells("end0", "base0")),
      ]),
    ),
};

/** Over all pairings, so in the first condition only. */
const FIRST_MOVER: Claim = {
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
};

export const experiments: readonly Experiment[] = CONDITIONS.map(tableUnder);

/** All cells with random ties; of the others only those with alpha-beta. */
function tableUnder({ ties, suffix, words }: Condition): Experiment {
  const random = ties === "random";
  const protocol = `Games from the starting position, ${EXPANSIONS.toLocaleString("en")} node expansions per move, plain UCT; αβ: depth 5, non-backward moves, of equally good moves ${{ random: "a random one", first: "the first found", rows: "the one that gains the most rows" }[ties]}; αβ against αβ is omitted, as in the paper${random ? "" : ", and so are games without αβ, which are those of 001-table-3"}`;
  const player = (name: string): string => {
    const preset = ALPHABETA[name];
    return preset === undefined ? name : random ? preset : `${preset}(ties=${ties})`;
  };
  /** Games without alpha-beta are those of the first condition. */
  const at = (cells: CellLookup, row: string, column: string): Estimate | null =>
    UCT.includes(row) && UCT.includes(column) ? cells(row, column, "001-table-3") : cells(row, column);
  const second = (cells: CellLookup, name: string, other: string): Estimate | null =>
    complement(`${name} second against ${other}`, at(cells, other, name));
  /** Against another player, over both seats. */
  const over = (cells: CellLookup, name: string, other: string): Estimate | null =>
    average(`${name} against ${other}, both seats`, [at(cells, name, other), second(cells, name, other)]);
  const others = (name: string): readonly string[] => NAMES.filter((each) => each !== name);
  const printed = random
    ? PRINTED
    : Object.fromEntries(
        Object.entries(PRINTED).map(([row, values]) => [
          row,
          values.map((value, i) => (row in ALPHABETA || (NAMES[i] as string) in ALPHABETA ? value : null)),
        ]),
      );
  return {
    id: `001-table-3${suffix}`,
    paper: PAPER,
    table: "Table 3",
    title: "The best players of each kind at equal node expansions",
    condition: words,
    figure: FIGURE,
    rows: "moves first",
    columns: "moves second",
    settings: {
      quick: { protocol: `${protocol}; 20 games per cell.`, coreMinutes: random ? 6 : 4 },
      full: { protocol: `${protocol}; 100 games per cell.`, coreMinutes: random ? 28 : 18 },
    },
    cells: grid(NAMES, printed, (row, column) => {
      const measure = (games: number) => match(player(row), player(column), { nodes: EXPANSIONS }, games);
      return { decimals: 1, games: 100, measure: { quick: measure(20), full: measure(100) } };
    }),
    claims: [
      {
        text: "As evaluation of alpha-beta (αβ), the lookup table is better than the average row: more wins as first player.",
        judge: (cells) =>
          atLeast(
            0,
            average(
              "lookup minus rows as first player, mean",
              UCT.map((uct) => difference(at(cells, "αβ lookup", uct), at(cells, "αβ rows", uct))),
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
              UCT.map((uct) => difference(at(cells, uct, "αβ rows"), at(cells, uct, "αβ lookup"))),
            ),
          ),
      },
      {
        text: "The heuristic player beats every other one, in either seat.",
        judge: (cells) =>
          every(
            50,
            others("heur0").flatMap((other) => [at(cells, "heur0", other), second(cells, "heur0", other)]),
          ),
      },
      {
        text: "The heuristic player beats alpha-beta with the lookup table, in either seat.",
        judge: (cells) => every(50, [cells("heur0", "αβ lookup"), second(cells, "heur0", "αβ lookup")]),
      },
      {
        text: "It wins more than 85 % of its games as first player.",
        judge: (cells) =>
          every(
            85,
            others("heur0").map((other) => at(cells, "heur0", other)),
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
        text: "The basic UCT player beats alpha-beta with average rows.",
        judge: (cells) => atLeast(50, over(cells, "base0", "αβ rows")),
      },
      {
        text: "The basic UCT player does not beat alpha-beta with the lookup table.",
        judge: (cells) => within(0, 50, over(cells, "base0", "αβ lookup")),
      },
      ...(random ? [ENDGAME_PLAYOUTS, FIRST_MOVER] : []),
    ],
  };
}
