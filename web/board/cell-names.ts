/** Names of cells for display. Cells of rulesheets are named by their coordinates, `3,2`; a player reads `c2`. Pure. */
import type { View, ViewCell } from "../../engine/contracts/view.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyz";
const names = new WeakMap<readonly ViewCell[], readonly string[]>();

/** By cell. */
export function cellNames({ cells }: Pick<View, "cells">): readonly string[] {
  const known = names.get(cells);
  if (known) return known;
  const made = make(cells);
  names.set(cells, made);
  return made;
}

function make(cells: readonly ViewCell[]): readonly string[] {
  const own = cells.map(({ name }) => name);
  const pairs = own.map((name) => /^([^,]+),([^,]+)$/.exec(name)?.slice(1) ?? null);
  const column = columnNames(pairs.flatMap((pair) => pair?.[0] ?? []));
  const row = rowNames(pairs.flatMap((pair) => pair?.[1] ?? []));
  if (cells.length === 0 || pairs.includes(null) || column === null || row === null) return own;
  return pairs.map((pair) => `${column(pair?.[0] as string)}${row(pair?.[1] as string)}`);
}

/** Numbers from 0 or 1 become letters; letters stay. */
function columnNames(values: readonly string[]): ((value: string) => string) | null {
  if (values.every((value) => /^[a-z]$/i.test(value))) return (value) => value;
  const numbers = values.map(Number);
  const first = numbers.includes(0) ? 0 : 1;
  const fits = numbers.every((n) => Number.isInteger(n) && n >= first && n - first < LETTERS.length);
  return fits ? (value) => LETTERS.charAt(Number(value) - first) : null;
}

function rowNames(values: readonly string[]): ((value: string) => string) | null {
  if (values.every((value) => /^\d+$/.test(value))) return (value) => value;
  if (!values.every((value) => /^[a-z]$/i.test(value))) return null;
  const sorted = [...new Set(values)].toSorted();
  return (value) => String(sorted.indexOf(value) + 1);
}

/** Cells and columns by the words of a rulesheet's moves. */
export interface CellLabels {
  /** The name of the cell with these coordinates; null if there is none. */
  cell(column: string, row: string): string | null;
  /** The name of a column; null if there is none. */
  column(column: string): string | null;
}

const labels = new WeakMap<readonly ViewCell[], CellLabels>();

export function cellLabels(view: Pick<View, "cells">): CellLabels {
  const known = labels.get(view.cells);
  if (known) return known;
  const shown = cellNames(view);
  const byName = new Map(view.cells.map(({ name }, index) => [name, shown[index] as string]));
  const columns = new Map(
    view.cells.flatMap(({ name }, index): [string, string][] => {
      const [column, row] = name.split(",");
      return column === undefined || row === undefined
        ? []
        : [[column, /^[a-z]+/i.exec(shown[index] as string)?.[0] ?? column]];
    }),
  );
  const made: CellLabels = {
    cell: (column, row) => byName.get(`${column},${row}`) ?? null,
    column: (column) => columns.get(column) ?? null,
  };
  labels.set(view.cells, made);
  return made;
}
