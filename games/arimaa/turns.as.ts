/**
 * Turn generation: all distinct turns of a side, one for each placement that it can reach in 1 to 4 steps, with the fewest steps.
 *
 * A breadth-first search over placements; each is expanded once. A push or a pull is one expansion of two steps, so the continuations of a
 * placement depend on the placement alone. All placements of k steps are found before any of k + 1: with captures, one placement can be
 * reached in even and odd numbers of steps.
 */
import { behind, bit, goalRow, neighbours, squareOf, stepOf, TRAPS } from "./bitboard.as";
import { BOARD_BYTES, copyBoard, frozenPieces, hashOf, makePieceStep, ofKind, piecesOf } from "./board.as";
import { MAX_STEPS, NORTH, SOUTH } from "./constants";
import { appendTurn, beginTurns, expectTurns, isNew, turnCount, TURN_SET_BYTES } from "./turn-set.as";
import { numbersOf } from "./zobrist.as";

/** A placement to expand: its board, and the turn that led there. */
const TURN: usize = BOARD_BYTES;
const NODE_BYTES: usize = 80;
/** Placements of up to three steps. The observed maximum is 9,000. */
const MAX_NODES: usize = 131_072;
export const TURNS_WORKSPACE_BYTES: usize = TURN_SET_BYTES + 2 * NODE_BYTES + MAX_NODES * NODE_BYTES;

let spare: usize = 0;
let nodes: usize = 0;
let nodeEnd: usize = 0;
let startHash: u64 = 0;
let side: i32 = 0;
let nearRows: u64 = ~(<u64>0);

/** Lists the distinct turns of `colour` of at most `steps` steps into the workspace (see `turnList`); returns the count. */
export function listTurns(board: usize, colour: i32, steps: i32, workspace: usize): i32 {
  begin(board, colour, workspace);
  nearRows = ~(<u64>0);
  let before = nodes;
  let from = nodes;
  let to = nodeEnd;
  for (let step = 1; step <= steps; step++) {
    const last = step == steps;
    // Each step multiplies the placements by about eight. The set grows if there are more.
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
 * A shortest turn that ends with a rabbit of `colour` on its goal row, or 0. Its last step is always the rabbit's own: after a push the turn
 * could have ended before it.
 */
export function goalTurn(board: usize, colour: i32, workspace: usize): u32 {
  if (!(ofKind(board, 0) & piecesOf(board, colour) & rowsNear(colour, MAX_STEPS))) return 0;
  begin(board, colour, workspace);
  let before = nodes;
  let from = nodes;
  let to = nodeEnd;
  for (let step = 0; step < MAX_STEPS; step++) {
    if (step > 0) {
      nearRows = rowsNear(colour, MAX_STEPS - step);
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

/** The rows from which a rabbit needs at most `steps` steps. */
@inline
function rowsNear(colour: i32, steps: i32): u64 {
  return colour == 0 ? ~(<u64>0) << <u64>(8 * (7 - steps)) : ~(<u64>0) >> <u64>(8 * (7 - steps));
}

/** A step of a rabbit onto its goal row, or 0. */
function goalStep(node: usize, colour: i32): i32 {
  const own = piecesOf(node, colour);
  const free = ~(own | piecesOf(node, 1 - colour)) & goalRow(colour);
  const ready = own & ofKind(node, 0) & behind(free, colour);
  if (!ready) return 0;
  const able = ready & ~frozenPieces(node, colour);
  return able ? squareOf(able) | ((colour == 0 ? NORTH : SOUTH) << 6) : 0;
}

/** Appends the placement to the nodes to expand, if it is new. */
@inline
function addNode(made: usize, turn: u32, step: i32): void {
  // The goal search prunes placements from which no rabbit can arrive in time.
  if (nearRows != ~(<u64>0) && !(ofKind(made, 0) & piecesOf(made, side) & nearRows)) return;
  const hash = hashOf(made);
  if (!isNew(hash)) return;
  copyBoard(nodeEnd, made);
  store<u32>(nodeEnd, turn, TURN);
  nodeEnd += NODE_BYTES;
  appendTurn(hash, turn, <u32>step, startHash);
}

/** Single steps from a placement that will be expanded further. */
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
        makePieceStep(spare, side, kind, from, to);
        addNode(spare, turn | (<u32>stepOf(from, to) << shift), step);
      }
    }
  }
}

/** Pieces that are the only adjacent friend of a piece on a trap: if they step away, it is captured. */
@inline
function soleFriends(own: u64): u64 {
  let found: u64 = 0;
  for (let held = own & TRAPS; held; held &= held - 1) {
    const friends = neighbours(held & -held) & own;
    if (popcnt(friends) == 1) found |= friends;
  }
  return found;
}

/** Single steps that end the turn: only their hashes are computed. */
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
      // Most steps capture nothing: they neither abandon a friend on a trap nor enter one.
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
        makePieceStep(spare, side, kind, from, to);
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

/** Pulls and pushes from a placement: two steps each. A pull is completed even if the puller is captured on a trap. */
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
            makePieceStep(spare, side, kind, at, to);
            makePieceStep(spare, 1 - side, victims, victim, at);
            addMade(spare, turn | ((<u32>stepOf(at, to) | (<u32>stepOf(victim, at) << 8)) << shift), step, last);
          }
          for (let targets = neighbours(bit(victim)) & empty; targets; targets &= targets - 1) {
            const to = squareOf(targets);
            copyBoard(spare, node);
            makePieceStep(spare, 1 - side, victims, victim, to);
            makePieceStep(spare, side, kind, at, victim);
            addMade(spare, turn | ((<u32>stepOf(victim, to) | (<u32>stepOf(at, victim) << 8)) << shift), step, last);
          }
        }
      }
    }
  }
}
