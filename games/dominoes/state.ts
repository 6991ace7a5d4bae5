/** Conversion between a state's bytes and an object. */
import { KnowledgeRecord, StateRecord } from "../../build/layouts/games/dominoes/state.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Ends } from "./moves.ts";
import { NUMBERS, tileOf } from "./tiles.ts";
import { LEVELS, PART, SLOT_LEVELS } from "./constants.ts";

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
const OFFSETS = StateRecord.OFFSETS;

export function phaseOf(position: Position): number {
  return position[OFFSETS.phase] as number;
}

/** The numbers at both ends of the chain. */
export function endsOf(position: Position): Ends {
  return [position[OFFSETS.left] as number, position[OFFSETS.right] as number];
}

/** The offset of the public knowledge of a player's hand. */
function knowledgeAt(player: number): number {
  return OFFSETS.knowledge + player * KnowledgeRecord.BYTES;
}

export function readState(position: Position): State {
  const view = new DataView(position.buffer, position.byteOffset, position.length);
  const byte = (at: number): number => view.getUint8(at);
  const set = (at: number): number => view.getUint32(at, true);
  const bytes = (at: number, count: number): number[] => [...position.subarray(at, at + count)];
  const knowledge = (player: number): Knowledge => {
    const at = knowledgeAt(player);
    return {
      levels: bytes(at + KnowledgeRecord.OFFSETS.levels, LEVELS),
      slots: bytes(at + KnowledgeRecord.OFFSETS.slots, SLOT_LEVELS),
    };
  };
  let left = byte(OFFSETS.left);
  const chain = bytes(OFFSETS.chain, byte(OFFSETS.chainLength)).map((item): ChainItem => {
    const from = left;
    const part = item >= PART;
    const [low, high] = part
      ? [Math.floor((item - PART) / 7), (item - PART) % 7]
      : (NUMBERS[item - 1] as readonly [number, number]);
    left = part ? high : low + high - from;
    return { left: from, right: left, part };
  });
  return {
    hands: [set(OFFSETS.hands), set(OFFSETS.hands + 4)],
    stock: set(OFFSETS.stock),
    unseen: set(OFFSETS.unseen),
    phase: byte(OFFSETS.phase),
    counts: [byte(OFFSETS.counts), byte(OFFSETS.counts + 1)],
    stockCount: byte(OFFSETS.stockCount),
    hasDrawn: byte(OFFSETS.hasDrawn) === 1,
    openingTile: byte(OFFSETS.openingTile) === 0 ? null : byte(OFFSETS.openingTile) - 1,
    chain,
    knowledge: [knowledge(0), knowledge(1)],
  };
}

export function writeState(state: State): Position {
  const position = new Uint8Array(StateRecord.BYTES);
  const view = new DataView(position.buffer);
  state.hands.forEach((hand, player) => view.setUint32(OFFSETS.hands + 4 * player, hand, true));
  view.setUint32(OFFSETS.stock, state.stock, true);
  view.setUint32(OFFSETS.unseen, state.unseen, true);
  position[OFFSETS.phase] = state.phase;
  position[OFFSETS.left] = state.chain[0]?.left ?? NO_END;
  position[OFFSETS.right] = state.chain.at(-1)?.right ?? NO_END;
  position[OFFSETS.chainLength] = state.chain.length;
  position.set(state.counts, OFFSETS.counts);
  position[OFFSETS.stockCount] = state.stockCount;
  position[OFFSETS.hasDrawn] = Number(state.hasDrawn);
  position[OFFSETS.openingTile] = state.openingTile === null ? 0 : state.openingTile + 1;
  position.set(
    state.chain.map(({ left, right, part }) => (part ? PART + 7 * left + right : tileOf(left, right) + 1)),
    OFFSETS.chain,
  );
  state.knowledge.forEach(({ levels, slots }, player) => {
    position.set(levels, knowledgeAt(player) + KnowledgeRecord.OFFSETS.levels);
    position.set(slots, knowledgeAt(player) + KnowledgeRecord.OFFSETS.slots);
  });
  return position;
}

/** The knowledge of a hand of `count` tiles before any event. */
export function nothingKnown(count: number): Knowledge {
  const slots = new Array<number>(SLOT_LEVELS).fill(0);
  slots[0] = count;
  return { levels: new Array<number>(LEVELS).fill(0), slots };
}
