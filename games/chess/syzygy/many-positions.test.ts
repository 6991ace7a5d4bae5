/** Tables of four pieces with artificial values: symmetric material, equal pieces and pawns of both sides. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { SeededRandom } from "../../../engine/random/seeded.ts";
import { encodeTable, type PartToWrite } from "./encode.fixture.ts";
import { TableFolders } from "./folders.ts";
import { orient } from "./position-index.ts";
import { tableOrder } from "./table-order.fixture.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-syzygy-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** From 0 to 4, constant over runs of eight, so that compression has an effect. */
function valueOf(number: number, part: number): number {
  let mixed = Math.imul((number >> 3) + 7919 * part + 1, 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((mixed ^ (mixed >>> 13)) >>> 0) % 5;
}

interface Shape {
  readonly material: string;
  /** By side to move. */
  readonly codes: readonly (readonly number[])[];
  readonly orders: readonly (readonly number[])[];
  readonly columns: readonly number[];
}

const SHAPES: readonly Shape[] = [
  { material: "KRvKR", codes: [[14, 4, 6, 12]], orders: [[1]], columns: [0] },
  {
    material: "KRRvK",
    codes: [
      [6, 14, 4, 4],
      [14, 6, 4, 4],
    ],
    orders: [[0], [1]],
    columns: [0],
  },
  { material: "KPvKP", codes: [[1, 9, 14, 6]], orders: [[2, 0]], columns: [0, 1, 2, 3] },
  {
    material: "KPPvK",
    codes: [
      [1, 1, 6, 14],
      [1, 1, 14, 6],
    ],
    orders: [[2], [0]],
    columns: [0, 1, 2, 3],
  },
];

test.each(SHAPES)("$material", ({ material, codes, orders, columns }) => {
  const layouts = columns.map((column) =>
    codes.map((pieces, side) => ({ order: tableOrder(material, pieces, orders[side] ?? [], column), side, column })),
  );
  const parts = layouts.map((ofColumn) =>
    ofColumn.map(({ order, side, column }): PartToWrite => ({
      codes: order.codes,
      order: orders[side] ?? [],
      flags: 0,
      values: Uint16Array.from({ length: order.positions }, (_, number) => valueOf(number, 2 * column + side)),
    })),
  );
  const options = { blockBits: 9, spanBits: 12, maxSymbols: 12, extraLengths: 1 };
  writeFileSync(join(folder, `${material}.rtbw`), encodeTable({ kind: "wdl", material, parts, options }));
  const tables = unwrap(TableFolders.open(folder));
  const random = new SeededRandom(5);
  for (const { order, side, column } of layouts.flat()) {
    for (let i = 0; i < 300; i++) {
      const number = i === 0 ? 0 : i === 1 ? order.positions - 1 : random.below(order.positions);
      const squares = order.squaresOf(number);
      const exchange = random.below(2);
      const placement = {
        codes: order.codes.map((code) => code ^ (8 * exchange)),
        squares: squares.map((square) => square ^ (56 * exchange)),
        turn: side ^ exchange,
      };
      const table = tables.table(placement, "wdl");
      const position = orient(placement, table.material);
      expect(table.part(position).stored(position), `${column} ${side} ${number}`).toBe(
        valueOf(number, 2 * column + side),
      );
    }
  }
  tables.close();
});
