/** Conversion between a state's bytes and an object. */
import type { Position } from "../../engine/contracts/position.ts";
import { NUMBERS, tileOf } from "./tiles.ts";
import * as layout from "./layout.ts";

/** A chain item with its left and right numbers; `part`: several tiles of which only the ends are known. */
export interface ChainItem {
  readonly left: number;
  readonly right: number;
  readonly part: boolean;
}

/** Public knowledge of a hand; see knowledge.as.ts. */
export interface Knowledge {
  /** Of the numbers 0 to 6 and of the opening tile. */
  readonly levels: readonly number[];
  /** The number of tiles acquired at each level. */
  readonly slots: readonly number[];
}

export interface State {
  /** Sets of tiles; 0 if hidden. */
  readonly hands: readonly [number, number];
  readonly stock: number;
  /** In an observation: the hidden tiles. */
  readonly unseen: number;
  readonly phase: number;
  readonly counts: readonly [number, number];
  readonly stockCount: number;
  readonly hasDrawn: boolean;
  /** The tile that began the chain; null if it carries no information. */
  readonly openingTile: number | null;
  readonly chain: readonly ChainItem[];
  readonly knowledge: readonly [Knowledge, Knowledge];
}

const NO_END = 7;

export function readState(position: Position): State {
  const view = new DataView(position.buffer, position.byteOffset, position.length);
  const byte = (at: number): number => view.getUint8(at);
  const set = (at: number): number => view.getUint32(at, true);
  const bytes = (at: number, count: number): number[] => [...position.subarray(at, at + count)];
  const knowledge = (player: number): Knowledge => {
    const at = layout.KNOWLEDGE + player * layout.KNOWLEDGE_BYTES;
    return { levels: bytes(at, layout.LEVELS), slots: bytes(at + layout.SLOTS, layout.SLOT_LEVELS) };
  };
  let left = byte(layout.LEFT);
  const chain = bytes(layout.CHAIN, byte(layout.CHAIN_LENGTH)).map((item): ChainItem => {
    const from = left;
    const part = item >= layout.PART;
    const [low, high] = part
      ? [Math.floor((item - layout.PART) / 7), (item - layout.PART) % 7]
      : (NUMBERS[item - 1] as readonly [number, number]);
    left = part ? high : low + high - from;
    return { left: from, right: left, part };
  });
  return {
    hands: [set(layout.HANDS), set(layout.HANDS + 4)],
    stock: set(layout.STOCK),
    unseen: set(layout.UNSEEN),
    phase: byte(layout.PHASE),
    counts: [byte(layout.COUNTS), byte(layout.COUNTS + 1)],
    stockCount: byte(layout.STOCK_COUNT),
    hasDrawn: byte(layout.HAS_DRAWN) === 1,
    openingTile: byte(layout.OPENING_TILE) === 0 ? null : byte(layout.OPENING_TILE) - 1,
    chain,
    knowledge: [knowledge(0), knowledge(1)],
  };
}

export function writeState(state: State): Position {
  const position = new Uint8Array(layout.STATE_BYTES);
  const view = new DataView(position.buffer);
  state.hands.forEach((hand, player) => view.setUint32(layout.HANDS + 4 * player, hand, true));
  view.setUint32(layout.STOCK, state.stock, true);
  view.setUint32(layout.UNSEEN, state.unseen, true);
  position[layout.PHASE] = state.phase;
  position[layout.LEFT] = state.chain[0]?.left ?? NO_END;
  position[layout.RIGHT] = state.chain.at(-1)?.right ?? NO_END;
  position[layout.CHAIN_LENGTH] = state.chain.length;
  position.set(state.counts, layout.COUNTS);
  position[layout.STOCK_COUNT] = state.stockCount;
  position[layout.HAS_DRAWN] = Number(state.hasDrawn);
  position[layout.OPENING_TILE] = state.openingTile === null ? 0 : state.openingTile + 1;
  position.set(
    state.chain.map(({ left, right, part }) => (part ? layout.PART + 7 * left + right : tileOf(left, right) + 1)),
    layout.CHAIN,
  );
  state.knowledge.forEach(({ levels, slots }, player) => {
    const at = layout.KNOWLEDGE + player * layout.KNOWLEDGE_BYTES;
    position.set(levels, at);
    position.set(slots, at + layout.SLOTS);
  });
  return position;
}

/** The knowledge of a hand of `count` tiles before any event. */
export function nothingKnown(count: number): Knowledge {
  const slots = new Array<number>(layout.SLOT_LEVELS).fill(0);
  slots[0] = count;
  return { levels: new Array<number>(layout.LEVELS).fill(0), slots };
}
