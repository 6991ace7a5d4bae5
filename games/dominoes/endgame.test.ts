/** Endgame tables: against reference recursion, against their definition, the contract's suite, and rejected input. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { parseOptions } from "../../engine/contracts/options.ts";
import { tableSuite } from "../../engine/contracts/suites/table-suite.ts";
import { randomNumbers } from "../../engine/contracts/suites/random-play.ts";
import type { CheckpointHooks, Rank, Table, TableSpec } from "../../engine/contracts/table.ts";
import { readOutcome, writeOutcome } from "../../engine/solve/outcome-values.ts";
import { memoryEntries } from "../../engine/tables/memory-entries.ts";
import { positionsOf, setsOf } from "./catalogue.ts";
import { endgameSpec } from "./endgame.ts";
import { game } from "./game.ts";
import { formatMaterial, type Material, placesOf, unrankMaterial } from "./material.ts";
import { referenceValue } from "./reference-endgame.fixture.ts";
import { tileText } from "./tiles.ts";

type Blocked = "draw" | "pips";

function specFor(elements: number, blocked: Blocked): TableSpec {
  return unwrap(game.table(unwrap(parseOptions(game.tableOptions, { elements: String(elements), blocked }))));
}

interface Solved {
  readonly spec: TableSpec;
  readonly bytes: Uint8Array;
  readonly table: Table;
}

const solving = new Map<string, Promise<Solved>>();
/** Each table is solved once. */
function solved(elements: number, blocked: Blocked): Promise<Solved> {
  const spec = specFor(elements, blocked);
  const made =
    solving.get(spec.identity.name) ??
    spec.solve({ threads: 2 }).then((done) => {
      const bytes = Uint8Array.from(done.bytes);
      done.release();
      return { spec, bytes, table: spec.open(memoryEntries(spec.identity, bytes)) };
    });
  solving.set(spec.identity.name, made);
  return made;
}

/** Every position of a set: the mover's tiles, the other's, the ends. */
function* positionsOfSet(material: Material): Generator<{ mover: string[]; other: string[]; ends: string }> {
  for (const { ends, hands } of placesOf(material)) {
    for (let split = 1; split < 2 ** hands.length - 1; split++) {
      const mover = hands.filter((_, i) => (split >> i) & 1).map(tileText);
      const other = hands.filter((_, i) => !((split >> i) & 1)).map(tileText);
      yield { mover, other, ends: tileText(ends) };
    }
  }
}

/** Compares the table value of each position of a set with the reference value. */
function compareSet(table: Table, material: Material, blocked: Blocked): number {
  let compared = 0;
  for (const { mover, other, ends } of positionsOfSet(material)) {
    const expected = referenceValue(mover, other, ends, blocked);
    const kind = { "1": "win", "0": "draw", "-1": "loss" }[`${expected.outcome}`] as "win" | "draw" | "loss";
    const text = `${mover.join(" ")} / ${other.join(" ")} / ${ends[0]}..${ends[1]} / `;
    const blockedHere = ![...mover, ...other].some(
      (tile) => tile.includes(ends[0] as string) || tile.includes(ends[1] as string),
    );
    const position = unwrap(table.parsePosition(`${text}${blockedHere ? "end A" : "A"}`));
    const found = table.get(unwrap(table.rank(position)));
    if (found !== writeOutcome(kind, expected.plies))
      expect.fail(`${text} of ${formatMaterial(material)}: ${found}, should be ${kind} in ${expected.plies} plies`);
    compared++;
  }
  return compared;
}

function randomSets(elements: number, count: number): Material[] {
  const random = randomNumbers(elements);
  return Array.from({ length: count }, () => unrankMaterial(Math.floor(random() * setsOf(elements)), elements));
}

