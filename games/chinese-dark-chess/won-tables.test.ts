/** Files of won positions agree with the values, without distances. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Rank, TableEntries, TableSpec } from "../../engine/contracts/table.ts";
import { countWon, readOutcome } from "../../engine/solve/outcome-values.ts";
import { memoryEntries } from "../../engine/tables/memory-entries.ts";
import { solveUpTo } from "./endgame-counts.ts";
import { entriesOf } from "./layouts.ts";
import { materialText, parseMaterial, setsOf, type Material } from "./material.ts";
import { readState, writeState } from "./notation.ts";
import { readCaptures } from "./options.ts";
import { EndgameProbe } from "./probe.ts";
import { readTable, readTableSet } from "./table-options.ts";
import { endgameSpec, representativesUpTo } from "./tables.ts";
import { outcomesBy } from "./won-bits.ts";
import { wonProbe, WonTable } from "./won-table.ts";
import { wonSpec, wonSet } from "./won-tables.ts";

const DEFAULT_CAPTURES = readCaptures({});
const { endgames } = await solveUpTo(3, DEFAULT_CAPTURES, { threads: 1 });
const SETS = representativesUpTo(3, DEFAULT_CAPTURES);

/** The built files by name. */
const files = new Map<string, Uint8Array>();
const histograms = new Map<string, readonly number[]>();
const set = wonSet(3, DEFAULT_CAPTURES);
await set.build(set.tables, { threads: 1 }, async ({ identity }, solved) => {
  files.set(identity.name, solved.bytes.slice());
  histograms.set(identity.name, solved.histogram);
});
const entriesOfSpec = ({ identity }: TableSpec): TableEntries =>
  memoryEntries(identity, files.get(identity.name) as Uint8Array);
const wonIn = (material: Material): TableEntries => entriesOfSpec(wonSpec(material, DEFAULT_CAPTURES));
const values = new EndgameProbe(DEFAULT_CAPTURES, 3, (material) =>
  memoryEntries(endgameSpec(material, DEFAULT_CAPTURES).identity, endgames.entries(material)),
);
const wins = wonProbe(DEFAULT_CAPTURES, 3, wonIn);
const material = (text: string): Material => unwrap(parseMaterial(text));

test("every file has the announced size", () => {
  expect(files.size).toBe(54);
  for (const { identity } of set.tables) expect(files.get(identity.name)?.length).toBe(identity.entries);
  // Two bits for each entry of the values, which are a byte each.
  const bytes = [...files.values()].reduce((sum, each) => sum + each.length, 0);
  expect(bytes).toBe((7_936 + 1_130_880) / 4 / 4);
});

test("every outcome of up to three pieces agrees with the values", () => {
  for (const each of SETS) {
    const outcomes = outcomesBy(each, wonIn(each), wonIn(endgames.partnerOf(each)));
    const stored = endgames.entries(each);
    let different = 0;
    for (let entry = 0 as Rank; entry < stored.length; entry++) {
      const kind = readOutcome(stored[entry] as number, "turns").kind;
      if (readOutcome(outcomes.get(entry), "turns").kind !== kind) different++;
    }
    expect(different, materialText(each)).toBe(0);
  }
});

test("the histogram counts the wins of the values and the losses of the swapped colours", () => {
  for (const each of SETS) {
    const count = (set: Material, kind: string): number =>
      endgames.entries(set).filter((value) => readOutcome(value, "turns").kind === kind).length;
    const won = count(each, "win") + count(endgames.partnerOf(each), "loss");
    expect(countWon(histograms.get(wonSpec(each, DEFAULT_CAPTURES).identity.name) as readonly number[])).toBe(won);
  }
});

/** Every placement of a set's pieces, either side to move. */
function* positionsOf(pieces: Material, every = 1): Generator<Uint8Array> {
  let count = 0;
  const cells = new Array<number>(32).fill(0);
  function* place(at: number): Generator<Uint8Array> {
    if (at === pieces.length) {
      if (count++ % every > 0) return;
      for (const turn of [0, 1])
        yield writeState({
          cells: [...cells],
          turn,
          firstColour: 0,
          sinceCapture: 0,
          taken: [],
          flip: null,
          jumper: null,
        });
      return;
    }
    for (let cell = 0; cell < 32; cell++) {
      if (cells[cell] !== 0) continue;
      cells[cell] = pieces[at] as number;
      yield* place(at + 1);
      cells[cell] = 0;
    }
  }
  yield* place(0);
}

