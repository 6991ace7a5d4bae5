/** Lists of the moves of a role in a node of the tree. */

// A list of moves: two SIMD arrays with the number of moves rounded up to a multiple of four, then a record for each move.
export const LIST_BACK: usize = 0; // u32, distance from its node
export const LIST_COUNT: usize = 4; // u32
export const LIST_ROLE: usize = 8; // u32
export const LIST_NEXT: usize = 12; // u32, distance of the next list from the node, 0 for none
const LIST_ARRAYS: usize = 16;

/** Mean of an untried move, plus a random number: selected before all others. */
export const UNTRIED: f32 = 1e6;
/** Mean of a move that is proven to be worst, and of padding. */
export const NEVER: f32 = -1e9;
/** Flag of a move whose goal is proven. */
export const PROVEN_MOVE: u32 = 1 << 31;

@inline
export function nextList(list: usize): usize {
  const distance = <usize>load<u32>(list, LIST_NEXT);
  return distance ? list - load<u32>(list, LIST_BACK) + distance : 0;
}

@inline
export function listCount(list: usize): u32 {
  return load<u32>(list, LIST_COUNT);
}

@inline
export function listRole(list: usize): u32 {
  return load<u32>(list, LIST_ROLE);
}

@inline
export function rounded(count: u32): usize {
  return <usize>((count + 3) & ~3);
}

// Arrays of a list, f32: mean points from 0 to 1, and 1 / sqrt(begun visits).
@inline
export function meansOf(list: usize): usize {
  return list + LIST_ARRAYS;
}

@inline
export function explorationsOf(list: usize): usize {
  return list + LIST_ARRAYS + (rounded(listCount(list)) << 2);
}

// The record of a move.
const MOVE_VISITS: usize = 0; // u32, finished simulations
const MOVE_POINTS: usize = 4; // u32, sum of goals
export const MOVE_CHILD: usize = 8; // u32, the child node, or the first edge
export const MOVE_NUMBER: usize = 12; // u32
const MOVE_BEGUN: usize = 16; // u32, begun simulations: visits with virtual losses
export const MOVE_BYTES: usize = 20;

@inline
export function moveOf(list: usize, index: u32): usize {
  return list + LIST_ARRAYS + (rounded(listCount(list)) << 3) + <usize>index * MOVE_BYTES;
}

@inline
export function visitsOf(list: usize, index: u32): u32 {
  return load<u32>(moveOf(list, index), MOVE_VISITS);
}

@inline
export function pointsOf(list: usize, index: u32): u32 {
  return load<u32>(moveOf(list, index), MOVE_POINTS);
}

/** Virtual loss: a begun simulation counts as a visit without points, so that lanes spread. Returns the number of begun simulations. */
@inline
export function addVirtualLoss(list: usize, index: u32): u32 {
  const move = moveOf(list, index);
  const begun = load<u32>(move, MOVE_BEGUN) + 1;
  store<u32>(move, begun, MOVE_BEGUN);
  store<f32>(explorationsOf(list) + (<usize>index << 2), 1 / Mathf.sqrt(<f32>begun));
  const mean = meansOf(list) + (<usize>index << 2);
  if (load<f32>(mean) >= UNTRIED) store<f32>(mean, 0);
  return begun;
}

/** Undoes `addVirtualLoss` for an abandoned simulation. */
@inline
export function removeVirtualLoss(list: usize, index: u32): void {
  const move = moveOf(list, index);
  const begun = load<u32>(move, MOVE_BEGUN) - 1;
  store<u32>(move, begun, MOVE_BEGUN);
  store<f32>(explorationsOf(list) + (<usize>index << 2), begun ? 1 / Mathf.sqrt(<f32>begun) : 1);
  // The move is untried again.
  const mean = meansOf(list) + (<usize>index << 2);
  if (begun == 0 && !(load<u32>(move, MOVE_NUMBER) & PROVEN_MOVE)) store<f32>(mean, UNTRIED);
}

/** Adds the goal of a finished simulation and updates the mean, unless the move is proven. */
@inline
export function addVisit(list: usize, index: u32, goal: u32): void {
  const move = moveOf(list, index);
  const done = load<u32>(move, MOVE_VISITS) + 1;
  const points = load<u32>(move, MOVE_POINTS) + goal;
  store<u32>(move, done, MOVE_VISITS);
  store<u32>(move, points, MOVE_POINTS);
  if (!(load<u32>(move, MOVE_NUMBER) & PROVEN_MOVE)) store<f32>(meansOf(list) + (<usize>index << 2), <f32>points / (100 * <f32>done));
}

@inline
export function moveAt(list: usize, index: u32): u32 {
  return load<u32>(moveOf(list, index), MOVE_NUMBER) & ~PROVEN_MOVE;
}

@inline
export function isMoveProven(list: usize, index: u32): bool {
  return (load<u32>(moveOf(list, index), MOVE_NUMBER) & PROVEN_MOVE) != 0;
}

export function listBytes(count: u32): u32 {
  return (<u32>LIST_ARRAYS + <u32>(rounded(count) << 3) + count * <u32>MOVE_BYTES + 15) & ~15;
}

@inline
export function setMove(list: usize, index: u32, move: u32, mean: f32): void {
  store<u32>(moveOf(list, index), move, MOVE_NUMBER);
  store<f32>(meansOf(list) + (<usize>index << 2), mean);
  store<f32>(explorationsOf(list) + (<usize>index << 2), 1);
}

/** The child of a node with one chooser. */
@inline
export function soleChild(list: usize, index: u32): u32 {
  return load<u32>(moveOf(list, index), MOVE_CHILD);
}
