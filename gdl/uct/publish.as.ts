/** Writes the results of a search: the root moves of every role that chooses, and the principal variation by visits. */
import { PvMove, RootMoveRecord, UctRecord } from "../../build/layouts/gdl/uct/uct.as";
import { Records } from "../../engine/kernel/layout/arrays.as";
import { MAX_PV } from "./constants";
import {
  isMoveProven, listCount, listRole, meansOf, moveAt, NEVER, nextList, pointsOf, soleChild, visitsOf,
} from "./move-list.as";
import { choosers, firstList, isProven, provenGoal } from "./tree.as";

export function publish(search: usize, root: u32, played: f64, steps: f64): void {
  const record = UctRecord.at(search);
  record.playouts = played;
  record.steps = steps;
  let count: u32 = 0;
  let length: u32 = 0;
  if (root) {
    for (let list = firstList(root); list; list = nextList(list))
      count += writeMoves(record.rootMoves + <usize>count * RootMoveRecord.BYTES, list, listRole(list));
    length = writePv(record.pv, root, record.chance);
  }
  record.rootCount = count;
  record.pvLength = length;
}

/** Writes the root moves of a role; returns their number. */
export function writeMoves(out: usize, list: usize, role: u32): u32 {
  const count = listCount(list);
  for (let i: u32 = 0; i < count; i++) {
    const published = RootMoveRecord.at(out);
    published.role = role;
    published.move = moveAt(list, i);
    published.visits = visitsOf(list, i);
    published.points = pointsOf(list, i);
    published.proven = isMoveProven(list, i) ? <i32>provenGoal(soleChild(list, i), role) : -1;
    out += RootMoveRecord.BYTES;
  }
  return count;
}

/** Ends where several roles or chance choose, or at a move without visits. */
function writePv(pv: Records<PvMove>, root: u32, chance: u32): u32 {
  let length: u32 = 0;
  for (let at = root; at && length < <u32>MAX_PV && choosers(at) == 1;) {
    const list = firstList(at);
    if (listRole(list) + 1 == chance) break;
    let best: u32 = 0;
    for (let i: u32 = 1; i < listCount(list); i++) if (isBetter(list, i, best, at)) best = i;
    if (visitsOf(list, best) == 0) break;
    pv[length].role = listRole(list);
    pv[length].move = moveAt(list, best);
    length++;
    at = soleChild(list, best);
  }
  return length;
}

@inline
function provenMean(list: usize, move: u32): f32 {
  return isMoveProven(list, move) ? load<f32>(meansOf(list) + (<usize>move << 2)) : NEVER;
}

/** In a proven node by the proven value, otherwise by visits. */
function isBetter(list: usize, move: u32, than: u32, at: u32): bool {
  if (isProven(at)) return provenMean(list, move) > provenMean(list, than);
  return visitsOf(list, move) > visitsOf(list, than);
}
