/** Two numbers in one: a value for the middlegame in the lower 16 bits, one for the endgame in the upper. They add and multiply together. */

@inline export function middlegame(packed: i32): i32 { return <i32>(<i16>packed); }
@inline export function endgame(packed: i32): i32 { return (packed + 0x8000) >> 16; }
