/** Endgame tables: against their definition, direct solving, an independent solver, and published results. */
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

const DEFAULT_CAPTURES = readCaptures({});
const { endgames, histograms } = await solveUpTo(3, DEFAULT_CAPTURES, { threads: 2 });
const entriesIn = (material: Material): TableEntries =>
  memoryEntries(endgameSpec(material, DEFAULT_CAPTURES).identity, endgames.entries(material));
const probe = new EndgameProbe(DEFAULT_CAPTURES, 3, entriesIn);
const material = (text: string): Material => unwrap(parseMaterial(text));

test("8 and 46 tables with a quarter of 7,936 and 1,130,880 entries", () => {
  const sizes = [2, 3].map((elements) =>
    representativesUpTo(3, DEFAULT_CAPTURES)
      .filter(({ length }) => length === elements)
      .map(entriesOf),
  );
  expect(sizes.map(({ length }) => length)).toEqual([8, 46]);
  expect(sizes.map((each) => 4 * each.reduce((sum, entries) => sum + entries, 0))).toEqual([7_936, 1_130_880]);
});

test("every entry of up to three pieces is consistent with its successors by the rules", async () => {
  const { checked, wrong } = await endgames.check(representativesUpTo(3, DEFAULT_CAPTURES), { threads: 2 });
  expect({ checked, wrong }).toEqual({ checked: (7_936 + 1_130_880) / 4, wrong: 0 });
});

test("the check detects a wrong entry", async () => {
  const set = material("kG");
  const bytes = endgames.entries(endgames.representativeOf(set).material);
  const before = bytes[100] as number;
  bytes[100] = before === 0 ? 3 : 0;
  const { wrong } = await endgames.check([endgames.representativeOf(set).material], { threads: 1 });
  bytes[100] = before;
  expect(wrong).toBeGreaterThan(0);
});

test("all sets of up to three pieces have the values of their representatives", async () => {
  const { compared, different } = await compareDirect(endgames, [...setsOf(2), ...setsOf(3)], { threads: 2 });
  expect(compared).toBe((48_608 + 9_999_360) / 4);
  expect(different).toBe(0);
});

test("so do sets of four pieces", async () => {
  const random = randomNumbers(4);
  const all = [...setsOf(4)];
  const sets = Array.from({ length: 6 }, () => pick(all, random));
  const representatives = sets.map((set) => endgames.representativeOf(set).material);
  await endgames.solve([...new Map(representatives.map((set) => [materialText(set), set])).values()], { threads: 2 });
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
      const expected = plies < 0 ? "draw 0" : `${plies % 2 === 1 ? "win" : "loss"} ${plies}`;
      const found = `${outcome.kind} ${outcome.plies}`;
      if (found !== expected) expect.fail(`${position}: ${found}, should be ${expected}`);
    }
  });
});

describe("the paper's figure 2", () => {
  const value = (text: string): ProbeValue => unwrap(probe.probe(unwrap(probe.parsePosition(text)))).value;

  test("Black to move loses in six plies, as in the line shown", () => {
    expect(value("......../.R....../..k...../........ b 0").text).toBe("loss in 6 plies");
  });

  test("White to move draws", () => {
    expect(value("......../.R....../..k...../........ w 0").text).toBe("draw");
  });

  test("regardless of the ranks", () => {
    expect(value("......../.P....../..r...../........ b 0").text).toBe("loss in 6 plies");
    expect(value("......../.r....../..N...../........ w 0 first:b").text).toBe("loss in 6 plies");
  });

  test("after 35 plies the loss may become a draw, and is not exact", () => {
    expect(value("......../.R....../..k...../........ b 35")).toMatchObject({ exact: false });
    expect(value("......../.R....../..k...../........ b 34")).toMatchObject({ exact: true });
  });
});

test("the forty-ply rule changes nothing with two or three pieces", async () => {
  const limited = await solveUpTo(3, DEFAULT_CAPTURES, { threads: 2 }, { limit: 40 });
  for (const elements of [2, 3]) expect(decided(limited.histograms, elements)).toEqual(decided(histograms, elements));
});

test("a limit of six plies changes some outcomes, all to draws", async () => {
  const limited = await solveUpTo(2, DEFAULT_CAPTURES, { threads: 1 }, { limit: 6 });
  const [few, all] = [decided(limited.histograms, 2), decided(histograms, 2)];
  expect(few.won).toBeLessThan(all.won);
  expect(few.won).toBeGreaterThan(0);
  expect(few.lost).toBeLessThan(all.lost);
});

describe("the table of kGG", () => {
  const own = endgames.representativeOf(material("gRR")).material;
  tableSuite(async () => {
    const open = (loaded: number): EndgameTable => {
      const { identity } = endgameSpec(own, DEFAULT_CAPTURES);
      return new EndgameTable(own, memoryEntries(identity, endgames.entries(own), loaded), DEFAULT_CAPTURES, entriesIn);
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
  const messageOf = (result: { ok: true } | { ok: false; error: Error }): string =>
    result.ok ? "" : result.error.message;

  test("too many pieces are rejected with their size", () => {
    expect(messageOf(readTableSet({ elements: 6 }))).toMatch(
      /2,240 tables of 6 pieces would have 800,2\d\d,\d+,\d+ placements, 20\d GB/,
    );
    expect(messageOf(readTable({ material: "kggKGG" }))).toContain("expected at most 5 pieces");
  });

  test("impossible material is rejected", () => {
    expect(messageOf(readTable({ material: "kkR" }))).toContain("2 k");
  });

  test("positions with too many or face-down pieces are in no table", () => {
    const at = (text: string): string => messageOf(probe.probe(unwrap(probe.parsePosition(text))));
    expect(at("kg....../......../......../......GK w 0")).toContain(
      "has 4 pieces; the tables cover up to 3; use --elements 4 for larger ones",
    );
    expect(at("????????/????????/????????/???????? - 0")).toContain("32 pieces are face down");
  });
});
