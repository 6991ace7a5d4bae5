/** The records of a playout policy. */
import type { address, u32 } from "../../engine/kernel/layout/types.ts";

/** A policy in one thread's workspace. */
export interface PolicyRecord {
  /** Code of the gates. */
  code: address;
  codeEnd: address;
  /** A `PolicyRole` for each role, as in the propnet. */
  roles: address;
  /** Scratch for counts and masks. */
  scratch: address;
  /** Weight of an unsuggested move in a draw. */
  unsuggested: u32;
}

/** A role in the list. */
export interface PolicyRole {
  /** Probability of following the policy, of 256. */
  probability: u32;
  /** Stages in order. */
  stages: address;
  stageCount: u32;
  /** Stages drawn by weight. */
  weighed: address;
  weighedCount: u32;
}

/** A stage: moves suggested together. */
export interface PolicyStage {
  /** STAGE_TAKE or STAGE_AVOID. */
  kind: u32;
  /** Weight of a move. */
  weight: u32;
  /** Offsets of the words of legal moves. */
  moves: address;
  moveCount: u32;
  /** Offset of the words of suggestions, one for each of these moves. */
  words: u32;
}
