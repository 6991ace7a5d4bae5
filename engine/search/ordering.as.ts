/**
 * Move ordering of alpha-beta: transposition table move, killer moves, then history heuristic plus the game's order score.
 * The caller provides the memory.
 */
import { SearchRules, rulesOf } from "../contracts/rules.as";
import { MAX_DEPTH } from "./constants";

const HISTORY_BITS: u32 = 12;
const KILLERS: usize = 0; // i32 [MAX_DEPTH][2]
const HISTORY: usize = 8 * MAX_DEPTH; // i32 [1 << HISTORY_BITS]
export const ORDERING_BYTES: usize = HISTORY + (4 << HISTORY_BITS);

const TT_MOVE: i32 = i32.MAX_VALUE;
const KILLER_SCORE: i32 = 1 << 29;
const MAX_HISTORY: i32 = 1 << 18;
/** No move; any other number may be a move. */
export const NO_MOVE: i32 = i32.MIN_VALUE;

let ordering: usize = 0;

export function startOrdering(block: usize): void {
  ordering = block;
  for (let i: usize = 0; i < 2 * MAX_DEPTH; i++) store<i32>(block + KILLERS + (i << 2), NO_MOVE);
  memory.fill(block + HISTORY, 0, 4 << HISTORY_BITS);
}

@inline
function historyEntry(turn: i32, move: i32): usize {
  return ordering + HISTORY + (<usize>((<u32>((move << 1) | turn) * 0x9e3779b1) >> (32 - HISTORY_BITS)) << 2);
}

/** Updates killer moves and history after a beta cutoff. */
export function updateHistory(turn: i32, ply: i32, depth: i32, move: i32): void {
  const killers = ordering + KILLERS + (<usize>ply << 3);
  const first = load<i32>(killers);
  if (first != move) {
    store<i32>(killers, first, 4);
    store<i32>(killers, move);
  }
  const history = historyEntry(turn, move);
  const sum = load<i32>(history) + depth * depth;
  store<i32>(history, sum);
  if (sum > MAX_HISTORY) ageHistory();
}

function ageHistory(): void {
  const end = ordering + HISTORY + (4 << HISTORY_BITS);
  for (let at = ordering + HISTORY; at < end; at += 4) store<i32>(at, load<i32>(at) >> 1);
}

/** Scores the moves: greater scores are searched first. */
export function scoreMoves<R extends SearchRules>(
  state: usize,
  ply: i32,
  ttMove: i32,
  moves: usize,
  count: i32,
  scores: usize,
): void {
  const rules = rulesOf<R>();
  const turn = rules.turn(state);
  const killers = ordering + KILLERS + (<usize>ply << 3);
  const killer0 = load<i32>(killers);
  const killer1 = load<i32>(killers, 4);
  for (let i: usize = 0; i < <usize>count << 2; i += 4) {
    const move = load<i32>(moves + i);
    let score = (load<i32>(historyEntry(turn, move)) << 4) + rules.orderScore(state, move);
    if (move == killer0) score = KILLER_SCORE + 1;
    else if (move == killer1) score = KILLER_SCORE;
    if (move == ttMove) score = TT_MOVE;
    store<i32>(scores + i, score);
  }
}
