/** What every table must hold to: its index, its entries, its answers, and its edges. */
import assert from "node:assert/strict";
import { GameloreError, type Result } from "../errors.ts";
import type { Move, Position } from "../game.ts";
import type { Probe, ProbeValue, Table } from "../table.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";
import { randomNumbers } from "./random-play.ts";

export interface TableSubject {
  readonly table: Table;
  /** Positions to probe, beside the table's own. */
  readonly positions: readonly Position[];
  /** Every legal move, and the position after it as the table is asked about it. */
  successors(position: Position): readonly (readonly [Move, Position])[];
  /** Whose view the score of a position after a move has: 1 where one side moves again and again, -1 where the other is next. */
  sign(position: Position): 1 | -1;
  /** The entry behind a probed value; the inverse of what the table makes of an entry. */
  entryOf(value: ProbeValue): number | null;
  /** The same table with only its first entries at hand. */
  openPrefix(loaded: number): Table;
  /** Whether an entry stands for a position; where this is missing, every one does. The others have a definition, but no text and no probe. */
  isPosition?(index: number): boolean;
  /** Entries that are looked at where the table has more. */
  readonly sample: number;
  readonly probes: number;
}

function* entries({ table, sample }: TableSubject, count: number = sample): Generator<number> {
  const all = table.identity.entries;
  if (all <= count) {
    for (let index = 0; index < all; index++) yield index;
    return;
  }
  const random = randomNumbers(7);
  yield* [0, all - 1];
  for (let i = 2; i < count; i++) yield Math.floor(random() * all);
}

/** Those that stand for positions. */
function* positionEntries(subject: TableSubject, count: number = subject.sample): Generator<number> {
  for (const index of entries(subject, count)) if (subject.isPosition?.(index) ?? true) yield index;
}

function* probedPositions(subject: TableSubject): Generator<Position> {
  for (const index of positionEntries(subject, subject.probes)) yield subject.table.unrank(index);
  yield* subject.positions;
}

function value<T>(result: Result<T>, what: string): T {
  if (result.ok) return result.value;
  throw new Error(`${what}: ${result.error.message}`, { cause: result.error });
}

function probe(table: Table, position: Position): Probe {
  return value(table.probe(position), `probe of ${table.formatPosition(position)}`);
}

function refuses(act: () => unknown, what: string): void {
  try {
    act();
  } catch (error) {
    assert.ok(error instanceof GameloreError, `${what} fails without a GameloreError: ${String(error)}`);
    assert.equal(error.code, "not-in-table", what);
    return;
  }
  assert.fail(`${what} is answered`);
}

export const tableChecks: Checks<TableSubject> = {
  "rank and unrank are each other's inverse": (subject) => {
    const { table } = subject;
    const seen = new Set<string>();
    let looked = 0;
    for (const index of new Set(positionEntries(subject))) {
      const position = table.unrank(index);
      assert.equal(value(table.rank(position), `rank of entry ${index}`), index, `entry ${index} has another rank`);
      seen.add(position.join());
      looked++;
    }
    assert.equal(seen.size, looked, "two entries stand for one position");
  },

  "every entry is what its definition says": (subject) => {
    const { table } = subject;
    for (const index of entries(subject)) {
      const found = table.get(index);
      const expected = table.expected(index);
      assert.equal(
        found,
        expected,
        `entry ${index} (${table.formatPosition(table.unrank(index))}) is ${found}, should be ${expected}`,
      );
    }
  },

  "a probe's value is that of the position's entry": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const entry = table.get(value(table.rank(position), "rank"));
      const answer = probe(table, position);
      assert.equal(answer.position, table.formatPosition(position));
      assert.equal(subject.entryOf(answer.value), entry, `value of ${answer.position}`);
      assert.ok(
        Number.isFinite(answer.value.score) && answer.value.text !== "",
        `score and text of ${answer.position}`,
      );
    }
  },

  "a probe has every legal move once": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const found = probe(table, position).moves.map(({ move }) => move);
      const legal = subject.successors(position).map(([move]) => move);
      assert.deepEqual(
        found.toSorted((a, b) => a - b),
        legal.toSorted((a, b) => a - b),
        `moves of ${table.formatPosition(position)}`,
      );
    }
  },

  "a move is worth what the position after it is worth": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const answer = probe(table, position);
      const sign = subject.sign(position);
      const after = new Map(subject.successors(position));
      for (const { move, text, after: found } of answer.moves) {
        const next = after.get(move);
        if (next === undefined) continue; // said by the check above
        const expected = probe(table, next).value;
        assert.equal(found.score, sign * expected.score, `${text} in ${answer.position}`);
        assert.equal(found.exact, expected.exact, `${text} in ${answer.position}: exact here, not there`);
      }
    }
  },

  "the best moves come first": (subject) => {
    for (const position of probedPositions(subject)) {
      const { moves, position: text } = probe(subject.table, position);
      moves.forEach(({ after }, i) => {
        const before = moves[i - 1]?.after.score ?? Number.POSITIVE_INFINITY;
        assert.ok(before >= after.score, `move ${i + 1} of ${text} is better than the one before it`);
      });
    }
  },

  "a position's text is read as the same position": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const text = table.formatPosition(position);
      assert.deepEqual(value(table.parsePosition(text), text), position, text);
    }
  },

  "probing leaves the position as it was": (subject) => {
    for (const position of probedPositions(subject)) {
      const before = position.slice();
      subject.table.rank(position);
      subject.table.probe(position);
      assert.deepEqual(position, before);
    }
  },

  "entries that are not there are refused": ({ table }) => {
    const all = table.identity.entries;
    for (const index of [all, all + 1, 2 ** 40, -1, 0.5, Number.NaN]) {
      refuses(() => table.get(index), `get(${index}) of ${all} entries`);
      refuses(() => table.unrank(index), `unrank(${index}) of ${all} entries`);
      refuses(() => table.expected(index), `expected(${index}) of ${all} entries`);
    }
  },

  "what lies outside the loaded part is said to be so": (subject) => {
    const all = subject.table.identity.entries;
    const loaded = Math.floor(all / 2);
    const part = subject.openPrefix(loaded);
    assert.equal(part.get(loaded - 1), subject.table.get(loaded - 1));
    refuses(() => part.get(loaded), `get(${loaded}) with ${loaded} loaded`);
    const outside = part.probe(part.unrank(all - 1));
    assert.ok(!outside.ok, "a position outside the loaded part is answered");
    assert.equal(outside.error.code, "not-in-table");
    assert.ok(
      outside.error.message.includes(String(loaded)),
      `"${outside.error.message}" does not say how much is loaded`,
    );
  },
};

export interface TableSuiteOptions {
  readonly skip?: Skips;
}

export function tableSuite(subject: () => Promise<TableSubject>, options: TableSuiteOptions = {}): void {
  registerChecks("table contract", tableChecks, subject, options.skip);
}
