/**
 * An index up to the symmetries of a board (geometry.ts): one group of a placement, the anchor, is brought to the first set of its orbit,
 * and the other groups follow by the same symmetry. Anchors lie in memory; a kernel is told their address.
 */
const FIRST_SETS: usize = 4;
const SETS: usize = 8;

/** How many orbits the sets of the anchor's size have. */
@inline export function anchorOrbits(anchor: usize): u32 { return load<u32>(anchor); }
/** The orbit of a set of cells, by its rank. */
@inline export function anchorOrbit(anchor: usize, rank: u32): u32 { return load<u32>(anchor + (<usize>rank << 3), SETS); }
/** The symmetry that brings a set to the first of its orbit: where its images are. */
@inline export function anchorSymmetry(anchor: usize, rank: u32): usize { return anchor + load<u32>(anchor + (<usize>rank << 3), SETS + 4); }
/** The rank of an orbit's first set. */
@inline export function anchorFirst(anchor: usize, orbit: u32): u32 { return load<u32>(anchor + load<u32>(anchor, FIRST_SETS) + (<usize>orbit << 2)); }
/** The cell that a cell becomes. */
@inline export function imageBy(symmetry: usize, cell: u32): u32 { return load<u8>(symmetry + cell); }
