/** The records of equilibrium search and decoupled UCT. */
import type { address, array, f64, i32, rest, u32, u64 } from "../../kernel/layout/types.ts";

/** A root move. */
export interface StrategyMove {
  probability: f64;
  /** Against the opponent's strategy, for the player who makes the move. */
  value: f64;
  move: i32;
  /** Equilibrium search: one of VALUE_…; decoupled UCT: visits. */
  boundOrVisits: i32;
}

/** An equilibrium search. */
export interface EquilibriumRecord {
  // In.
  /** The state to search. */
  state: address;
  /** `equilibriumScratchBytes` bytes. */
  scratch: address;
  /** The transposition table, 0 for none. */
  table: address;
  /** The table has 2^bits entries of EQ_ENTRY_BYTES. */
  tableBits: i32;
  /** Maximum number of nodes, 0 for no limit. */
  maxNodes: f64;
  /** Discount factor per round, in (0, 1]. */
  discount: f64;
  /** The deepest iteration, in rounds. */
  maxDepth: i32;
  /** 0: every child of every node is searched with an open window. */
  prune: i32;
  /** Number of searches with the same table, incremented by every search. */
  age: i32;
  // Out.
  /** The deepest finished iteration. */
  depth: i32;
  /** For player 0. */
  value: f64;
  nodes: f64;
  /** One of ENDED_BY_…. */
  ended: i32;
  /** Root moves of each player. */
  counts: array<i32, 2>;
  /** Of player 0, then of player 1, each in the order of `movesOf`. */
  moves: rest<StrategyMove>;
}

/** A search by decoupled UCT. */
export interface DuctRecord {
  // In.
  /** The state to search. */
  state: address;
  /** `ductScratchBytes` bytes. */
  scratch: address;
  /** The memory for nodes, room for the root at least. */
  pool: address;
  poolBytes: u32;
  /** The hash table of children. */
  links: address;
  /** It has 2^bits entries of DUCT_LINK_BYTES. */
  linkBits: i32;
  /** Maximum number of playouts, 0 for no limit. */
  maxPlayouts: f64;
  /** Maximum number of states expanded in the tree or visited in playouts, 0 for no limit. */
  maxExpansions: f64;
  /** Exploration constant of UCB1. */
  c: f64;
  /** Probability of uniform exploration in regret matching. */
  epsilon: f64;
  /** Points per unit of the evaluation at a cutoff. */
  weight: f64;
  /** State of the generator, not 0. */
  random: u64;
  /** Visits before a child is expanded, at least 1. */
  threshold: u32;
  /** One of SELECT_BY_…. */
  selection: i32;
  /** Maximum rounds of a playout. */
  rounds: i32;
  /** 1: after `rounds` points by evaluation and `weight`; 0: the sign of the evaluation decides. */
  cutoff: i32;
  // Out.
  /** One of ENDED_BY_…. */
  ended: i32;
  /** Nodes in the tree. */
  treeNodes: u32;
  playouts: f64;
  expansions: f64;
  /** Mean points of player 0, from 0 to 1. */
  mean: f64;
  /** Root moves of each player. */
  counts: array<i32, 2>;
  /** Of player 0, then of player 1. */
  moves: rest<StrategyMove>;
}
