/** The record of UCT over a propnet. */
import type { address, array, f64, i32, u32 } from "../../engine/kernel/layout/types.ts";
import type { MAX_PV } from "./constants.ts";

/** A move of a role in a PV. */
export interface PvMove {
  role: u32;
  move: u32;
}

/** A search. */
export interface UctRecord {
  // In.
  /** The propnet's record, with the root state. */
  propnet: address;
  /** The lanes: LANE_BYTES each, then goals by lane and role. */
  lanes: address;
  /** Two semispaces for nodes, of equal size. */
  semispaces: address;
  /** Size of each. */
  semispaceBytes: u32;
  /** The transposition table. */
  slots: address;
  /** It has 2^bits slots of 4 bytes. */
  slotBits: u32;
  /** Maximum number of playouts, 0 for no limit. */
  maxPlayouts: f64;
  /** Maximum number of states, 0 for no limit. */
  maxSteps: f64;
  /** Exploration constant of UCB1. */
  c: f64;
  /** Number of active lanes, from 1 to 128. */
  active: u32;
  /** Visits of a move before its successor gets a node. */
  threshold: u32;
  /** 1: terminal states prove the values of their predecessors (MCTS solver). */
  proofs: u32;
  /** 1: the subtree of the root state is reused from the previous search. */
  reuse: u32;
  /** 1: the playout policy chooses from a new node on. 0: the first move in a new node is uniformly random and counted in the node. */
  playoutFromNode: u32;
  /** 1: the playout policy decides which moves of a node are tried first. */
  guidedExpansion: u32;
  /** The role that chooses at random (GDL-II) plus 1; 0 for none. */
  chance: u32;
  /** Playouts end after this many steps outside the tree, with an evaluation; 0: at the end of the game. */
  cut: u32;
  /** An `EvaluationRecord` for the states in which playouts are cut. */
  evaluation: address;
  /** A `Child` for each lane, for the evaluation. */
  leaves: address;
  /** The value of an evaluation v is worth 50 + 50 v / √(v² + scale²) points. */
  scale: f64;
  /** For `searchLanes`: the start states as words of facts, then a word of the lanes to search, then one of those that follow the policy. */
  starts: address;
  // Preserved between searches; initially zero.
  /** The semispace in use. */
  semispace: u32;
  /** Bytes in use. */
  used: u32;
  // Out.
  /** Moves at `rootMoves`. */
  rootCount: u32;
  playouts: f64;
  steps: f64;
  /** One of ENDED_BY_… of engine/search/constants.ts. */
  ended: u32;
  /** Nodes in the tree. */
  nodes: u32;
  /** A `RootMoveRecord` for each root move of every role that chooses. */
  rootMoves: address;
  pvLength: u32;
  /** Nodes reused from the previous search. */
  reused: u32;
  pv: array<PvMove, typeof MAX_PV>;
}

/** A root move. */
export interface RootMoveRecord {
  role: u32;
  move: u32;
  visits: u32;
  /** Sum of the role's goals. */
  points: u32;
  /** Its proven goal, or -1. */
  proven: i32;
}
