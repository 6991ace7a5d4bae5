/** UCT's limit on expansions: states expanded in the tree or visited in playouts. */

export let expanded: u64 = 0;
let maxExpansions: u64 = 0;

export function startExpansions(limit: u64): void {
  expanded = 0;
  maxExpansions = limit;
}

/** Whether the limit is reached. */
@inline
export function exhausted(): bool {
  return expanded >= maxExpansions;
}

@inline
export function countExpansion(): void {
  expanded++;
}
