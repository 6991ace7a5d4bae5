/**
 * Exact detection of a goal within a number of steps. First a bitboard flood fill that over-approximates what a rabbit can reach: if it does
 * not reach the goal row, there is no goal. Otherwise steps are tried, each followed by the same test.
 */
import { behind, bit, goalRow, neighbours, squareOf, TRAPS } from "../bitboard.as";
import { copyBoard, frozenPieces, hashOf, ofKind, piecesOf, makePieceStep } from "../board.as";

const BOARD: usize = 80;
/** Boards for four steps, then a cache of results: 8 bytes each, the hash with the result in the lowest bit. */
const CACHE: usize = 8 * BOARD;
const CACHE_BITS: u64 = 15;
export const GOAL_BYTES: usize = CACHE + (<usize>8 << <usize>CACHE_BITS);
const SIDE_SALT: u64 = 0x9e3779b97f4a7c15;

let workspace: usize = 0;

/** Must be zeroed before the first use. */
export function useGoalWorkspace(region: usize): void {
  workspace = region;
}

/** The squares a rabbit may step to: ahead and sideways. */
@inline
function rabbitSteps(set: u64, side: i32): u64 {
  return (side == 0 ? set << 8 : set >> 8) | beside(set);
}

@inline
function beside(set: u64): u64 {
  return ((set & 0x7f7f7f7f7f7f7f7f) << 1) | ((set & 0xfefefefefefefefe) >> 1);
}

/** The rows at most `steps` rows away from goal. */
@inline
function rowsNear(side: i32, steps: i32): u64 {
  return side == 0 ? ~(<u64>0) << <u64>(8 * (7 - steps)) : ~(<u64>0) >> <u64>(8 * (7 - steps));
}

/**
 * False only if no rabbit can reach goal within `steps` steps. Each step of the rabbit costs 1. Entering a friend's square costs one more,
 * an enemy's two more. Leaving a square where it is frozen, or entering a trap without a friend, costs a step of another piece, which may be
 * shared with those, before or after: the friend that comes to help may have stood in the way. Friends on traps cost nothing: a step that
 * clears another square may capture them.
 */
function mayReachGoal(board: usize, side: i32, steps: i32): bool {
  const own = piecesOf(board, side);
  const rabbits = ofKind(board, 0);
  let left = own & rabbits & rowsNear(side, steps);
  if (!left) return false;
  const enemy = piecesOf(board, 1 - side);
  const nearEnemy = neighbours(enemy & ~rabbits);
  const goal = goalRow(side);
  for (; left; left &= left - 1) {
    const rabbit = left & -left;
    const friends = own ^ rabbit;
    const helped = neighbours(friends);
    const held = nearEnemy & ~helped;
    const unguardedTraps = TRAPS & ~helped;
    const blocked = friends & ~TRAPS;
    const free = ~(enemy | blocked);
    // Squares reached by its own steps, by the number of steps of other pieces; `helped1`: with at most one, which has cleared none of them.
    let with0 = rabbit;
    let helped1: u64 = 0;
    let with1: u64 = 0;
    let with2: u64 = 0;
    let with3: u64 = 0;
    for (let made = 1; made <= steps; made++) {
      helped1 |= with0;
      with1 |= with0;
      with2 |= with1;
      with3 |= with2;
      const fromHelped = rabbitSteps(helped1, side);
      const from1 = rabbitSteps(with1, side);
      const from2 = rabbitSteps(with2, side);
      with0 = rabbitSteps(with0 & ~held, side) & free & ~unguardedTraps;
      helped1 = fromHelped & free;
      with1 = (from1 & free) | (fromHelped & blocked);
      with3 = (rabbitSteps(with3, side) & free) | (from2 & blocked) | (from1 & enemy);
      with2 = (from2 & free) | (from1 & blocked) | (fromHelped & enemy);
      let reached = with0;
      const others = steps - made;
      if (others >= 1) reached |= with1;
      if (others >= 2) reached |= with2;
      if (others >= 3) reached |= with3;
      if (reached & goal) return true;
    }
  }
  return false;
}

/** Whether `side`, to move with `steps` steps, can end its turn with a rabbit on its goal row. */
export function canReachGoal(board: usize, side: i32, steps: i32): bool {
  if (!mayReachGoal(board, side, steps)) return false;
  const key = (hashOf(board) ^ (SIDE_SALT * <u64>(2 * steps + side + 1))) & ~(<u64>1);
  const slot = workspace + CACHE + ((<usize>(key >> (64 - CACHE_BITS))) << 3);
  const cached = load<u64>(slot);
  if ((cached & ~(<u64>1)) == key) return (cached & 1) != 0;
  const found = tryGoal(board, side, steps, workspace);
  store<u64>(slot, key | <u64>found);
  return found;
}

/** Whether a rabbit of `side` reaches goal in one step. */
@inline
function hasGoalStep(board: usize, side: i32): bool {
  const own = piecesOf(board, side);
  const free = ~(own | piecesOf(board, 1 - side)) & goalRow(side);
  const ready = own & ofKind(board, 0) & behind(free, side);
  return ready != 0 && (ready & ~frozenPieces(board, side)) != 0;
}

/** Results of `findPaths`: squares on possible paths, the rabbits, and the number of steps left for other pieces. */
let paths: u64 = 0;
let runners: u64 = 0;
let spareSteps: i32 = 0;