describe.for(["draw", "pips"] as const)("blocked %s", (blocked) => {
  test("all positions of all sets of 3 elements agree with reference recursion", async () => {
    const { table } = await solved(5, blocked);
    let compared = 0;
    for (let set = 0; set < setsOf(3); set++) compared += compareSet(table, unrankMaterial(set, 3), blocked);
    expect(compared).toBe(21_168);
    expect(compared).toBe(positionsOf(3));
  });

  test.for([
    [4, 200],
    [5, 100],
  ] as const)("so do random sets of %d elements", async ([elements, count]) => {
    const { table } = await solved(5, blocked);
    for (const material of randomSets(elements, count)) compareSet(table, material, blocked);
  });

  // Pips have twice as many values; their tables of 6 elements are compared by random sets.
  const most = blocked === "pips" ? 5 : 6;
  test(`every entry of 3 to ${most} elements is consistent with its successors by the rules of the full game`, async () => {
    const { spec, bytes } = await solved(most, blocked);
    const checked = await spec.checkAll?.(bytes, { threads: 2 });
    expect(checked).toEqual({ checked: spec.identity.entries, wrong: 0, example: null });
  });

  test("a wrong entry is detected", async () => {
    const { spec, bytes } = await solved(5, blocked);
    const damaged = bytes.slice();
    damaged[9_000] = (damaged[9_000] as number) ^ 1;
    const checked = await spec.checkAll?.(damaged, { threads: 1 });
    expect(checked?.wrong).toBeGreaterThan(0);
  });

  test("random sets of 6 elements agree with reference recursion", async () => {
    const { table } = await solved(6, blocked);
    for (const material of randomSets(6, 20)) compareSet(table, material, blocked);
  });

  tableSuite(async () => {
    const { spec, bytes, table } = await solved(5, blocked);
    const rules: OpenGame = unwrap(await game.open(unwrap(parseOptions(game.options, { blocked, stock: "block" }))));
    return {
      table,
      positions: ["01 12 / 22 23 / - / 3..4 / A"].map((text): Position => unwrap(rules.parsePosition(text))),
      successors: (position) =>
        rules
          .actors(position)
          .flatMap((actor) =>
            rules.moves(position, actor).map((move) => [move, rules.play(position, [move])] as const),
          ),
      sign: () => -1,
      entryOf: ({ parts }) => parts["entry"] ?? null,
      openPrefix: (loaded) => spec.open(memoryEntries(spec.identity, bytes, loaded)),
      sample: 3_000,
      probes: 200,
    };
  });
});

test("tables of the same rule agree where they overlap", async () => {
  const [five, six] = [await solved(5, "draw"), await solved(6, "draw")];
  expect(Buffer.compare(six.bytes.subarray(0, five.bytes.length), five.bytes)).toBe(0);
});

test("a probe lists every legal move, best first", async () => {
  const { table } = await solved(6, "pips");
  const probe = unwrap(table.probe(unwrap(table.parsePosition("34 46 11 / 36 12 / 3..4 / A"))));
  expect(probe.moves.map(({ text }) => text).toSorted()).toEqual(["34l", "34r", "46"]);
  for (const { text, after } of probe.moves) {
    const [rest, ends] = { "34l": ["46 11", "44"], "34r": ["46 11", "33"], "46": ["34 11", "36"] }[text] as [
      string,
      string,
    ];
    const expected = referenceValue(["36", "12"], rest.split(" "), ends, "pips");
    expect(readOutcome(after.parts["entry"] as number)).toMatchObject({ plies: expected.plies });
    expect(Math.sign(after.score)).toBe(-expected.outcome + 0);
  }
});

test("a hidden hand is known once the stock is empty", async () => {
  const { table } = await solved(5, "draw");
  const seen = unwrap(table.parsePosition("01 12 / ?2 / - / 3..4 / A / unseen 22 23"));
  const open = unwrap(table.parsePosition("01 12 / 22 23 / - / 3..4 / A"));
  expect(unwrap(table.probe(seen)).value).toEqual(unwrap(table.probe(open)).value);
});

