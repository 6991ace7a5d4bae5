/** Triangular table of principal variations, one per ply. */
import { Pv } from "../../../build/layouts/engine/search/selective/selective.as";
import { MAX_PLY } from "./constants";

export const PV_TABLE_BYTES: usize = <usize>(MAX_PLY + 2) * Pv.BYTES;
let pvTable: usize = 0;

export function startPvTable(region: usize): void {
  pvTable = region;
}

@inline export function pvAt(ply: i32): usize { return pvTable + <usize>ply * Pv.BYTES; }
@inline export function clearPv(ply: i32): void { store<i32>(pvAt(ply), 0); }

/** The PV at a ply becomes a move followed by the PV of the next ply. */
export function updatePv(ply: i32, move: i32): void {
  const pv = pvAt(ply);
  const childPv = pvAt(ply + 1);
  const length = min(load<i32>(childPv), MAX_PLY - 1);
  store<i32>(pv, length + 1);
  store<i32>(pv, move, 4);
  memory.copy(pv + 8, childPv + 4, <usize>length << 2);
}
