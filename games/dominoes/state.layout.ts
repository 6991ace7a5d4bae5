/** The record of a position. */
import type { array, u32, u8 } from "../../engine/kernel/layout/types.ts";
import type { LEVELS, SLOT_LEVELS } from "./constants.ts";

/** Public knowledge of a hand (knowledge.as.ts). */
export interface KnowledgeRecord {
  /** Of the numbers 0 to 6 and of the opening. */
  levels: array<u8, typeof LEVELS>;
  /** The number of tiles acquired at each level. */
  slots: array<u8, typeof SLOT_LEVELS>;
  /** 0, for hashing. */
  unused: array<u8, 7>;
}

/** A position. */
export interface StateRecord {
  /** Sets of tiles. */
  hands: array<u32, 2>;
  stock: u32;
  /** In an observation: the tiles that the player cannot see. */
  unseen: u32;
  /** The player to move, or DEALING, DRAWING or ENDED. */
  phase: u8;
  /** The numbers at the ends of the chain. */
  left: u8;
  right: u8;
  chainLength: u8;
  /** Numbers of tiles in the hands and in the stock. */
  counts: array<u8, 2>;
  stockCount: u8;
  /** Whether the player to move has already drawn; only with one draw per turn. */
  hasDrawn: u8;
  /** The tile that began the chain, plus 1. */
  openingTile: u8;
  /** 0, for hashing. */
  unused: array<u8, 7>;
  /** From left to right: tile + 1, or PART + 7 · left + right for a part of which only the ends are known. */
  chain: array<u8, 32>;
  knowledge: array<KnowledgeRecord, 2>;
}
