/**
 * All distinct turns of a side: one for each placement that it can reach in 1 to 4 steps, with the fewest steps.
 *
 * Placements are found by the number of steps, each expanded once. A push or a pull is two steps at once, so that a placement between
 * turns of steps has no past: what can follow depends on it alone. All of k steps are found before any of k + 1, as captures let one
 * placement be reached in numbers of steps of both parities.
 */
import { behind, bit, goalRow, neighbours, squareOf, stepOf, TRAPS } from "./bitboard.as";
import { copyBoard, frozenPieces, hashOf, ofKind, piecesOf, stepKnown } from "./board.as";
import { BOARD_BYTES, MAX_STEPS, NORTH, SOUTH } from "./layout";
import { appendTurn, beginTurns, expectTurns, isNew, turnCount, TURN_SET_BYTES } from "./turn-set.as";
import { numbersOf } from "./zobrist.as";

/** A placement to go on from: its board, and the turn that led there. */
const TURN: usize = BOARD_BYTES;
const NODE_BYTES: usize = 80;
/** Placements of up to three steps; the most that was seen is 9,000. */
const MAX_NODES: usize = 131_072;
export const TURNS_WORKSPACE_BYTES: usize = TURN_SET_BYTES + 2 * NODE_BYTES + MAX_NODES * NODE_BYTES;

let spare: usize = 0;
let nodes: usize = 0;
let nodeEnd: usize = 0;
let startHash: u64 = 0;
let side: i32 = 0;
let near: u64 = ~(<u64>0);

/** Lists the distinct turns of `colour` of at most `steps` steps into the workspace, returns how many (see `turnList`). */
export function listTurns(board: usize, colour: i32, steps: i32, workspace: usize): i32 {
  begin(board, colour, workspace);
  near = ~(<u64>0);
  let before = nodes;
  let from = nodes;
  let to = nodeEnd;
  for (let step = 1; step <= steps; step++) {
    const last = step == steps;
    // About eight times as many placements as with a step less; where it is more, the set grows.
    if (step == MAX_STEPS) expectTurns(<u32>turnCount() * 9, startHash);
    if (step >= 2) {
      for (let node = before; node < from; node += NODE_BYTES) addPairs(node, step, last);
    }
    if (last) {
      for (let node = from; node < to; node += NODE_BYTES) addLastSteps(node, step);
    } else {
      for (let node = from; node < to; node += NODE_BYTES) addSteps(node, step);
    }
    before = from;
    from = to;
    to = nodeEnd;
  }
  return turnCount();
}

function begin(board: usize, colour: i32, workspace: usize): void {
  spare = workspace + TURN_SET_BYTES;
  nodes = spare + 2 * NODE_BYTES;
  side = colour;
  startHash = hashOf(board);
  beginTurns(workspace);
  isNew(startHash);
  copyBoard(nodes, board);
  store<u32>(nodes, 0, TURN);
  nodeEnd = nodes + NODE_BYTES;
}

/**
 * A turn that ends with a rabbit of `colour` on its goal row, with the fewest steps; 0 where there is none. The last step of such a turn is the
 * rabbit's: who stands there after a push could have stopped before it.
 */
export function goalTurn(board: usize, colour: i32, workspace: usize): u32 {
  if (!(ofKind(board, 0) & piecesOf(board, colour) & rowsNear(colour, MAX_STEPS))) return 0;
  begin(board, colour, workspace);
  let before = nodes;
  let from = nodes;
  let to = nodeEnd;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (step > 0) {
      near = rowsNear(colour, MAX_STEPS - step);
      if (step >= 2) for (let node = before; node < from; node += NODE_BYTES) addPairs(node, step, false);
      for (let node = from; node < to; node += NODE_BYTES) addSteps(node, step);
      before = from;
      from = to;
      to = nodeEnd;
    }
    for (let node = from; node < to; node += NODE_BYTES) {
      const last = goalStep(node, colour);
      if (last) return load<u32>(node, TURN) | (<u32>last << (<u32>step << 3));
    }
  }
  return 0;
}

/** The rows from which a rabbit needs at most so many steps. */
@inline
function rowsNear(colour: i32, steps: i32): u64 {
  return colour == 0 ? ~(<u64>0) << <u64>(8 * (7 - steps)) : ~(<u64>0) >> <u64>(8 * (7 - steps));
}

/** A step of a rabbit onto its goal row; 0 where there is none. */
function goalStep(node: usize, colour: i32): i32 {
  const own = piecesOf(node, colour);
  const free = ~(own | piecesOf(node, 1 - colour)) & goalRow(colour);
  const ready = own & ofKind(node, 0) & behind(free, colour);
  if (!ready) return 0;
  const able = ready & ~frozenPieces(node, colour);
  return able ? squareOf(able) | ((colour == 0 ? NORTH : SOUTH) << 6) : 0;
}

/** The board in the first spare node becomes one to go on from, if it is new. */
@inline
function addNode(made: usize, turn: u32, step: i32): void {
  // A search for goal keeps only placements from which a rabbit is near enough.
  if (near != ~(<u64>0) && !(ofKind(made, 0) & piecesOf(made, side) & near)) return;
  const hash = hashOf(made);
  if (!isNew(hash)) return;
  copyBoard(nodeEnd, made);
  store<u32>(nodeEnd, turn, TURN);
  nodeEnd += NODE_BYTES;
  appendTurn(hash, turn, <u32>step, startHash);
}

