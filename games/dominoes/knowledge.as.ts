/**
 * Public knowledge of a hand. A player who draws or passes shows that none of its tiles had an open number; the opening shows that no
 * hand had a stronger tile. Tiles drawn later may have one.
 *
 * Such events are numbered by levels: each number has the level of the last event that excluded it (0: none), and each tile of the hand
 * occupies a slot with the level at which it was acquired. A tile fits a slot whose level is at least the levels of its two numbers. When
 * a tile is laid, its slot is unknown; the lowest one that it fits is removed. This leaves the highest levels, and every hand that fits
 * any other choice fits this one too. So the hands that fit the slots are exactly those consistent with the game so far.
 */
import { KNOWLEDGE, KNOWLEDGE_BYTES, LEVELS, SLOT_LEVELS, SLOTS } from "./layout";
import { leftOf, openingTileOf, rightOf } from "./state.as";
import { highOf, lowOf, strengthOf } from "./tiles.as";
import { BY_DOUBLE, opening } from "./variant.as";

const OPENING: usize = 7;

@inline
function knowledgeOf(state: usize, player: i32): usize {
  return state + KNOWLEDGE + <usize>player * KNOWLEDGE_BYTES;
}

function topLevel(known: usize): i32 {
  let top = 0;
  for (let i = 0; i < LEVELS; i++) top = max(top, <i32>load<u8>(known + i));
  return top;
}

/** The lowest level of a slot that the tile fits. */
export function levelOf(state: usize, player: i32, tile: i32): i32 {
  const known = knowledgeOf(state, player);
  const level = max<i32>(load<u8>(known + lowOf(tile)), load<u8>(known + highOf(tile)));
  const first = openingTileOf(state);
  const doubles = opening == BY_DOUBLE;
  if (first < 0 || strengthOf(tile, doubles) <= strengthOf(first, doubles)) return level;
  return max<i32>(level, load<u8>(known + OPENING));
}

/** Removes unused levels: those above move down. */
function compactLevels(known: usize): void {
  for (let level = topLevel(known); level > 0; level--) {
    let used = false;
    for (let i = 0; i < LEVELS; i++) used = used || <i32>load<u8>(known + i) == level;
    if (used) continue;
    for (let i = 0; i < LEVELS; i++) {
      const other = <i32>load<u8>(known + i);
      if (other > level) store<u8>(known + i, <u8>(other - 1));
    }
    const slots = known + SLOTS;
    store<u8>(slots + level - 1, load<u8>(slots + level - 1) + load<u8>(slots + level));
    for (let i = level; i < SLOT_LEVELS - 1; i++) store<u8>(slots + i, load<u8>(slots + i + 1));
    store<u8>(slots + SLOT_LEVELS - 1, 0);
  }
}

/** The player cannot lay at either end. */
export function recordVoid(state: usize, player: i32): void {
  const known = knowledgeOf(state, player);
  const level = <u8>(topLevel(known) + 1);
  store<u8>(known + leftOf(state), level);
  store<u8>(known + rightOf(state), level);
  compactLevels(known);
}

/** The hand has no tile stronger than the opening tile. */
export function recordNoneStronger(state: usize, player: i32): void {
  const known = knowledgeOf(state, player);
  store<u8>(known + OPENING, <u8>(topLevel(known) + 1));
}

export function addSlot(state: usize, player: i32): void {
  const known = knowledgeOf(state, player);
  const slot = known + SLOTS + topLevel(known);
  store<u8>(slot, load<u8>(slot) + 1);
}

export function removeSlot(state: usize, player: i32, tile: i32): void {
  const slots = knowledgeOf(state, player) + SLOTS;
  for (let level = levelOf(state, player, tile); level < SLOT_LEVELS; level++) {
    const count = load<u8>(slots + level);
    if (count == 0) continue;
    store<u8>(slots + level, count - 1);
    return;
  }
}
