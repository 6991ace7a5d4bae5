/** Principal variations, one for each ply: i32 length, i32 moves. */
import { MAX_PLY, SS_LINE_BYTES } from "./layout";

export const LINES_BYTES: usize = (MAX_PLY + 2) * SS_LINE_BYTES;
let lines: usize = 0;

export function startLines(region: usize): void {
  lines = region;
}

@inline export function lineAt(ply: i32): usize { return lines + <usize>ply * SS_LINE_BYTES; }
@inline export function endLine(ply: i32): void { store<i32>(lineAt(ply), 0); }

/** The variation at a ply becomes a move and the variation below it. */
export function extendLine(ply: i32, move: i32): void {
  const line = lineAt(ply);
  const below = lineAt(ply + 1);
  const length = min(load<i32>(below), MAX_PLY - 1);
  store<i32>(line, length + 1);
  store<i32>(line, move, 4);
  memory.copy(line + 8, below + 4, <usize>length << 2);
}