test.for([
  ["01 12 / 22 23 / 34 / 3..4 / A", /the stock has 1 tile;/],
  ["01 12 23 / 22 33 / 3..4 / A", /5 tiles in the hands and the ends are 6 elements; the table covers at most 5/],
])("%s is rejected", async ([text, reason]) => {
  const { table } = await solved(5, "draw");
  const answer = table.probe(unwrap(table.parsePosition(text as string)));
  expect(answer.ok ? "" : answer.error.message).toMatch(reason as RegExp);
});

test.for([
  ["01 12 / 22 27 / 3..4 / A", /"27" is not a tile/],
  ["01 12 / 12 / 3..4 / A", /12 occurs twice/],
  ["01 12 / 22 / 34 / A", /neither in a hand/],
  ["01 12 / 22 / 3..4 45 66 / A", /66 does not match/],
  ["01 12 / 22 / 3..4 / C", /turn: "C"/],
  ["01 12 / 22 / A", /3 fields/],
  ["01 / 22 / 3..4 / A", /nobody can lay or draw/],
])("%s is not a position", async ([text, reason]) => {
  const { table } = await solved(5, "draw");
  const answer = table.parsePosition(text as string);
  expect(answer.ok ? "" : answer.error.message).toMatch(reason as RegExp);
});

test("a table that is too large is rejected with its size", () => {
  expect(() => specFor(10, "draw")).toThrow(/75,285,210 sets with 98,630,532,000 positions.*at most 9/);
  expect(() => specFor(8, "pips")).toThrow(/at most 7/);
});

describe("an interrupted build", () => {
  /** A checkpoint in memory that aborts the build. */
  class MemoryCheckpoint implements CheckpointHooks {
    saved: Uint8Array | null = null;
    readonly #aborter: AbortController;
    readonly #after: number;
    #calls = 0;

    constructor(aborter: AbortController, after: number) {
      this.#aborter = aborter;
      this.#after = after;
    }

    restore(target: Uint8Array): Promise<boolean> {
      if (this.saved) target.set(this.saved);
      return Promise.resolve(this.saved !== null);
    }

    due(): boolean {
      if (++this.#calls === this.#after) this.#aborter.abort();
      return false;
    }

    save(bytes: Uint8Array): Promise<void> {
      this.saved = bytes.slice();
      return Promise.resolve();
    }
  }

  test.for([1, 70, 150])("after %i chunks resumes and produces the same bytes", async (parts) => {
    const { spec, bytes } = await solved(5, "pips");
    const aborter = new AbortController();
    const checkpoint = new MemoryCheckpoint(aborter, parts);
    const building = spec.solve({ threads: 2, signal: aborter.signal, checkpoint });
    await expect(building).rejects.toMatchObject({ code: "interrupted" });
    const saved = checkpoint.saved as Uint8Array;
    // Saved entries are right or unsolved.
    expect(saved.every((value, entry) => value === bytes[entry] || value === 127)).toBe(true);
    expect(saved.includes(127)).toBe(true);
    const again = await spec.solve({ threads: 1, checkpoint });
    expect(Buffer.from(again.bytes).equals(bytes)).toBe(true);
    again.release();
  });
});

test.each(["draw", "pips"] as const)(
  "with a table for every set of up to 4 elements: the same values as by classes (%s)",
  async (blocked) => {
    const spec = endgameSpec({ elements: 4, blocked, classes: "none" });
    expect(spec.identity.entries).toBe(positionsOf(3) + positionsOf(4));
    const done = await spec.solve({ threads: 1 });
    const bytes = Uint8Array.from(done.bytes);
    done.release();
    const every = spec.open(memoryEntries(spec.identity, bytes));
    const { table } = await solved(4, blocked);
    for (let entry = 0; entry < bytes.length; entry += 7) {
      const position = every.unrank(entry as Rank);
      expect(unwrap(every.rank(position))).toBe(entry);
      if (table.get(unwrap(table.rank(position))) !== bytes[entry])
        expect.fail(`${every.formatPosition(position)}: ${bytes[entry]}`);
    }
  },
);
