/** The experiments against the papers: printed figures, protocols, refutable claims. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../engine/contracts/errors.ts";
import { EDB_PRESETS } from "../games/chess/edb/presets.ts";
import { readEndgame } from "../games/chess/endgames.ts";
import { exact, fromPercent, type Estimate } from "./estimate.ts";
import type { Cell, CellLookup, Experiment, MatchMeasurement } from "./experiment.ts";
import { chooseExperiments, loadExperiments } from "./experiments.ts";

const experiments = await loadExperiments();
const find = (id: string): Experiment => chooseExperiments(experiments, [id])[0] as Experiment;

/** Tables I to IV of paper 000 under further conditions. */
const CONDITIONS = ["-paper-moves", "-listed", "-manhattan", "-manhattan-rows"];

/** The tables as printed, row by row; a dash is an empty cell. */
const TABLES: Readonly<Record<string, string>> = {
  "000-table-1": "100 97 97 97 95 / 54 60 63 63 61 / 100 100 100 93 96 / 61 57 62 60 60",
  "000-table-2": "82 86 82 80 80 / 76 80 84 94 80 / 96 94 82 94 92",
  "000-table-3": "52 74 70 66 77 / 60 64 68 64 56 / 62 76 66 76 72",
  "000-table-4": "65 67 79 / 52 61 68 / 62 78 66",
  "000-table-5": "60 54 / 68 64 / 72 70 / 68 56 / 76 68 / 80 76",
  "000-table-6": "64 64 / 76 76 / 60 64 / 76 72 / 64 62",
  "000-table-7": "74 71 70 69 / 81 81 79 77 / 63 73 79 70 / 70 67 70 56 / 77 79 77 76",
  "000-table-8": "64 67 66 63 / 67 66 64 64 / 72 69 68 65 / 68 68 65 64 / 74 72 72 68",
  "000-table-9": "72 68 68 67 / 76 74 73 71 / 60 66 66 62 / 67 66 64 64 / 68 67 64 64",
  "000-table-10": "61 60 60 58 / 62 64 61 60 / 58 57 57 55 / 65 63 62 60 / 66 67 64 59",
  // Not in the paper.
  "000-nodes": "",
  "000-opponents": "",
  "001-table-1": `324,540,216 100.000 1,878,392,407,320 100.000 / 237,093,780 73.055 1,096,993,404,430 58.401 /
    156,238,908 48.142 536,211,932,256 28.546 / 99,795,696 30.750 247,994,680,648 13.202 /
    61,474,519 18.942 107,518,933,731 5.724 / 36,288,252 11.181 43,183,019,880 2.299 /
    20,358,520 6.273 15,820,024,220 0.842 / 10,737,573 3.309 5,178,066,751 0.276 / 5,245,786 1.616 1,471,442,973 0.078`,
  "001-table-3":
    "– – 54.0 18.0 67.0 / – – 75.0 36.0 88.0 / 83.0 65.0 56.0 5.0 62.0 / 96.0 87.0 96.0 67.0 97.0 / 72.0 27.0 43.0 5.0 49.0",
  "001-table-4": `13.0 12.5 12.5 17.0 11.5 / 88.5 92.5 94.5 90.5 94.0 / 63.0 61.5 74.0 70.0 80.5 /
    49.5 46.0 40.5 37.0 27.5 / 97.0 97.5 100.0 98.5 99.5 / 6.5 4.0 3.0 1.5 1.5`,
  "001-table-5": `10.6 8.0 7.0 9.0 / 95.0 93.5 97.0 97.0 / 55.6 62.5 56.5 59.0 /
    51.9 49.0 57.5 54.0 / 98.8 99.0 96.0 94.0 / 8.1 4.0 1.5 3.0`,
  // Ratios in the text of section 5.3.
  "001-speed": "1.5 2.0 1.0",
  "001-table-3-ties-first":
    "– – 54.0 18.0 67.0 / – – 75.0 36.0 88.0 / 83.0 65.0 – – – / 96.0 87.0 – – – / 72.0 27.0 – – –",
  "001-table-3-ties-rows":
    "– – 54.0 18.0 67.0 / – – 75.0 36.0 88.0 / 83.0 65.0 – – – / 96.0 87.0 – – – / 72.0 27.0 – – –",
  // Not in the paper.
  "001-ten-pieces": "",
  // The named games of paper 002.
  "002-table-1": `328 185 143 / 134 79 55 / 120 63 57 / 895 458 437 / 2,187 1,108 1,079 / 25 13 12 / 679 405 274 /
    8,527 5,254 3,273 / 5,262 2,830 2,432`,
  "002-table-2": "95.0 92.0 82.5 78.0 57.5 54.8 50.0 49.0 30.5",
  "002-table-3": `82 65 1.9 1.5 / 45 93 2.4 1.1 / 61 79 2.1 1.3 / 73 36 3.8 2.8 / 95 20 5.3 5.0 / 99 74 1.4 1.4 /
    68 156 0.9 0.6 / 100 34 2.9 2.9 / 178 38 1.5 2.6`,
  "002-table-4": "95 75 85 55 45 35 50 50 15",
  // Table 2 under conditions that the paper leaves open.
  "002-conditions": "",
  "002-plain": "",
  "002-ours": "",
  // The paper prints no counts of Skat.
  "003-skat": "",
  // The paper measures no time.
  "003-build": "",
  "003-table-2-dominoes": "4,032 20 201.6 / 30,303 61 496.8 / 180,180 185 973.9 / 868,140 563 1,542.0",
  "003-table-3-dominoes": `21,168 2.58 92 11.50 230.09 / 550,368 67.18 996 124.50 552.58 /
    8,026,200 979.76 7,854 981.75 1,021.93 / 82,556,550 9.84 53,790 6.57 1,541.99`,
  "003-table-4-dominoes": "22,785 104 219.09 / 409,234 747 547.84 / 5,706,631 5,741 994.01",
  "003-table-2-dark-chess": `49 8 6.13 / 378 46 8.22 / 1,737 186 9.34 / 5,946 672 8.92 / 16,524 2,240 7.38 / 39,022 6,694 5.83 /
    80,551 17,662 4.56`,
  "003-table-3-dark-chess": `4.961 2.97 7.936 496 6.13 / 9.999 610.3 1.131 69.02 8.84 / 1.140 67.92 1.142 6.81 9.92 /
    9.036 5.26 1.013 603.8 8.92 / 5.440 316.7 8.002 46.58 6.80 / 2.601 14.78 5.247 2.98 4.96 / 1.014 576.1 2.756 156.7 3.68`,
  // Paper 004 prints no tables; its only figure is in a sentence.
  "004-bots": "",
  "004-hostage": "",
  "004-moves": "5",
  "004-playouts": "",
  "004-turns": "",
  "003-table-4-dark-chess": "6,448 744 8.67 / 1,650,763 171,516 9.62 / 156,204,805 15,418,377 10.13",
};

