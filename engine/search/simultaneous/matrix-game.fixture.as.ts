/** Exports of the matrix game solver. */
import { matrixGameBytes, matrixGap, solveMatrixGame } from "./matrix-game.as";

export function scratchBytes(rows: i32, columns: i32): usize { return matrixGameBytes(rows, columns); }
export function gap(): f64 { return matrixGap; }

export function solve(matrix: usize, rows: i32, columns: i32, x: usize, y: usize, scratch: usize): f64 {
  return solveMatrixGame(matrix, rows, columns, x, y, scratch);
}

/** Solves a game repeatedly, for benchmarks. */
export function solveOften(matrix: usize, rows: i32, columns: i32, x: usize, y: usize, scratch: usize, times: i32): f64 {
  let sum: f64 = 0;
  for (let i = 0; i < times; i++) sum += solveMatrixGame(matrix, rows, columns, x, y, scratch);
  return sum;
}
