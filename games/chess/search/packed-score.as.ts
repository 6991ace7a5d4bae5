/** Packed score of the tapered evaluation: middlegame value in the lower 16 bits, endgame value in the upper. Both are added and multiplied at once. */

@inline export function middlegame(packed: i32): i32 { return <i32>(<i16>packed); }
@inline export function endgame(packed: i32): i32 { return (packed + 0x8000) >> 16; }