const PRINTED: Readonly<Record<string, string>> = {
  ...TABLES,
  ...Object.fromEntries(
    [1, 2, 3, 4].flatMap((table) =>
      CONDITIONS.map((condition) => [`000-table-${table}${condition}`, TABLES[`000-table-${table}`] as string]),
    ),
  ),
};

test("the experiments are those tables", () => {
  expect(experiments.map(({ id }) => id).toSorted()).toEqual(Object.keys(PRINTED).toSorted());
});

test("an unknown id is reported with the known ones", () => {
  expect(() => chooseExperiments(experiments, ["000-tabel-1"])).toThrow(
    /unknown experiment "000-tabel-1".*000-table-1/,
  );
  expect(chooseExperiments(experiments, [])).toBe(experiments);
});

describe.each(experiments)("$id", (experiment) => {
  const { id, cells, claims } = experiment;

  test("has the printed figures, in order", () => {
    const printed = (PRINTED[id] ?? "")
      .split("/")
      .flatMap((row) => row.trim().split(/\s+/))
      .filter((word) => word !== "–" && word !== "");
    const ours = cells
      .flatMap(({ paper }) => paper ?? [])
      .map(({ value, decimals }) =>
        value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
      );
    expect(ours).toEqual(printed);
  });

  test("has no cell twice", () => {
    expect(new Set(cells.map(({ row, column }) => `${row}/${column}`)).size).toBe(cells.length);
  });

  test("measures every cell in the full setting, and some in the quick one", () => {
    for (const { measure } of cells) expect(measure.full).toBeDefined();
    expect(cells.filter(({ measure }) => measure.quick).length).toBeGreaterThan(0);
  });

  test("has the paper's number of games", () => {
    for (const { paper, measure } of cells) {
      if (measure.full?.kind === "match") expect(measure.full.games).toBe(paper ? paper.games : measure.full.games);
      else expect(paper?.games ?? null).toBeNull();
    }
  });

  test("has no claim that the paper's own figures refute", () => {
    for (const { text, judge } of claims) expect(judge(figures()(id)).outcome, text).not.toBe("does not hold");
  });

  test("has only refutable claims", () => {
    const distortions: readonly ((value: number, place: number) => number)[] = [
      (value) => 100 - value,
      (value) => value / 20,
      () => 100,
      (_, place) => 100 * (place % 2),
      (_, place) => 20 * (place % 6),
      (_, place) => 100 - 20 * (place % 6),
      (value, place) => (value * (place + 1)) / 40,
    ];
    for (const { text, judge } of claims) {
      const outcomes = distortions.map((distort) => judge(figures(distort)(id)).outcome);
      expect(outcomes, text).toContain("does not hold");
    }
  });

  test("settles no claim without games", () => {
    for (const { judge } of claims) expect(judge(() => null).outcome).toBe("not settled");
  });
});

