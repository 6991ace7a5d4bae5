/** A propnet in kernel memory. Words are vectors of lanes; their offsets are relative to the first word. */
import type { address, f64, rest, u32 } from "../../engine/kernel/layout/types.ts";

/** A propnet in one thread's workspace. */
export interface PropnetRecord {
  /** The words: facts first. */
  words: address;
  /** Code for legal moves and terminal. */
  legalCode: address;
  legalCodeEnd: address;
  /** Code for goals. */
  goalCode: address;
  goalCodeEnd: address;
  /** Code for the next state. */
  nextCode: address;
  nextCodeEnd: address;
  /** Number of facts. */
  facts: u32;
  /** Offset of the next state's words. */
  nextState: u32;
  /** Offsets of the facts of the start state. */
  start: address;
  startCount: u32;
  /** Offset of the terminal word. */
  terminal: u32;
  roles: address;
  roleCount: u32;
  goals: address;
  goalCount: u32;
  /** Scratch for the choice of moves: bitsets by lane, or lists by role. */
  masks: address;
  /** State of the random generator. */
  random: address;
  /** 128 16-bit numbers, steps since the start of a lane; then a scratch vector. */
  ages: address;
  /** Of a playout. */
  maxSteps: u32;
  /** f64: finished playouts, cut-off playouts, steps, then the sum of goals of each role. */
  results: address;
  /** A playout policy, or 0. */
  policy: address;
}

/** A role in the list. */
export interface PropnetRole {
  /** Number of moves. */
  moves: u32;
  /** Offset of the words of legal moves. */
  legal: u32;
  /** Offset of the words of moves made. */
  made: u32;
}

/** A goal in the list. */
export interface PropnetGoal {
  role: u32;
  value: u32;
  /** Offset of its word. */
  word: u32;
}

/** Sums of a playout sample, for each first move. */
export interface SampleSums {
  ended: f64;
  cutOff: f64;
  /** Sum of the goals of each role. */
  goals: rest<f64>;
}
