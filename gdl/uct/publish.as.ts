/** Writes the results of a search: the root moves of a role, and the principal variation by visits. */
import {
  MAX_PV, ROOT_MOVE, ROOT_MOVE_BYTES, ROOT_POINTS, ROOT_PROVEN, ROOT_VISITS, SEARCH_PV, SEARCH_PV_LENGTH,
  SEARCH_PLAYED, SEARCH_ROLE, SEARCH_ROOT_COUNT, SEARCH_ROOT_MOVES, SEARCH_STEPPED,
} from "./layout";
import {
  isMoveProven, listCount, listRole, meansOf, moveAt, NEVER, nextList, pointsOf, soleChild, visitsOf,
} from "./move-list.as";
import { choosers, firstList, isProven, provenGoal } from "./tree.as";

export function publish(search: usize, root: u32, played: f64, steps: f64): void {
  store<f64>(search, played, SEARCH_PLAYED);
  store<f64>(search, steps, SEARCH_STEPPED);
  const role = load<u32>(search, SEARCH_ROLE);
  let count: u32 = 0;
  let length: u32 = 0;
  if (root) {
    let list = firstList(root);
    while (list && listRole(list) != role) list = nextList(list);
    if (list) count = writeMoves(<usize>load<u32>(search, SEARCH_ROOT_MOVES), list, role);
    length = writePv(search + SEARCH_PV, root);
  }
  store<u32>(search, count, SEARCH_ROOT_COUNT);
  store<u32>(search, length, SEARCH_PV_LENGTH);
}

function writeMoves(out: usize, list: usize, role: u32): u32 {
  const count = listCount(list);
  for (let i: u32 = 0; i < count; i++) {
    store<u32>(out, moveAt(list, i), ROOT_MOVE);
    store<u32>(out, visitsOf(list, i), ROOT_VISITS);
    store<u32>(out, pointsOf(list, i), ROOT_POINTS);
    store<i32>(out, isMoveProven(list, i) ? <i32>provenGoal(soleChild(list, i), role) : -1, ROOT_PROVEN);
    out += ROOT_MOVE_BYTES;
  }
  return count;
}

/** Ends where several roles choose, or at a move without visits. */
function writePv(out: usize, root: u32): u32 {
  let length: u32 = 0;
  for (let at = root; at && length < <u32>MAX_PV && choosers(at) == 1;) {
    const list = firstList(at);
    let best: u32 = 0;
    for (let i: u32 = 1; i < listCount(list); i++) if (isBetter(list, i, best, at)) best = i;
    if (visitsOf(list, best) == 0) break;
    store<u32>(out, listRole(list));
    store<u32>(out, moveAt(list, best), 4);
    out += 8;
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