/** Lookups of the papers' own figures, or of distorted ones with many games. */
function figures(distort?: (value: number, place: number) => number): (id: string) => CellLookup {
  const estimate = ({ row, column, paper }: Cell, place: number): Estimate | null => {
    const name = `${row} / ${column}`;
    if (!paper) return distort ? exact(name, distort(1, place)) : null;
    const value = distort ? distort(paper.value, place) : paper.value;
    if (paper.games === null) return exact(name, value);
    return fromPercent(name, Math.min(100, Math.max(0, value)), distort ? 10_000 : paper.games);
  };
  return (own) =>
    (row, column, id = own) => {
      const { cells } = find(id);
      const place = cells.findIndex((cell) => cell.row === row && cell.column === column);
      if (place < 0) throw new Error(`${id} has no cell ${row} / ${column}`);
      return estimate(cells[place] as Cell, place);
    };
}

const matches = (id: string): (readonly [string, MatchMeasurement])[] =>
  find(id).cells.map(({ row, column, measure }) => [`${row}/${column}`, measure.full as MatchMeasurement]);

describe("paper 000", () => {
  test.each(["000-table-1", "000-table-2", "000-table-3", "000-table-4"])(
    "%s: 25 openings of five random moves per side, both colours",
    (id) => {
      for (const [, match] of matches(id)) {
        expect(match).toMatchObject({ games: 50, openingPlies: 10, seat: "both", limits: {} });
        expect(match.variant).toMatchObject({ win: "all", repetition: "draw" });
      }
    },
  );

  test.each(CONDITIONS)("%s: both sides have the moves of the databases; ties are broken alike", (condition) => {
    for (const table of [1, 2, 3, 4]) {
      const plain = matches(`000-table-${table}`);
      for (const [i, [name, match]] of matches(`000-table-${table}${condition}`).entries()) {
        expect(match).toMatchObject({
          games: 50,
          openingPlies: 10,
          seat: "both",
          variant: { win: "all", moves: "paper" },
        });
        expect(name).toBe(plain[i]?.[0]);
        const ties = condition.endsWith("-rows") ? "ties=rows" : "ties=random";
        for (const player of match.players) expect(player).toContain(ties);
        expect(match.players[0]).toBe(plain[i]?.[1].players[0].replace("finish=no", `finish=no, ${ties}`));
      }
    }
  });

  test("both programs search to the depth of the table, on its board, with its pieces", () => {
    const table = (id: string): Record<string, string> =>
      Object.fromEntries(
        matches(id).map(([name, { variant, players }]) => [
          name,
          `${variant["side"]} ${variant["pieces"]} ${players.map((player) => /depth=(\d+)/.exec(player)?.[1]).join(":")} ${players.map((player) => /eval=([^,]+)/.exec(player)?.[1]).join(":")}`,
        ]),
      );
    expect(table("000-table-1")).toMatchObject({
      "6 × 6, 3-3/depth 1": "6 3 1:1 edb(3):baseline",
      "6 × 6, 6-6/depth 9": "6 6 9:9 edb(3+3):baseline",
      "7 × 7, 3-3/depth 7": "7 3 7:7 edb(3):baseline",
      "7 × 7, 6-6/depth 5": "7 6 5:5 edb(3+3):baseline",
    });
    expect(table("000-table-2")).toMatchObject({ "8 × 8/depth 3": "8 6 3:3 pdb(6):baseline" });
    expect(table("000-table-3")).toMatchObject({ "9 × 9/depth 9": "9 6 9:9 pdb(3):baseline" });
    expect(table("000-table-4")).toEqual({
      "depth 1/PDB(4)": "9 10 1:1 pdb(4):baseline",
      "depth 1/PDB(6)": "9 10 1:1 pdb(6):baseline",
      "depth 1/PDB(6+4)": "9 10 1:1 pdb(6+4):baseline",
      "depth 3/PDB(4)": "9 10 3:3 pdb(4):baseline",
      "depth 3/PDB(6)": "9 10 3:3 pdb(6):baseline",
      "depth 3/PDB(6+4)": "9 10 3:3 pdb(6+4):baseline",
      "depth 5/PDB(4)": "9 10 5:5 pdb(4):baseline",
      "depth 5/PDB(6)": "9 10 5:5 pdb(6):baseline",
      "depth 5/PDB(6+4)": "9 10 5:5 pdb(6+4):baseline",
    });
  });
});