/** Single steps from a placement, to be gone on from. */
function addSteps(node: usize, step: i32): void {
  const own = piecesOf(node, side);
  const empty = ~(own | piecesOf(node, 1 - side));
  const mobile = own & ~frozenPieces(node, side) & neighbours(empty);
  const turn = load<u32>(node, TURN);
  const shift: u32 = <u32>(step - 1) << 3;
  for (let kind = 0; kind < 6; kind++) {
    for (let movers = mobile & ofKind(node, kind); movers; movers &= movers - 1) {
      const from = squareOf(movers);
      let targets = neighbours(bit(from)) & empty;
      if (kind == 0) targets &= ~behind(bit(from), side);
      for (; targets; targets &= targets - 1) {
        const to = squareOf(targets);
        copyBoard(spare, node);
        stepKnown(spare, side, kind, from, to);
        addNode(spare, turn | (<u32>stepOf(from, to) << shift), step);
      }
    }
  }
}

/** Squares of a colour whose piece is the only friend of one that stands on a trap: to leave is to lose that one. */
@inline
function soleFriends(own: u64): u64 {
  let found: u64 = 0;
  for (let held = own & TRAPS; held; held &= held - 1) {
    const friends = neighbours(held & -held) & own;
    if (popcnt(friends) == 1) found |= friends;
  }
  return found;
}

/** Single steps from a placement that end the turn: only their hashes are made. */
function addLastSteps(node: usize, step: i32): void {
  const own = piecesOf(node, side);
  const empty = ~(own | piecesOf(node, 1 - side));
  const mobile = own & ~frozenPieces(node, side) & neighbours(empty);
  const careful = soleFriends(own);
  const hash = hashOf(node);
  const turn = load<u32>(node, TURN);
  const shift: u32 = <u32>(step - 1) << 3;
  for (let kind = 0; kind < 6; kind++) {
    const numbers = numbersOf(side, kind);
    for (let movers = mobile & ofKind(node, kind); movers; movers &= movers - 1) {
      const from = squareOf(movers);
      const place = bit(from);
      const lifted = hash ^ load<u64>(numbers + (<usize>from << 3));
      let targets = neighbours(place) & empty;
      if (kind == 0) targets &= ~behind(place, side);
      // Nothing is lost by most steps: neither is a friend on a trap left alone, nor a trap entered.
      let unsafe = place & careful ? targets : targets & TRAPS;
      targets ^= unsafe;
      for (; targets; targets &= targets - 1) {
        const to = squareOf(targets);
        const after = lifted ^ load<u64>(numbers + (<usize>to << 3));
        if (isNew(after)) appendTurn(after, turn | (<u32>stepOf(from, to) << shift), <u32>step, startHash);
      }
      for (; unsafe; unsafe &= unsafe - 1) {
        const to = squareOf(unsafe);
        copyBoard(spare, node);
        stepKnown(spare, side, kind, from, to);
        const after = hashOf(spare);
        if (isNew(after)) appendTurn(after, turn | (<u32>stepOf(from, to) << shift), <u32>step, startHash);
      }
    }
  }
}

@inline
function addMade(made: usize, turn: u32, step: i32, last: bool): void {
  if (!last) return addNode(made, turn, step);
  const hash = hashOf(made);
  if (isNew(hash)) appendTurn(hash, turn, <u32>step, startHash);
}

/** Pulls and pushes from a placement: two steps at once. A puller may be lost on a trap and the pull is still finished. */
function addPairs(node: usize, step: i32, last: bool): void {
  const own = piecesOf(node, side);
  const enemy = piecesOf(node, 1 - side);
  const empty = ~(own | enemy);
  const mobile = own & ~frozenPieces(node, side) & neighbours(enemy) & ~ofKind(node, 0);
  if (!mobile) return;
  const turn = load<u32>(node, TURN);
  const shift: u32 = <u32>(step - 2) << 3;
  let weaker: u64 = 0;
  for (let kind = 1; kind < 6; kind++) {
    weaker |= enemy & ofKind(node, kind - 1);
    for (let movers = mobile & ofKind(node, kind) & neighbours(weaker); movers; movers &= movers - 1) {
      const at = squareOf(movers);
      const around = neighbours(bit(at));
      for (let victims = 0; victims < kind; victims++) {
        for (let some = around & enemy & ofKind(node, victims); some; some &= some - 1) {
          const victim = squareOf(some);
          for (let targets = around & empty; targets; targets &= targets - 1) {
            const to = squareOf(targets);
            copyBoard(spare, node);
            stepKnown(spare, side, kind, at, to);
            stepKnown(spare, 1 - side, victims, victim, at);
            addMade(spare, turn | ((<u32>stepOf(at, to) | (<u32>stepOf(victim, at) << 8)) << shift), step, last);
          }
          for (let targets = neighbours(bit(victim)) & empty; targets; targets &= targets - 1) {
            const to = squareOf(targets);
            copyBoard(spare, node);
            stepKnown(spare, 1 - side, victims, victim, to);
            stepKnown(spare, side, kind, at, victim);
            addMade(spare, turn | ((<u32>stepOf(victim, to) | (<u32>stepOf(at, victim) << 8)) << shift), step, last);
          }
        }
      }
    }
  }
}
