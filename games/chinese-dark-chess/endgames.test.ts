/** Endgame tables: against their definition, against direct solving, against an independent solver, and against what is published. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { tableSuite } from "../../engine/contracts/suites/table-suite.ts";
import { pick, randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import type { ProbeValue, TableEntries } from "../../engine/contracts/table.ts";
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { memoryEntries } from "../../engine/tables/memory-entries.ts";
import { compareDirect, decided, solveUpTo, wonPositions } from "./endgame-counts.ts";
import { entriesOf } from "./layouts.ts";
import { materialText, parseMaterial, setsOf, type Material } from "./material.ts";
import { readCaptures } from "./options.ts";
import { solveReference } from "./reference-solver.fixture.ts";
import { EndgameProbe } from "./probe.ts";
import { EndgameTable } from "./set-table.ts";
import { readTable, readTableSet } from "./table-options.ts";
import { endgameSpec, representativesUpTo } from "./tables.ts";

const USUAL = readCaptures({});
const { endgames, histograms } = await solveUpTo(3, USUAL, { threads: 2 });
const entriesIn = (material: Material): TableEntries =>
  memoryEntries(endgameSpec(material, USUAL).identity, endgames.entries(material));
const probe = new EndgameProbe(USUAL, 3, entriesIn);
const material = (text: string): Material => unwrap(parseMaterial(text));

test("8 and 46 tables with a quarter of 7,936 and 1,130,880 entries", () => {
  const sizes = [2, 3].map((elements) =>
    representativesUpTo(3, USUAL)
      .filter(({ length }) => length === elements)
      .map(entriesOf),
  );
  expect(sizes.map(({ length }) => length)).toEqual([8, 46]);
  expect(sizes.map((each) => 4 * each.reduce((sum, entries) => sum + entries, 0))).toEqual([7_936, 1_130_880]);
});

test("every entry of up to three pieces is what its successors by the rules make it", async () => {
  const { checked, wrong } = await endgames.check(representativesUpTo(3, USUAL), { threads: 2 });
  expect({ checked, wrong }).toEqual({ checked: (7_936 + 1_130_880) / 4, wrong: 0 });
});

test("the check finds an entry that is wrong", async () => {
  const set = material("kG");
  const bytes = endgames.entries(endgames.representativeOf(set).material);
  const before = bytes[100] as number;
  bytes[100] = before === 0 ? 3 : 0;
  const { wrong } = await endgames.check([endgames.representativeOf(set).material], { threads: 1 });
  bytes[100] = before;
  expect(wrong).toBeGreaterThan(0);
});

test("all sets of up to three pieces have the values of the set that stands for them", async () => {
  const { compared, different } = await compareDirect(endgames, [...setsOf(2), ...setsOf(3)], { threads: 2 });
  expect(compared).toBe((48_608 + 9_999_360) / 4);
  expect(different).toBe(0);
});

test("so do sets of four pieces", async () => {
  const random = randomNumbers(4);
  const all = [...setsOf(4)];
  const sets = Array.from({ length: 6 }, () => pick(all, random));
  const stand = sets.map((set) => endgames.representativeOf(set).material);
  await endgames.solve([...new Map(stand.map((set) => [materialText(set), set])).values()], { threads: 2 });
  const { compared, different } = await compareDirect(endgames, sets, { threads: 2 });
  expect(compared).toBeGreaterThan(100_000);
  expect(different).toBe(0);
});

test("won positions of two pieces: 744 of representatives, 6,448 of all sets", () => {
  expect(wonPositions(endgames, 2)).toEqual({ all: 6_448, representatives: 744 });
});

describe("against an independent solver", () => {
  test.for(["kK", "kG", "gK", "cR", "rC", "cC", "pK", "kP", "pP", "kPP", "cnR"])("%s", (text) => {
    for (const [position, plies] of solveReference(text)) {
      const value = unwrap(probe.valueOf(unwrap(probe.parsePosition(position))));
      const outcome = readOutcome(value, "turns");
      expect(outcome.kind === "draw" ? -1 : outcome.plies, position).toBe(plies);
      if (plies >= 0) expect(outcome.kind).toBe(plies % 2 === 1 ? "win" : "loss");
    }
  });
});

describe("the paper's figure 2", () => {
  const value = (text: string): ProbeValue => unwrap(probe.probe(unwrap(probe.parsePosition(text)))).value;

  test("Black to play loses; the line that is shown takes the six plies that it must", () => {
    expect(value("......../.R....../..k...../........ b 0").text).toBe("loss in 6 plies");
  });

  test("White to play draws", () => {
    expect(value("......../.R....../..k...../........ w 0").text).toBe("draw");
  });

  test("whatever the ranks are", () => {
    expect(value("......../.P....../..r...../........ b 0").text).toBe("loss in 6 plies");
    expect(value("......../.r....../..N...../........ w 0 first:b").text).toBe("loss in 6 plies");
  });

  test("with 35 plies gone, the loss may become a draw, and the answer says so", () => {
    expect(value("......../.R....../..k...../........ b 35")).toMatchObject({ exact: false });
    expect(value("......../.R....../..k...../........ b 34")).toMatchObject({ exact: true });
  });
});

test("the count of forty plies changes nothing with two or three pieces", async () => {
  const limited = await solveUpTo(3, USUAL, { threads: 2 }, { limit: 40 });
  for (const elements of [2, 3]) expect(decided(limited.histograms, elements)).toEqual(decided(histograms, elements));
});

test("a count of six changes some, all of them to draws", async () => {
  const limited = await solveUpTo(2, USUAL, { threads: 1 }, { limit: 6 });
  const [few, all] = [decided(limited.histograms, 2), decided(histograms, 2)];
  expect(few.won).toBeLessThan(all.won);
  expect(few.won).toBeGreaterThan(0);
  expect(few.lost).toBeLessThan(all.lost);
});

describe("the table of kGG", () => {
  const own = endgames.representativeOf(material("gRR")).material;
  tableSuite(async () => {
    const open = (loaded: number): EndgameTable => {
      const { identity } = endgameSpec(own, USUAL);
      return new EndgameTable(own, memoryEntries(identity, endgames.entries(own), loaded), USUAL, entriesIn);
    };
    const table = open(entriesOf(own));
    return {
      table,
      positions: [],
      successors: (position) => probe.moves(position).map((move) => [move, probe.after(position, move)] as const),
      sign: () => -1,
      entryOf: (value) => value.parts["entry"] ?? null,
      openPrefix: open,
      sample: 3_000,
      probes: 40,
    };
  });
});

describe("bad requests", () => {
  const told = (result: { ok: true } | { ok: false; error: Error }): string => (result.ok ? "" : result.error.message);

  test("too many pieces are told by their size", () => {
    expect(told(readTableSet({ elements: 6 }))).toMatch(
      /2,240 tables of 6 pieces would be of 800,2\d\d,\d+,\d+ placements, 20\d GB/,
    );
    expect(told(readTable({ material: "kggKGG" }))).toContain("tables have at most 5 pieces");
  });

  test("impossible material is refused", () => {
    expect(told(readTable({ material: "kkR" }))).toContain("2 k");
  });

  test("a position of too many pieces, or with pieces face down, is in no table", () => {
    const at = (text: string): string => told(probe.probe(unwrap(probe.parsePosition(text))));
    expect(at("kg....../......../......../......GK w 0")).toContain(
      "has 4 pieces; the tables are of up to 3; --elements 4 asks larger ones",
    );
    expect(at("????????/????????/????????/???????? - 0")).toContain("32 pieces lie face down");
  });
});