describe("paper 000, chess", () => {
  const LISTS: Readonly<Record<string, string>> = {
    "4 pieces, KRPP-KBN": "KPPK KKBN KRK",
    "4 pieces, KRPP-KNN, list as printed": "KRK KRKP KRPK KNKP",
    "4 pieces, KRP-KNPP, list as printed": "KKPP KBKP KPKN KRK",
    "5 pieces, KRPP-KBN": "KPKBN KRPKB KRPKN",
    "5 pieces, KRPP-KNN": "KRPKN KPPKN KPKNN",
    "5 pieces, KRP-KNPP": "KRPKN KRKNP KPKNP KPKPP",
    "KQP-KRNP": "KQKRP KQKNP KPKNR KQKRN",
    "KRRPP-KQR, list as printed": "KQKRP KQKNP KPKNR",
    "KRPP-KRN": "KRPKN KPPKR KPKNR",
    "KQP-KNNPP": "KPKNN KQKNN KQKNP",
    "KQP-KRBPP, list as printed": "KPKNN KQKNN KQKNP",
  };
  const all = [...matches("000-table-5"), ...matches("000-table-6")];

  test("25 positions of the ending with both colours; both programs search to the depth of the column", () => {
    for (const [name, match] of all) {
      expect(match).toMatchObject({ game: "chess", games: 50, openingPlies: 0, seat: "both", limits: {} });
      expect(match.variant["start"], name).toBe(/K[A-Z]+-K[A-Z]+/.exec(name)?.[0]);
      const depth = name.split("/depth ")[1];
      for (const player of match.players) expect(player).toContain(`depth=${depth},`);
      expect(match.players[0]).toContain("selective=no");
    }
  });

  test("the abstractions are the printed ones", () => {
    for (const [name, match] of all) {
      const row = name.split("/")[0] as string;
      const preset = /eval=edb\(([^)]*)\)/.exec(match.players[0])?.[1] ?? "";
      const list = LISTS[row];
      if (list === undefined) expect(EDB_PRESETS[`${preset}-printed`], `${name}: ${preset}`).toBeDefined();
      else expect(EDB_PRESETS[preset]?.split("+"), name).toEqual(list.split(" "));
    }
    expect(Object.keys(LISTS).every((row) => all.some(([name]) => name.startsWith(`${row}/`)))).toBe(true);
  });

  test("there are 25 positions of each ending", () => {
    for (const [, { variant }] of all) expect(unwrap(readEndgame(String(variant["start"]))).positions).toHaveLength(25);
  });
});

