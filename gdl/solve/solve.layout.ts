/** The record of a solver of a game's reachable states. */
import type { address, u32 } from "../../engine/kernel/layout/types.ts";

export interface SolveRecord {
  // Input of the enumeration.
  /** Address of the propnet's record. */
  propnet: address;
  /** Packed states by index; the first is the root. */
  states: address;
  /** Hash table: index of a state plus 1, 0 for an empty slot. */
  slots: address;
  /** U16 for each state, see GOALS_OPEN. */
  goals: address;
  /** U32 for each state and one more: its first edge. */
  offsets: address;
  /** U32 for each move: index of the next state. */
  edges: address;
  /** Scratch: a packed state for each lane. */
  children: address;
  /** Scratch: two goals for each lane. */
  laneGoals: address;
  /** Scratch: the next edge of each lane. */
  laneEdges: address;
  maxStates: u32;
  maxEdges: u32;
  // Output of the enumeration, readable while it runs.
  /** States. */
  count: u32;
  /** States with all edges. */
  expanded: u32;
  edgeCount: u32;
  /** Distance from the root to the last state. */
  levels: u32;
  /** The hash table has 2^bits slots. */
  slotBits: u32;
  // Input of the retrograde analysis.
  /** U32 for each state and one more. */
  parentOffsets: address;
  /** U32 for each edge: index of the state before. */
  parents: address;
  /** U32 for each state: moves to states that are not settled. */
  unsettled: address;
  /** U32 for each state. */
  queue: address;
  /** U16 for each state. */
  plies: address;
  // Output of the retrograde analysis.
  /** States from which play can be endless. */
  cyclic: u32;
  /** Scratch of the enumeration: a bitset of moves for each lane and role. */
  masks: address;
}
