/** Draws a view with walls in the terminal: walls as blocks, two columns per square if they fit; three with a heat map, whose values are numbers. */
import type { HeatMap, View } from "../engine/contracts/view.ts";
import { isMarked, OWNER_STYLES, type BoardMarks } from "./board-marks.ts";
import type { Painter, Style } from "./terminal.ts";

const WALL = "█";
const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";
const DEFAULT_COLUMNS = 80;
/** Above this number of columns, every fifth name is shown. */
const NAMES = 26;

interface MazeDrawing {
  readonly marks: BoardMarks;
  readonly heat: HeatMap | null;
  /** Columns of the terminal. */
  readonly columns?: number;
}

export function drawMaze(
  view: View,
  { marks, heat, columns = DEFAULT_COLUMNS }: MazeDrawing,
  paint: Painter,
): string[] {
  const [right, bottom] = [Math.max(...view.cells.map(({ x }) => x)), Math.max(...view.cells.map(({ y }) => y))];
  const margin = String(bottom + 1).length + 1;
  // Includes a wall around the maze.
  const width = right + 2;
  const fits = (columnsEach: number): boolean => margin + columnsEach * (width + 1) <= columns;
  const wide = heat && fits(3) ? 3 : fits(2) ? 2 : 1;
  const scale = heat ? heatScale(heat, wide) : 1;
  const numbers = new Map(view.cells.map(({ x, y }, cell) => [y * (width + 2) + x, cell]));
  const square = (x: number, y: number): string => {
    const cell = numbers.get(y * (width + 2) + x);
    if (cell === undefined) return paint("dim", WALL.repeat(wide));
    return drawSquare(view, cell, marks, heat, scale, wide, paint);
  };
  const columnsFrom = Math.min(0, Math.min(...view.cells.map(({ x }) => x)) - 1);
  const rowsFrom = Math.min(0, Math.min(...view.cells.map(({ y }) => y)) - 1);
  const lines = Array.from({ length: bottom + 2 - rowsFrom }, (_, i) => {
    const y = rowsFrom + i;
    const name = y >= 0 && y <= bottom ? String(y + 1) : "";
    const row = Array.from({ length: width - columnsFrom }, (__, x) => square(columnsFrom + x, y)).join("");
    return `${paint("dim", name.padStart(margin - 1))} ${row}`;
  });
  const names = columnLine(view, columnsFrom, width, wide);
  return [`${" ".repeat(margin)}${paint("dim", names)}`.trimEnd(), ...lines, ...legend(heat, scale, wide, paint)];
}

function columnLine(view: View, from: number, to: number, wide: number): string {
  const names = new Map(view.cells.map(({ x, name }) => [x, name.replace(/\d+$/, "")]));
  const every = names.size > NAMES || wide === 1 ? 5 : 1;
  let line = "";
  for (let x = from; x < to; x++) {
    const name = names.get(x);
    if (name === undefined || (x - 1) % every !== 0) continue;
    line = line.padEnd((x - from) * wide + (wide - 1)) + name;
  }
  return line;
}

function drawSquare(
  view: View,
  cell: number,
  marks: BoardMarks,
  heat: HeatMap | null,
  scale: number,
  wide: number,
  paint: Painter,
): string {
  const { name, mark } = view.cells[cell] as View["cells"][number];
  const piece = view.pieces.find((each) => each.cell === cell);
  const fit = (text: string): string => text.padStart(wide);
  if (piece) {
    const style: Style = OWNER_STYLES[piece.owner ?? 0] ?? "green";
    return paint(["bold", style, ...(isMarked(marks.to, name) ? (["inverse"] as const) : [])], fit(piece.letter));
  }
  if (mark !== undefined) return paint(["bold", "green"], fit(mark));
  const value = heat?.values[cell];
  if (heat) return paint(value === null ? "dim" : "yellow", fit(numberText(value ?? null, scale, wide)));
  return isMarked(marks.from, name) ? paint(["bold", "yellow"], fit("∘")) : fit(wide === 1 ? " " : "·");
}

/** The unit of a displayed number, so that the largest fits. */
function heatScale({ values }: HeatMap, wide: number): number {
  const most = values.reduce<number>((a, b) => Math.max(a, b ?? 0), 0);
  return Math.max(1, Math.ceil((most + 1) / (wide === 1 ? DIGITS.length : 100)));
}

function numberText(value: number | null, scale: number, wide: number): string {
  if (value === null) return wide === 1 ? " " : "-";
  const number = Math.floor(value / scale);
  return wide === 1 ? (DIGITS[number] as string) : String(number);
}

function legend(heat: HeatMap | null, scale: number, wide: number, paint: Painter): string[] {
  if (!heat) return [];
  const most = heat.values.reduce<number>((a, b) => Math.max(a, b ?? 0), 0);
  const each = scale > 1 ? `, one unit is ${scale} ${heat.unit}` : "";
  return [
    paint(
      "dim",
      `${heat.name}: 0 to ${most} ${heat.unit}${each}${wide === 1 ? ", digits 0-9, then a-z" : "; - unreachable"}`,
    ),
  ];
}

export const HEAT_HELP = "  heat      show distances on the board: heat 1, heat off";

/** `heat 2` gives index 1, `heat off` -1; anything else gives the list of maps. */
export function chosenHeatMap(word: string, maps: readonly HeatMap[]): number | string {
  const [, which = ""] = word.split(/\s+/);
  if (which === "off") return -1;
  if (/^\d+$/.test(which) && maps[Number(which) - 1]) return Number(which) - 1;
  return [...maps.map(({ name }, i) => `  heat ${i + 1}    ${name}`), "  heat off  none"].join("\n");
}