describe("paper 001", () => {
  test("rows move first, from the starting position, six pieces on 9 × 9", () => {
    for (const id of ["001-table-3", "001-table-4", "001-table-5"]) {
      for (const [, match] of matches(id)) {
        expect(match).toMatchObject({ seat: "first", openingPlies: 0, variant: { side: "9", pieces: "6" } });
      }
    }
    expect(Object.fromEntries(matches("001-table-3"))["αβ lookup/base0"]?.players).toEqual(["ab-table", "base0"]);
    expect(Object.fromEntries(matches("001-table-4"))["end3 – heur0/8,000"]?.players).toEqual([
      "end3(expansions=1e15)",
      "heur0(expansions=1e15)",
    ]);
  });

  test("limits and numbers of games match the columns", () => {
    for (const [, match] of matches("001-table-3"))
      expect(match).toMatchObject({ limits: { nodes: 100_000 }, games: 100 });
    const columns = (id: string): Map<string, string> =>
      new Map(
        matches(id).map(([name, { limits, games }]) => [
          name.split("/")[1] ?? "",
          `${JSON.stringify(limits)} ${games}`,
        ]),
      );
    expect(Object.fromEntries(columns("001-table-4"))).toEqual({
      "1,000": '{"playouts":1000} 200',
      "2,000": '{"playouts":2000} 200',
      "4,000": '{"playouts":4000} 200',
      "8,000": '{"playouts":8000} 200',
      "16,000": '{"playouts":16000} 200',
    });
    expect(Object.fromEntries(columns("001-table-5"))).toEqual({
      "1 s": '{"milliseconds":1000} 160',
      "2 s": '{"milliseconds":2000} 200',
      "4 s": '{"milliseconds":4000} 200',
      "8 s": '{"milliseconds":8000} 100',
    });
    expect(find("001-table-5").timed).toBe(true);
  });
});

describe("paper 004", () => {
  test("Rat plays bots of one and two turns from named setups, and stronger ones with its horse held, in both colours", () => {
    for (const [name, match] of matches("004-bots")) {
      const [row = "", rat] = name.split("/");
      const isProgram = match.players[1].startsWith("aei(");
      // Programs set up their pieces themselves.
      expect(match).toMatchObject({ game: "arimaa", openingPlies: isProgram ? 0 : 2, seat: "both", variant: {} });
      expect(match.players[0]).toBe(rat);
      if (!isProgram) expect(match.players[1]).toBe(row);
    }
    const hostage = Object.fromEntries(matches("004-hostage"));
    expect(hostage["alphabeta(steps=8)/its horse held, Rat gold"]).toMatchObject({
      variant: { setup: "horse-hostage" },
      seat: "first",
      openingPlies: 0,
    });
    expect(hostage["alphabeta(steps=8)/its horse held, Rat silver"]).toMatchObject({
      variant: { setup: "horse-hostage-silver" },
      seat: "second",
    });
  });
});
