/** Accessors of a position (state.layout.ts). */
import { KnowledgeRecord, StateRecord } from "../../build/layouts/games/dominoes/state.as";

export const STATE_BYTES: i32 = <i32>StateRecord.BYTES;

@inline function at(state: usize): StateRecord { return StateRecord.at(state); }

@inline export function handOf(state: usize, player: i32): u32 { return at(state).hands[player]; }
@inline export function setHand(state: usize, player: i32, hand: u32): void { at(state).hands[player] = hand; }
@inline export function stockOf(state: usize): u32 { return at(state).stock; }
@inline export function setStock(state: usize, stock: u32): void { at(state).stock = stock; }
@inline export function unseenOf(state: usize): u32 { return at(state).unseen; }
@inline export function phaseOf(state: usize): i32 { return at(state).phase; }
@inline export function setPhase(state: usize, phase: i32): void { at(state).phase = <u8>phase; }
@inline export function leftOf(state: usize): i32 { return at(state).left; }
@inline export function rightOf(state: usize): i32 { return at(state).right; }
@inline export function countOf(state: usize, player: i32): i32 { return at(state).counts[player]; }
@inline export function setCount(state: usize, player: i32, count: i32): void { at(state).counts[player] = <u8>count; }
@inline export function stockCountOf(state: usize): i32 { return at(state).stockCount; }
@inline export function setStockCount(state: usize, count: i32): void { at(state).stockCount = <u8>count; }
@inline export function hasDrawn(state: usize): bool { return at(state).hasDrawn != 0; }
@inline export function setHasDrawn(state: usize, drawn: bool): void { at(state).hasDrawn = <u8>drawn; }
/** The tile that began the chain; -1 if it has not begun or is unknown. */
@inline export function openingTileOf(state: usize): i32 { return <i32>at(state).openingTile - 1; }
@inline export function setOpeningTile(state: usize, tile: i32): void { at(state).openingTile = <u8>(tile + 1); }
@inline export function knowledgeOf(state: usize, player: i32): KnowledgeRecord { return at(state).knowledge[player]; }

@inline
export function setEnds(state: usize, left: i32, right: i32): void {
  at(state).left = <u8>left;
  at(state).right = <u8>right;
}

/** Replaces the chain by one item. */
@inline
export function setChain(state: usize, item: i32): void {
  at(state).chainLength = 1;
  at(state).chain[0] = <u8>item;
}

export function addToChain(state: usize, tile: i32, atLeft: bool): void {
  const length = <usize>at(state).chainLength;
  const chain = at(state).chainAddress;
  if (atLeft) memory.copy(chain + 1, chain, length);
  at(state).chain[atLeft ? 0 : length] = <u8>(tile + 1);
  at(state).chainLength = <u8>(length + 1);
}
