/** Accessors of a state's fields (layout.ts). */
import {
  CHAIN,
  CHAIN_LENGTH,
  COUNTS,
  HANDS,
  HAS_DRAWN,
  LEFT,
  OPENING_TILE,
  PHASE,
  RIGHT,
  STOCK,
  STOCK_COUNT,
} from "./layout";

@inline export function handOf(state: usize, player: i32): u32 { return load<u32>(state + HANDS + (<usize>player << 2)); }
@inline export function setHand(state: usize, player: i32, hand: u32): void { store<u32>(state + HANDS + (<usize>player << 2), hand); }
@inline export function stockOf(state: usize): u32 { return load<u32>(state + STOCK); }
@inline export function setStock(state: usize, stock: u32): void { store<u32>(state + STOCK, stock); }
@inline export function phaseOf(state: usize): i32 { return load<u8>(state + PHASE); }
@inline export function setPhase(state: usize, phase: i32): void { store<u8>(state + PHASE, <u8>phase); }
@inline export function leftOf(state: usize): i32 { return load<u8>(state + LEFT); }
@inline export function rightOf(state: usize): i32 { return load<u8>(state + RIGHT); }
@inline export function countOf(state: usize, player: i32): i32 { return load<u8>(state + COUNTS + player); }
@inline export function setCount(state: usize, player: i32, count: i32): void { store<u8>(state + COUNTS + player, <u8>count); }
@inline export function stockCountOf(state: usize): i32 { return load<u8>(state + STOCK_COUNT); }
@inline export function setStockCount(state: usize, count: i32): void { store<u8>(state + STOCK_COUNT, <u8>count); }
@inline export function hasDrawn(state: usize): bool { return load<u8>(state + HAS_DRAWN) != 0; }
@inline export function setHasDrawn(state: usize, drawn: bool): void { store<u8>(state + HAS_DRAWN, <u8>drawn); }
/** The tile that began the chain; -1 if it has not begun or is unknown. */
@inline export function openingTileOf(state: usize): i32 { return <i32>load<u8>(state + OPENING_TILE) - 1; }
@inline export function setOpeningTile(state: usize, tile: i32): void { store<u8>(state + OPENING_TILE, <u8>(tile + 1)); }

@inline
export function setEnds(state: usize, left: i32, right: i32): void {
  store<u8>(state + LEFT, <u8>left);
  store<u8>(state + RIGHT, <u8>right);
}

export function addToChain(state: usize, tile: i32, atLeft: bool): void {
  const length = <usize>load<u8>(state + CHAIN_LENGTH);
  const chain = state + CHAIN;
  if (atLeft) memory.copy(chain + 1, chain, length);
  store<u8>(chain + (atLeft ? 0 : length), <u8>(tile + 1));
  store<u8>(state + CHAIN_LENGTH, <u8>(length + 1));
}
