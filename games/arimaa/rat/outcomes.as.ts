/** Outcomes of all turns of a side, for Rat: which pieces end where, which turns capture, which stop a goal, and which pieces may be captured. */
import { TurnOutcome } from "../../../build/layouts/games/arimaa/rat/outcomes.as";
import { bit, neighbours, squareOf, stepFrom, stepTo, trapSquare, TRAPS } from "../bitboard.as";
import { copyBoard, kindAt, makeStep, ofKind, piecesOf, strongerThan } from "../board.as";
import { makeTurn } from "../digest.as";
import { MAX_STEPS } from "../constants";
import { canReachGoal, GOAL_BYTES, useGoalWorkspace } from "../search/goal.as";
import { turnList } from "../turn-set.as";
import { goalTurn, listTurns, TURNS_WORKSPACE_BYTES } from "../turns.as";
import { CAPTURES_ONLY, GONE, MAX_OUTCOMES, MAX_MOVED, WITH_RISKS } from "./constants";

/** Two workspaces and two boards; the second workspace is for searches within a list. */
const INNER: usize = TURNS_WORKSPACE_BYTES;
const BOARDS: usize = 2 * TURNS_WORKSPACE_BYTES;
const NODE_BYTES: usize = 80;
export const RAT_WORKSPACE_BYTES: usize = BOARDS + 2 * NODE_BYTES;

/**
 * Writes the outcome of each distinct turn, with squares xor `flip`, for the mover's view; `inDanger` with WITH_RISKS only: the mover's pieces that
 * may be capturable afterwards. Returns the count.
 */
export function listOutcomes(board: usize, colour: i32, steps: i32, flip: i32, flags: i32, workspace: usize, out: usize): i32 {
  const count = listTurns(board, colour, steps, workspace);
  const turns = turnList();
  const made = workspace + BOARDS;
  const enemies = popcnt(piecesOf(board, 1 - colour));
  let at = out;
  let written = 0;
  for (let i = 0; i < count && written < MAX_OUTCOMES; i++) {
    const entry = turns[i];
    const turn = entry.turn;
    copyBoard(made, board);
    if (flags & CAPTURES_ONLY) {
      makeTurn(made, turn);
      if (popcnt(piecesOf(made, 1 - colour)) == enemies) continue;
      copyBoard(made, board);
    }
    const outcome = TurnOutcome.at(at);
    outcome.moved = <u8>trackPieces(made, turn, outcome, flip);
    outcome.turn = turn;
    outcome.steps = <u8>entry.steps;
    outcome.inDanger = flags & WITH_RISKS ? inDanger(made, 1 - colour, MAX_STEPS) : 0;
    at += TurnOutcome.BYTES;
    written++;
  }
  return written;
}

/** Makes a turn and records the origin and destination of each piece that it moves or captures; pieces that return are dropped. */
function trackPieces(board: usize, turn: u32, out: TurnOutcome, flip: i32): i32 {
  let count = 0;
  for (let rest = turn; rest; rest >>= 8) {
    const step = <i32>(rest & 255);
    const lost = makeStep(board, step);
    count = record(out, count, stepFrom(step), stepTo(step));
    if (lost) count = record(out, count, trapSquare(lost >> 4), GONE);
  }
  let remaining = 0;
  for (let i = 0; i < count; i++) {
    const from = out.from[i];
    const to = out.to[i];
    if (from == to) continue;
    out.from[remaining] = from ^ <u8>flip;
    out.to[remaining] = to == GONE ? to : to ^ <u8>flip;
    remaining++;
  }
  return remaining;
}

function record(out: TurnOutcome, count: i32, from: i32, to: i32): i32 {
  for (let i = 0; i < count; i++) {
    if (<i32>out.to[i] != from) continue;
    out.to[i] = <u8>to;
    return count;
  }
  if (count == MAX_MOVED) return count;
  out.from[count] = <u8>from;
  out.to[count] = <u8>to;
  return count + 1;
}

