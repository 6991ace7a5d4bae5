/**
 * Public knowledge of a hand. A player who draws or passes shows that none of its tiles had an open number; the opening shows that no
 * hand had a stronger tile. Tiles drawn later may have one.
 *
 * Such events are numbered by levels: each number has the level of the last event that excluded it (0: none), and each tile of the hand
 * occupies a slot with the level at which it was acquired. A tile fits a slot whose level is at least the levels of its two numbers. When
 * a tile is laid, its slot is unknown; the lowest one that it fits is removed. This leaves the highest levels, and every hand that fits
 * any other choice fits this one too. So the hands that fit the slots are exactly those consistent with the game so far.
 */
import { KnowledgeRecord } from "../../build/layouts/games/dominoes/state.as";
import { LEVELS, SLOT_LEVELS } from "./constants";
import { knowledgeOf, leftOf, openingTileOf, rightOf } from "./state.as";
import { highOf, lowOf, strengthOf } from "./tiles.as";
import { BY_DOUBLE, opening } from "./variant.as";

/** The index of the opening among the levels. */
const OPENING: usize = 7;

function topLevel(known: KnowledgeRecord): i32 {
  let top = 0;
  for (let i = 0; i < LEVELS; i++) top = max(top, <i32>known.levels[i]);
  return top;
}

/** The lowest level of a slot that the tile fits. */
export function levelOf(state: usize, player: i32, tile: i32): i32 {
  const levels = knowledgeOf(state, player).levels;
  const level = max<i32>(levels[lowOf(tile)], levels[highOf(tile)]);
  const first = openingTileOf(state);
  const doubles = opening == BY_DOUBLE;
  if (first < 0 || strengthOf(tile, doubles) <= strengthOf(first, doubles)) return level;
  return max<i32>(level, levels[OPENING]);
}

/** Removes unused levels: those above move down. */
function compactLevels(known: KnowledgeRecord): void {
  const levels = known.levels;
  const slots = known.slots;
  for (let level = topLevel(known); level > 0; level--) {
    let used = false;
    for (let i = 0; i < LEVELS; i++) used = used || <i32>levels[i] == level;
    if (used) continue;
    for (let i = 0; i < LEVELS; i++) if (<i32>levels[i] > level) levels[i] = levels[i] - 1;
    slots[level - 1] = slots[level - 1] + slots[level];
    for (let i = level; i < SLOT_LEVELS - 1; i++) slots[i] = slots[i + 1];
    slots[SLOT_LEVELS - 1] = 0;
  }
}

/** The player cannot lay at either end. */
export function recordVoid(state: usize, player: i32): void {
  const known = knowledgeOf(state, player);
  const level = <u8>(topLevel(known) + 1);
  known.levels[leftOf(state)] = level;
  known.levels[rightOf(state)] = level;
  compactLevels(known);
}

/** The hand has no tile stronger than the opening tile. */
export function recordNoneStronger(state: usize, player: i32): void {
  const known = knowledgeOf(state, player);
  known.levels[OPENING] = <u8>(topLevel(known) + 1);
}

export function addSlot(state: usize, player: i32): void {
  const known = knowledgeOf(state, player);
  const level = topLevel(known);
  known.slots[level] = known.slots[level] + 1;
}

export function removeSlot(state: usize, player: i32, tile: i32): void {
  const slots = knowledgeOf(state, player).slots;
  for (let level = levelOf(state, player, tile); level < SLOT_LEVELS; level++) {
    if (slots[level] == 0) continue;
    slots[level] = slots[level] - 1;
    return;
  }
}
