/**
 * An index modulo the symmetries of a board (geometry.ts): one group of a placement, the anchor, is mapped to the representative of its
 * orbit, and the same symmetry is applied to the other groups. Anchors are in memory; a kernel receives their address.
 */
const FIRST_SETS: usize = 4;
const SETS: usize = 8;

/** Number of orbits of sets of the anchor's size. */
@inline export function anchorOrbits(anchor: usize): u32 { return load<u32>(anchor); }
/** The orbit of a set of cells with this rank. */
@inline export function anchorOrbit(anchor: usize, rank: u32): u32 { return load<u32>(anchor + (<usize>rank << 3), SETS); }
/** The symmetry that maps a set to the representative of its orbit: address of its images. */
@inline export function anchorSymmetry(anchor: usize, rank: u32): usize { return anchor + load<u32>(anchor + (<usize>rank << 3), SETS + 4); }
/** The rank of an orbit's representative. */
@inline export function anchorFirst(anchor: usize, orbit: u32): u32 { return load<u32>(anchor + load<u32>(anchor, FIRST_SETS) + (<usize>orbit << 2)); }
/** The image of a cell. */
@inline export function imageBy(symmetry: usize, cell: u32): u32 { return load<u8>(symmetry + cell); }
