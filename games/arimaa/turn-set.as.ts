/**
 * The distinct turns found so far: a list, and a hash set with open addressing. A slot holds the upper 48 bits of a hash (its position
 * implies the rest) and the number of the call that wrote it, so the set is not cleared between calls.
 */
import { ListedTurn } from "../../build/layouts/games/arimaa/turns.as";
import { Records } from "../../engine/kernel/layout/arrays.as";
import { MAX_TURNS } from "./constants";

const MAX_SLOTS: u32 = 2 * <u32>MAX_TURNS;
const CALL_BITS: u64 = 0xffff;
/** The number of the last call. The set is cleared when the numbers wrap around. */
const HEAD_BYTES: usize = 64;
export const TURN_SET_BYTES: usize = HEAD_BYTES + (<usize>MAX_SLOTS << 3) + <usize>MAX_TURNS * ListedTurn.BYTES;

let slots: usize = 0;
let list: usize = 0;
let mask: usize = 0;
let call: u64 = 0;
/** The end of the list, and the end at which the set must grow. */
let next: usize = 0;
let full: usize = 0;

@inline export function turnList(): Records<ListedTurn> { return changetype<Records<ListedTurn>>(list); }
@inline export function turnCount(): i32 { return <i32>((next - list) / ListedTurn.BYTES); }

/** Begins an empty list in a region of TURN_SET_BYTES, zeroed before its first use. */
export function beginTurns(region: usize): void {
  slots = region + HEAD_BYTES;
  list = slots + (<usize>MAX_SLOTS << 3);
  next = list;
  call = (load<u64>(region) + 1) & CALL_BITS;
  if (call == 0) {
    memory.fill(slots, 0, <usize>MAX_SLOTS << 3);
    call = 1;
  }
  store<u64>(region, call);
  setSlots(1 << 12);
}

function setSlots(count: usize): void {
  mask = count - 1;
  // Load factor 3/4: 1.5 probes on average for a hash that is present.
  full = list + ((count * 3) >> 2) * ListedTurn.BYTES;
}

/** Reserves capacity for about `count` turns; keeps the content. */
export function expectTurns(count: u32, start: u64): void {
  let size: usize = mask + 1;
  while (size < <usize>MAX_SLOTS && (size * 3) >> 2 < <usize>count) size <<= 1;
  if (size != mask + 1) rebuild(size, start);
}

/** Rehashes into a larger set, under a new call number, so that the old slots count as empty. */
function rebuild(size: usize, start: u64): void {
  const region = slots - HEAD_BYTES;
  call = (call + 1) & CALL_BITS;
  if (call == 0) {
    memory.fill(slots, 0, <usize>MAX_SLOTS << 3);
    call = 1;
  }
  store<u64>(region, call);
  setSlots(size);
  isNew(start);
  for (let at = list; at < next; at += ListedTurn.BYTES) isNew(ListedTurn.at(at).hash);
}

/** Inserts a hash; returns whether it was absent. */
@inline
export function isNew(hash: u64): bool {
  const key = (hash & ~CALL_BITS) | call;
  let slot = <usize>hash & mask;
  while (true) {
    const at = slots + (slot << 3);
    const found = load<u64>(at);
    if (found == key) return false;
    if ((found & CALL_BITS) != call) {
      store<u64>(at, key);
      return true;
    }
    slot = (slot + 1) & mask;
  }
}

/** Appends a turn whose hash `isNew` has just inserted. */
@inline
export function appendTurn(hash: u64, turn: u32, steps: u32, start: u64): void {
  const entry = ListedTurn.at(next);
  entry.hash = hash;
  entry.turn = turn;
  entry.steps = steps;
  next += ListedTurn.BYTES;
  if (next >= full) grow(start);
}

/** No known position comes near MAX_TURNS. */
function grow(start: u64): void {
  if (mask + 1 >= <usize>MAX_SLOTS) return trapWhenFull();
  rebuild((mask + 1) << 1, start);
}

function trapWhenFull(): void {
  if (turnCount() >= MAX_TURNS) unreachable();
}