/** The same flood fill; also collects the squares and rabbits involved. */
function findPaths(board: usize, side: i32, steps: i32): bool {
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const rabbits = ofKind(board, 0);
  const nearEnemy = neighbours(enemy & ~rabbits);
  const goal = goalRow(side);
  paths = 0;
  runners = 0;
  spareSteps = 0;
  for (let left = own & rabbits & rowsNear(side, steps); left; left &= left - 1) {
    const rabbit = left & -left;
    const friends = own ^ rabbit;
    const helped = neighbours(friends);
    const held = nearEnemy & ~helped;
    const unguardedTraps = TRAPS & ~helped;
    const blocked = friends & ~TRAPS;
    const free = ~(enemy | blocked);
    let with0 = rabbit;
    let helped1: u64 = 0;
    let with1: u64 = 0;
    let with2: u64 = 0;
    let with3: u64 = 0;
    let passed = rabbit;
    for (let made = 1; made <= steps; made++) {
      helped1 |= with0;
      with1 |= with0;
      with2 |= with1;
      with3 |= with2;
      const fromHelped = rabbitSteps(helped1, side);
      const from1 = rabbitSteps(with1, side);
      const from2 = rabbitSteps(with2, side);
      const rest = steps - made;
      // Keep only squares from which the rabbit can still arrive in time.
      with3 = rest < 3 ? 0 : ((rabbitSteps(with3, side) & free) | (from2 & blocked) | (from1 & enemy)) & rowsNear(side, rest - 3);
      with2 = rest < 2 ? 0 : ((from2 & free) | (from1 & blocked) | (fromHelped & enemy)) & rowsNear(side, rest - 2);
      with1 = rest < 1 ? 0 : ((from1 & free) | (fromHelped & blocked)) & rowsNear(side, rest - 1);
      helped1 = rest < 1 ? 0 : fromHelped & free & rowsNear(side, rest - 1);
      with0 = rabbitSteps(with0 & ~held, side) & free & ~unguardedTraps & rowsNear(side, rest);
      passed |= with0 | with1 | with2 | with3;
    }
    if (!(passed & goal)) continue;
    const square = squareOf(rabbit);
    paths |= passed;
    runners |= rabbit;
    spareSteps = max(spareSteps, steps - (side == 0 ? 7 - (square >> 3) : square >> 3));
  }
  return runners != 0;
}

/**
 * The squares where a step of another piece can matter with `steps` steps to spare: near a path, or near a piece that a later step can bring
 * there.
 */
@inline
function whereHelpMatters(steps: i32): u64 {
  let zone = paths | neighbours(paths);
  for (let more = 1; more < steps; more++) {
    zone |= neighbours(zone);
    zone |= neighbours(zone);
  }
  return zone;
}

/** Tries all relevant steps. A push or pull is never the last step. */
function tryGoal(board: usize, side: i32, steps: i32, scratch: usize): bool {
  if (hasGoalStep(board, side)) return true;
  if (steps < 2 || !findPaths(board, side, steps)) return false;
  const own = piecesOf(board, side);
  const enemy = piecesOf(board, 1 - side);
  const empty = ~(own | enemy);
  const mobile = own & ~frozenPieces(board, side);
  const next = scratch + BOARD;
  const zone = spareSteps > 0 ? whereHelpMatters(spareSteps) : 0;
  const zoneOfPairs = spareSteps > 1 ? whereHelpMatters(spareSteps - 1) : 0;
  const rabbits = runners;
  for (let kind = 0; kind < 6; kind++) {
    for (let movers = mobile & ofKind(board, kind) & neighbours(empty); movers; movers &= movers - 1) {
      const place = movers & -movers;
      const from = squareOf(movers);
      let targets = neighbours(place) & empty;
      if (!(place & (zone | rabbits))) targets &= zone;
      if (kind == 0) targets &= ~behind(place, side);
      for (; targets; targets &= targets - 1) {
        copyBoard(scratch, board);
        makePieceStep(scratch, side, kind, from, squareOf(targets));
        if (mayReachGoal(scratch, side, steps - 1) && tryGoal(scratch, side, steps - 1, next)) return true;
      }
    }
  }
  return zoneOfPairs != 0 && tryPairs(board, side, steps - 2, mobile & neighbours(enemy), zoneOfPairs, scratch);
}

/** Pushes and pulls that touch the zone; `left` steps remain after one. */
function tryPairs(board: usize, side: i32, left: i32, mobile: u64, zone: u64, scratch: usize): bool {
  const enemy = piecesOf(board, 1 - side);
  const empty = ~(piecesOf(board, side) | enemy);
  const next = scratch + BOARD;
  for (let kind = 1; kind < 6; kind++) {
    for (let movers = mobile & ofKind(board, kind); movers; movers &= movers - 1) {
      const at = squareOf(movers);
      const around = neighbours(bit(at));
      for (let weaker = 0; weaker < kind; weaker++) {
        for (let victims = around & enemy & ofKind(board, weaker); victims; victims &= victims - 1) {
          const victim = squareOf(victims);
          const touches = ((bit(at) | bit(victim)) & zone) != 0;
          for (let targets = around & empty & (touches ? ~(<u64>0) : zone); targets; targets &= targets - 1) {
            copyBoard(scratch, board);
            makePieceStep(scratch, side, kind, at, squareOf(targets));
            makePieceStep(scratch, 1 - side, weaker, victim, at);
            if (mayReachGoal(scratch, side, left) && tryGoal(scratch, side, left, next)) return true;
          }
          for (let targets = neighbours(bit(victim)) & empty & (touches ? ~(<u64>0) : zone); targets; targets &= targets - 1) {
            copyBoard(scratch, board);
            makePieceStep(scratch, 1 - side, weaker, victim, squareOf(targets));
            makePieceStep(scratch, side, kind, at, victim);
            if (mayReachGoal(scratch, side, left) && tryGoal(scratch, side, left, next)) return true;
          }
        }
      }
    }
  }
  return false;
}
