/** The record of a UCT search, and the nodes of its tree. */
import type { address, array, f64, i32, u32, u64 } from "../kernel/layout/types.ts";
import type { MAX_DEPTH } from "./constants.ts";

/** A UCT search. */
export interface UctRecord {
  // In.
  /** The state to search; several searches may share it. */
  state: address;
  /** `uctScratchBytes` bytes. */
  scratch: address;
  /** The pool of nodes. */
  pool: address;
  /** Capacity of the pool in nodes: at least 1 + maxMoves. */
  poolNodes: u32;
  /** Maximum number of playouts, 0 for no limit. */
  maxPlayouts: f64;
  /** Maximum number of states expanded in the tree or visited in playouts, 0 for no limit. */
  maxExpansions: f64;
  /** Exploration constant of UCB1. */
  c: f64;
  /** Points per ply that the winner of a playout cedes to the loser. */
  length: f64;
  /** Points per unit of the evaluation, for STOP_AT_DEPTH. */
  weight: f64;
  /** Visits before a node is expanded, at least 1. */
  threshold: u32;
  /** One of STOP_AT_…. */
  stop: i32;
  /** Maximum plies of a playout. */
  plies: i32;
  /** State of the generator, not 0; updated by the search. */
  random: u64;
  /** 1 if proven outcomes are backed up (MCTS-Solver), 0 for plain UCT. */
  proofs: i32;
  // Out.
  move: i32;
  /** Of the chosen move. */
  visits: u32;
  /** Points for the side to move, from 0 to 1. */
  mean: f64;
  playouts: f64;
  expansions: f64;
  /** Nodes in the tree. */
  treeNodes: u32;
  /** One of ENDED_BY_…. */
  ended: i32;
  /** Children of the root: nodes 1, 2, … of the pool. */
  rootCount: u32;
  pvLength: i32;
  /** The most visited moves. */
  pv: array<i32, typeof MAX_DEPTH>;
}

/** A node of the tree: a move and the state after it. Points and proof are for the player who made the move. */
export interface UctNode {
  points: f64;
  visits: u32;
  move: i32;
  /** Index of the first child, 0 for none; children are contiguous. */
  children: u32;
  /** Number of children (30 bits) and proof (2 bits, one of PROOF_…). */
  countAndProof: u32;
}