/**
 * An upper bound on the pieces of the other side that `colour` can capture within `steps` steps. Each step of an enemy costs two of ours; the victim
 * needs as many as its distance from the trap, each other guard of the trap one; a stronger piece must reach one of them with the steps
 * left.
 */
function inDanger(board: usize, colour: i32, steps: i32): u64 {
  const own = piecesOf(board, colour);
  const enemy = piecesOf(board, 1 - colour);
  const most = steps >> 1;
  let found: u64 = 0;
  for (let traps = TRAPS; traps; traps &= traps - 1) {
    const trap = traps & -traps;
    const around = neighbours(trap);
    const guards = around & enemy;
    const guarded = <i32>popcnt(guards);
    if (guarded > most) continue;
    const ring = neighbours(around) & ~trap;
    let victims = enemy & trap;
    if (1 + guarded - 1 <= most) victims |= guards;
    if (2 + guarded <= most) victims |= enemy & ring;
    for (; victims; victims &= victims - 1) {
      const victim = victims & -victims;
      const distance = victim & trap ? 0 : victim & around ? 1 : 2;
      const needed = distance + guarded - (distance == 1 ? 1 : 0);
      if (needed == 0 || needed > most) continue;
      if (reaches(board, own, victim | (needed > distance ? guards : 0), steps - 2 * needed)) found |= victim;
    }
  }
  return found;
}

/** Whether a stronger piece can be next to one of the pieces after `steps` steps. */
function reaches(board: usize, own: u64, pieces: u64, steps: i32): bool {
  for (let left = pieces; left; left &= left - 1) {
    const piece = left & -left;
    let near = neighbours(piece);
    for (let i = 0; i < steps; i++) near |= neighbours(near);
    if (strongerThan(board, kindAt(board, squareOf(piece)), own & near)) return true;
  }
  return false;
}

export function mayCapture(board: usize, colour: i32, steps: i32): bool {
  return inDanger(board, colour, steps) != 0;
}

/** The goal cache, zeroed before its first use. The kernel keeps using it after the call, so it must never be freed. */
export const RAT_GOAL_BYTES: usize = GOAL_BYTES;

/** A shortest turn to goal, or 0. The usual case, no goal, is fast. */
export function quickGoalTurn(board: usize, colour: i32, steps: i32, workspace: usize, goals: usize): u32 {
  useGoalWorkspace(goals);
  return canReachGoal(board, colour, steps) ? goalTurn(board, colour, workspace) : 0;
}

/**
 * Writes turns of `colour` after which the other side has no goal in one turn, at most `most`; returns the count. Turns that do not change the squares
 * of the threatened goal turn or adjacent ones cannot stop it.
 */
export function listGoalDefences(board: usize, colour: i32, steps: i32, most: i32, workspace: usize, goals: usize, out: usize): i32 {
  const goal = quickGoalTurn(board, 1 - colour, MAX_STEPS, workspace + INNER, goals);
  if (!goal) return 0;
  let zone: u64 = 0;
  for (let rest = goal; rest; rest >>= 8) zone |= bit(stepFrom(<i32>(rest & 255))) | bit(stepTo(<i32>(rest & 255)));
  zone |= neighbours(zone);
  const made = workspace + BOARDS;
  const count = listTurns(board, colour, steps, workspace);
  const turns = turnList();
  let found = 0;
  for (let i = 0; i < count && found < most; i++) {
    const turn = turns[i].turn;
    copyBoard(made, board);
    makeTurn(made, turn);
    if (!(changed(board, made) & zone) || canReachGoal(made, 1 - colour, MAX_STEPS)) continue;
    store<u32>(out + (<usize>found << 2), turn);
    found++;
  }
  return found;
}

function changed(one: usize, other: usize): u64 {
  let squares: u64 = piecesOf(one, 0) ^ piecesOf(other, 0);
  for (let kind = 0; kind < 6; kind++) squares |= ofKind(one, kind) ^ ofKind(other, kind);
  return squares;
}
