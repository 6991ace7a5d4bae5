/**
 * The 28 tiles. Tile (a, b) with a ≤ b has the index b (b + 1) / 2 + a, which is its bit in a set. Also what depends on the open ends of
 * the chain, shared by the full game, the endgame tables and the search.
 */
export const TILES: i32 = 28;
export const ALL_TILES: u32 = 0xfffffff;
const DOUBLES: u32 = 0x8104225;
/** An end of a chain that has not begun. */
export const NO_END: i32 = 7;

@inline
export function tileOf(a: i32, b: i32): i32 {
  return a < b ? ((b * (b + 1)) >> 1) + a : ((a * (a + 1)) >> 1) + b;
}

@inline
export function highOf(tile: i32): i32 {
  return <i32>(tile >= 1) + <i32>(tile >= 3) + <i32>(tile >= 6) + <i32>(tile >= 10) + <i32>(tile >= 15) + <i32>(tile >= 21);
}

@inline
export function lowOf(tile: i32): i32 {
  const high = highOf(tile);
  return tile - ((high * (high + 1)) >> 1);
}

@inline
export function pipsOf(tile: i32): i32 {
  const high = highOf(tile);
  return tile - ((high * (high + 1)) >> 1) + high;
}

/** The tiles with a number on them. */
export function tilesWith(number: i32): u32 {
  switch (number) {
    case 0: return 0x020844b;
    case 1: return 0x0410896;
    case 2: return 0x0821138;
    case 3: return 0x10423c0;
    case 4: return 0x2087c00;
    case 5: return 0x41f8000;
    case 6: return 0xfe00000;
    default: return 0;
  }
}

/** The tiles of a hand that can be laid: all at first, then those with an open number. */
@inline
export function fitting(hand: u32, left: i32, right: i32): u32 {
  return left == NO_END ? hand : hand & (tilesWith(left) | tilesWith(right));
}

/** The new open number after a tile is laid at an end. */
@inline
export function otherNumber(tile: i32, end: i32): i32 {
  return pipsOf(tile) - end;
}

export function pipsIn(hand: u32): i32 {
  let sum = 0;
  for (let rest = hand; rest; rest &= rest - 1) sum += pipsOf(ctz(rest));
  return sum;
}

/** Opening strength: pips, then the higher number; with `doublesFirst`, doubles above all others. */
@inline
export function strengthOf(tile: i32, doublesFirst: bool): i32 {
  const double = doublesFirst && (DOUBLES >> tile) & 1;
  return (double ? 1024 : 0) + (pipsOf(tile) << 3) + highOf(tile);
}

/** The strongest tile of a hand; -1 if empty. */
export function strongestOf(hand: u32, doublesFirst: bool): i32 {
  let best = -1;
  for (let rest = hand; rest; rest &= rest - 1) {
    const tile = ctz(rest);
    if (best < 0 || strengthOf(tile, doublesFirst) > strengthOf(best, doublesFirst)) best = tile;
  }
  return best;
}

export function strongerThan(tile: i32, doublesFirst: bool): u32 {
  let set: u32 = 0;
  const strength = strengthOf(tile, doublesFirst);
  for (let other = 0; other < TILES; other++) if (strengthOf(other, doublesFirst) > strength) set |= 1 << other;
  return set;
}
