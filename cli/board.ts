/** Draws a position in the terminal from its view: pieces, home zones, the last move, cell names at the edges, hands. */
import type { HeatMap, View, ViewCell } from "../engine/contracts/view.ts";
import { isMarked, OWNER_STYLES, type BoardMarks } from "./board-marks.ts";
import { drawMaze } from "./maze-board.ts";
import type { Painter } from "./terminal.ts";

/** Terminal columns per cell; rows of a hexagonal board are offset by half of it. */
const CELL_COLUMNS = 4;
const LEFT_MARGIN = 4;
const FACE_DOWN_SHOWN = 7;
/** Suffix of a piece that cannot move now, and of one in check. */
const HELD = "*";
const CHECK = "+";

export function drawBoard(view: View, marks: BoardMarks, paint: Painter, heat: HeatMap | null = null): string[] {
  if (view.walls) {
    const maze = drawMaze(view, { marks, heat, columns: process.stdout.columns }, paint);
    return [...maze, ...drawRows(view, paint), ...(view.notes ?? []).map((note) => paint("dim", note))];
  }
  const smallest = Math.min(...view.cells.map((cell) => cell.x));
  const rows = new Map<number, { column: number; text: string; width: number }[]>();
  view.cells.forEach((cell, index) => {
    const y = Math.round(cell.y * 1000);
    const column = LEFT_MARGIN + Math.round((cell.x - smallest) * CELL_COLUMNS);
    const row = rows.get(y) ?? [];
    const piece = view.pieces.find((each) => each.cell === index && (each.held || each.check));
    const mark = piece ? paint("dim", piece.check ? CHECK : HELD) : "";
    row.push({ column, text: drawCell(view, cell, index, marks, paint) + mark, width: piece ? 2 : 1 });
    rows.set(y, row);
  });
  const names = edgeNames(view);
  const board = [...rows.entries()]
    .toSorted(([a], [b]) => a - b)
    .map(([y, cells]) => {
      const edges = names.get(y);
      const sorted = cells.toSorted((a, b) => a.column - b.column);
      const first = sorted[0] as (typeof sorted)[number];
      let line = " ".repeat(Math.max(0, first.column - 3)) + paint("dim", (edges?.left ?? "").padStart(2)) + " ";
      let at = Math.max(3, first.column);
      for (const cell of sorted) {
        line += " ".repeat(Math.max(0, cell.column - at)) + cell.text;
        at = cell.column + cell.width;
      }
      return `${line} ${paint("dim", edges?.right ?? "")}`.trimEnd();
    });
  return [...board, ...drawRows(view, paint), ...(view.notes ?? []).map((note) => paint("dim", note))];
}

/** Many face-down items are shown as a count. */
function drawRows({ rows = [] }: View, paint: Painter): string[] {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map(({ name, owner, items }) => {
    const style = owner === null ? "bold" : (OWNER_STYLES[owner] ?? "green");
    const open = items.filter((item) => item !== null).map((item) => paint(["bold", style], item));
    const hidden = items.length - open.length;
    if (hidden > 0) open.push(paint("dim", hidden > FACE_DOWN_SHOWN ? `▒ × ${hidden}` : "▒ ".repeat(hidden).trim()));
    return `${paint(style, name.padEnd(width))}  ${open.length > 0 ? open.join(" ") : paint("dim", "none")}`;
  });
}

function drawCell(view: View, cell: ViewCell, index: number, marks: BoardMarks, paint: Painter): string {
  const piece = view.pieces.find((candidate) => candidate.cell === index);
  if (piece) {
    if (piece.owner === null) return paint("dim", piece.letter);
    const style = OWNER_STYLES[piece.owner] ?? "green";
    return isMarked(marks.to, cell.name)
      ? paint(["bold", style, "inverse"], piece.letter)
      : paint(["bold", style], piece.letter);
  }
  if (isMarked(marks.from, cell.name)) return paint(["bold", "yellow"], "∘");
  const empty = cell.mark ?? "·";
  return cell.zone === null ? paint("dim", empty) : paint(["dim", OWNER_STYLES[cell.zone] ?? "green"], empty);
}

/** Names of the first and last cell of every row. */
function edgeNames(view: View): Map<number, { left: string; right: string }> {
  const edges = new Map<number, { left: ViewCell; right: ViewCell }>();
  for (const cell of view.cells) {
    const y = Math.round(cell.y * 1000);
    const edge = edges.get(y);
    edges.set(y, {
      left: !edge || cell.x < edge.left.x ? cell : edge.left,
      right: !edge || cell.x > edge.right.x ? cell : edge.right,
    });
  }
  return new Map(
    [...edges].map(([y, { left, right }]) => [y, { left: left.name, right: left === right ? "" : right.name }]),
  );
}
