/**
 * The distinct turns found so far: a list of them, and a set of their hashes in open addressing. A slot holds the upper 48 bits of a hash
 * (the place of the slot tells the rest) and the number of the call that wrote it, so that nothing has to be cleared between calls.
 */
import { MAX_TURNS, TURN_BYTES } from "./layout";

const MAX_SLOTS: u32 = 2 * <u32>MAX_TURNS;
const CALL_BITS: u64 = 0xffff;
/** Before the first call the whole set is cleared, and again when the calls have been numbered through. */
const HEAD_BYTES: usize = 64;
export const TURN_SET_BYTES: usize = HEAD_BYTES + (<usize>MAX_SLOTS << 3) + <usize>MAX_TURNS * TURN_BYTES;

let slots: usize = 0;
let list: usize = 0;
let mask: usize = 0;
let call: u64 = 0;
/** Where the next turn goes, and where the set must grow. */
let next: usize = 0;
let full: usize = 0;

@inline export function turnList(): usize { return list; }
@inline export function turnCount(): i32 { return <i32>((next - list) / TURN_BYTES); }

/** Begins an empty list in a region of TURN_SET_BYTES, which was zero before its first use. */
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
  // Three quarters full: one probe and a half on average for a hash that is there already.
  full = list + ((count * 3) >> 2) * TURN_BYTES;
}

/** Makes room for about so many; what is in the set stays there. */
export function expectTurns(count: u32, start: u64): void {
  let size: usize = mask + 1;
  while (size < <usize>MAX_SLOTS && (size * 3) >> 2 < <usize>count) size <<= 1;
  if (size != mask + 1) rebuild(size, start);
}

/** The set anew, larger: under the number of another call, so that the old one's slots are empty. */
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
  for (let at = list; at < next; at += TURN_BYTES) isNew(load<u64>(at));
}

/** Notes a hash; whether it was not there yet. */
@inline
export function isNew(hash: u64): bool {
  const wanted = (hash & ~CALL_BITS) | call;
  let slot = <usize>hash & mask;
  while (true) {
    const at = slots + (slot << 3);
    const found = load<u64>(at);
    if (found == wanted) return false;
    if ((found & CALL_BITS) != call) {
      store<u64>(at, wanted);
      return true;
    }
    slot = (slot + 1) & mask;
  }
}

/** Appends a turn whose hash `isNew` has just noted. */
@inline
export function appendTurn(hash: u64, turn: u32, steps: u32, start: u64): void {
  store<u64>(next, hash);
  store<u32>(next, turn, 8);
  store<u32>(next, steps, 12);
  next += TURN_BYTES;
  if (next >= full) grow(start);
}

/** Beyond MAX_TURNS nothing could be noted; no position comes near. */
function grow(start: u64): void {
  if (mask + 1 >= <usize>MAX_SLOTS) return trapWhenFull();
  rebuild((mask + 1) << 1, start);
}

function trapWhenFull(): void {
  if (turnCount() >= MAX_TURNS) unreachable();
}
