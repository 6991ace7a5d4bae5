/** Contract tests for tables: ranking, entries, probes, bounds. */
import assert from "node:assert/strict";
import { GameloreError, type Result } from "../errors.ts";
import type { Move, Position } from "../position.ts";
import type { Probe, ProbeValue, Rank, Table } from "../table.ts";
import { type Checks, registerChecks, type Skips } from "./register.ts";
import { assertDeepEqual, assertEqual, assertOk } from "./lazy-assert.ts";
import { randomNumbers } from "./random-play.ts";

export interface TableSubject {
  readonly table: Table;
  /** More positions to probe. */
  readonly positions: readonly Position[];
  /** Every legal move with the position to probe after it. */
  successors(position: Position): readonly (readonly [Move, Position])[];
  /** Sign of the score after a move: 1 if the same side moves again, -1 if the opponent does. */
  sign(position: Position): 1 | -1;
  /** The entry behind a probed value. */
  entryOf(value: ProbeValue): number | null;
  /** The same table with only its first entries loaded. */
  openPrefix(loaded: number): Table;
  /** Whether an entry is a position, by default true. Other entries have a definition, but no text and no probe. */
  isPosition?(index: Rank): boolean;
  /** Number of sampled entries. */
  readonly sample: number;
  readonly probes: number;
}

function* entries({ table, sample }: TableSubject, count: number = sample): Generator<Rank> {
  const all = table.identity.entries;
  if (all <= count) {
    for (let index = 0; index < all; index++) yield index as Rank;
    return;
  }
  const random = randomNumbers(7);
  yield* [0, all - 1] as Rank[];
  for (let i = 2; i < count; i++) yield Math.floor(random() * all) as Rank;
}

function* positionEntries(subject: TableSubject, count: number = subject.sample): Generator<Rank> {
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
  const answer = table.probe(position);
  return answer.ok ? answer.value : value(answer, `probe of ${table.formatPosition(position)}`);
}

function rejects(act: () => unknown, what: string): void {
  try {
    act();
  } catch (error) {
    assertOk(error instanceof GameloreError, () => `${what} fails without a GameloreError: ${String(error)}`);
    assert.equal(error.code, "not-in-table", what);
    return;
  }
  assert.fail(`${what} succeeds`);
}

export const tableChecks: Checks<TableSubject> = {
  "rank and unrank are each other's inverse": (subject) => {
    const { table } = subject;
    const seen = new Set<string>();
    let looked = 0;
    for (const index of new Set(positionEntries(subject))) {
      const position = table.unrank(index);
      assertEqual(
        value(table.rank(position), `rank of entry ${index}`),
        index,
        () => `entry ${index} has a different rank`,
      );
      seen.add(position.join());
      looked++;
    }
    assert.equal(seen.size, looked, "two entries have the same position");
  },

  "every entry equals its definition": (subject) => {
    const { table } = subject;
    for (const index of entries(subject)) {
      const found = table.get(index);
      const expected = table.expected(index);
      assertEqual(
        found,
        expected,
        () => `entry ${index} (${table.formatPosition(table.unrank(index))}) is ${found}, should be ${expected}`,
      );
    }
  },

  "a probe returns the value of the position's entry": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const entry = table.get(value(table.rank(position), "rank"));
      const answer = probe(table, position);
      assert.equal(answer.position, table.formatPosition(position));
      assertEqual(subject.entryOf(answer.value), entry, () => `value of ${answer.position}`);
      assertOk(
        Number.isFinite(answer.value.score) && answer.value.text !== "",
        () => `score and text of ${answer.position}`,
      );
    }
  },

  "a probe has every legal move once": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const found = probe(table, position).moves.map(({ move }) => move);
      const legal = subject.successors(position).map(([move]) => move);
      assertDeepEqual(
        found.toSorted((a, b) => a - b),
        legal.toSorted((a, b) => a - b),
        () => `moves of ${table.formatPosition(position)}`,
      );
    }
  },

  "the value of a move is the value of the position after it": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const answer = probe(table, position);
      const sign = subject.sign(position);
      const after = new Map(subject.successors(position));
      for (const { move, text, after: found } of answer.moves) {
        const next = after.get(move);
        if (next === undefined) continue; // reported by the check above
        const expected = probe(table, next).value;
        assertEqual(found.score, sign * expected.score, () => `${text} in ${answer.position}`);
        assertEqual(found.exact, expected.exact, () => `${text} in ${answer.position}: exact and inexact`);
      }
    }
  },

  "the best moves come first": (subject) => {
    for (const position of probedPositions(subject)) {
      const { moves, position: text } = probe(subject.table, position);
      moves.forEach(({ after }, i) => {
        const before = moves[i - 1]?.after.score ?? Number.POSITIVE_INFINITY;
        assertOk(before >= after.score, () => `move ${i + 1} of ${text} is better than the one before it`);
      });
    }
  },

  "position text round-trips": (subject) => {
    const { table } = subject;
    for (const position of probedPositions(subject)) {
      const text = table.formatPosition(position);
      assert.deepEqual(value(table.parsePosition(text), text), position, text);
    }
  },

  "probing does not modify the position": (subject) => {
    for (const position of probedPositions(subject)) {
      const before = position.slice();
      subject.table.rank(position);
      subject.table.probe(position);
      assert.deepEqual(position, before);
    }
  },

  "entries out of range are rejected": ({ table }) => {
    const all = table.identity.entries;
    for (const index of [all, all + 1, 2 ** 40, -1, 0.5, Number.NaN] as Rank[]) {
      rejects(() => table.get(index), `get(${index}) of ${all} entries`);
      rejects(() => table.unrank(index), `unrank(${index}) of ${all} entries`);
      rejects(() => table.expected(index), `expected(${index}) of ${all} entries`);
    }
  },

  "probes outside the loaded part fail with not-in-table": (subject) => {
    const all = subject.table.identity.entries;
    const loaded = Math.floor(all / 2);
    const part = subject.openPrefix(loaded);
    const last = (loaded - 1) as Rank;
    assert.equal(part.get(last), subject.table.get(last));
    rejects(() => part.get(loaded as Rank), `get(${loaded}) with ${loaded} loaded`);
    const outside = part.probe(part.unrank((all - 1) as Rank));
    assert.ok(!outside.ok, "a probe outside the loaded part succeeds");
    assert.equal(outside.error.code, "not-in-table");
    assertOk(
      outside.error.message.includes(String(loaded)),
      () => `"${outside.error.message}" does not give the number of loaded entries`,
    );
  },
};

export interface TableSuiteOptions {
  readonly skip?: Skips;
}

export function tableSuite(subject: () => Promise<TableSubject>, options: TableSuiteOptions = {}): void {
  registerChecks("table contract", tableChecks, subject, options.skip);
}