describe("positions through equivalent material", () => {
  test("of all sets of two pieces, all placements", () => {
    let compared = 0;
    for (const pieces of setsOf(2)) {
      for (const position of positionsOf(pieces)) {
        const kinds = [values, wins].map((probe) => readOutcome(unwrap(probe.valueOf(position)), "turns").kind);
        if (kinds[0] !== kinds[1]) expect.fail(values.formatPosition(position));
        compared++;
      }
    }
    expect(compared).toBe(49 * 32 * 31 * 2);
  });

  test.for(["gRR", "cPK", "nPR", "ccP", "pKG"])("%s: position and moves, some placements", (text) => {
    for (const position of positionsOf(material(text), 211)) {
      const [full, bare] = [unwrap(values.probe(position)), unwrap(wins.probe(position))];
      const sign = (score: number): number => Math.sign(score);
      expect(sign(bare.value.score), bare.position).toBe(sign(full.value.score));
      const after = ({ moves }: typeof full): Map<string, number> =>
        new Map(moves.map((move) => [move.text, sign(move.after.score)]));
      expect(after(bare)).toEqual(after(full));
    }
  });
});

describe("a probe", () => {
  const probed = (text: string): ReturnType<typeof wins.probe> => wins.probe(unwrap(wins.parsePosition(text)));

  test("reports a loss without distance, which the forty-ply rule may turn into a draw", () => {
    const { value, moves } = unwrap(probed("......../.R....../..k...../........ b 0"));
    const doubt = "(unless drawn by 40 plies without a capture)";
    expect(value).toMatchObject({ text: `loss, no distance stored ${doubt}`, exact: false, parts: { plies: null } });
    expect(moves.map(({ after }) => after.text)).toEqual(new Array(4).fill(`loss ${doubt}`));
  });

  test("reports draws as exact, regardless of the ply count", () => {
    expect(unwrap(probed("......../.R....../..k...../........ w 39")).value).toMatchObject({
      text: "draw",
      exact: true,
    });
  });

  test("reports as exact what the moves show: an immediate win, and a loss without moves", () => {
    const { value, moves } = unwrap(probed("......../.Rk...../......../........ w 0"));
    expect(value).toMatchObject({ text: "win in 1 ply", exact: true });
    expect(moves[0]).toMatchObject({ text: "b3-b2", after: { text: "immediate win", exact: true } });
    const stuck = unwrap(probed("pR....../R......./......../........ w 0"));
    expect(stuck).toMatchObject({ value: { text: "lost", exact: true }, moves: [] });
  });

  test("is exact only if the values are", () => {
    for (const position of positionsOf(material("kPP"), 307)) {
      const state = writeState({ ...readState(position), sinceCapture: 30 });
      const [full, bare] = [unwrap(values.probe(state)), unwrap(wins.probe(state))];
      if (bare.value.exact) expect(full.value.exact, bare.position).toBe(true);
    }
  });
});

describe("one file", () => {
  const own = endgames.representativeOf(material("gRR")).material;
  const open = (pieces: Material): WonTable => new WonTable(pieces, wonIn(pieces), DEFAULT_CAPTURES, wonIn);

  test.for(["kGG", "kK", "ggK"])("%s: entries are bytes of positions, consistent with their successors", (text) => {
    const pieces = endgames.representativeOf(material(text)).material;
    const table = open(pieces);
    for (
      let index = 0 as Rank;
      index < table.identity.entries;
      index = (index + (text.length === 2 ? 1 : 13)) as Rank
    ) {
      expect(unwrap(table.rank(table.unrank(index)))).toBe(index);
      expect(table.expected(index), `entry ${index}`).toBe(table.get(index));
    }
    expect(() => table.unrank(table.identity.entries as Rank)).toThrow("is out of range");
  });

  test("is identical when built alone", async () => {
    const spec = wonSpec(own, DEFAULT_CAPTURES);
    const solved = await spec.solve({ threads: 1 });
    expect(Buffer.from(solved.bytes).equals(files.get(spec.identity.name) as Uint8Array)).toBe(true);
  });

  test("the check covers all bytes and detects a wrong bit", async () => {
    const spec = wonSpec(own, DEFAULT_CAPTURES);
    const bytes = (files.get(spec.identity.name) as Uint8Array).slice();
    const check = async (): Promise<unknown> => spec.checkAll?.(bytes, { threads: 1 });
    expect(await check()).toEqual({ checked: entriesOf(own) / 4, wrong: 0, example: null });
    bytes[700] = (bytes[700] as number) ^ 16;
    expect(await check()).toEqual({ checked: entriesOf(own) / 4, wrong: 1, example: 700 });
  });
});

test("the option storage selects the format", () => {
  expect(unwrap(readTable({ material: "gRR", storage: "wins" }))).toMatchObject({
    identity: { name: "won-k-gg", value: "won", entries: 930 },
    command: "gamelore solve chinese-dark-chess --material kGG --storage wins",
  });
  expect(unwrap(readTable({ material: "gRR", storage: "values" })).identity.name).toBe("revealed-k-gg");
  expect(unwrap(readTableSet({ elements: 3, storage: "wins" }))).toMatchObject({
    name: "won-up-to-3",
    command: "gamelore solve chinese-dark-chess --elements 3 --storage wins",
  });
  expect(unwrap(readTable({ material: "kC", storage: "wins", cannon: "step" })).identity).toMatchObject({
    name: expect.stringMatching(/^won-.*-cannon-step$/) as string,
  });
});
