/**
 * What a game supplies so that the engine can solve it on a GPU by retrograde analysis (retrograde.ts): tables, and WGSL that counts the
 * moves of an entry and finds its predecessors.
 */
import type { ValueKind } from "../../contracts/table.ts";
import { EXPAND_WORDS } from "./shaders.ts";

/** Constants of the game's WGSL: values of `start`, which are otherwise those of outcome-values.ts. */
export const START_VALUES: string = `
const DRAWN = 0u;
/** Lost, or won, in 0 plies. */
const LOST = 1u;
const WON = 128u;
const NO_POSITION = 255u;
/** Every move stays in the sections. */
const NO_CONVERSION = 256u;
/** The game has ended in a draw. */
const ENDED_DRAWN = 257u;
`;

/** A table, with the same side to move in all entries. The sections of a game are solved together. */
export interface Section {
  readonly entries: number;
  /** What the WGSL knows of this section: equally many words for each. */
  readonly words: readonly number[];
}

export interface RetrogradeGame {
  /** Whether distances count plies ("outcome") or pairs of plies ("turns"). */
  readonly values: ValueKind;
  readonly sections: readonly Section[];
  /** Values of other tables that moves lead to; null if every move stays in the sections. */
  readonly conversions: readonly Uint8Array[] | null;
  /** What the WGSL knows of all sections, copied to the memory of every workgroup. */
  readonly words: readonly number[];
  /** More of it, which stays in the GPU's memory. */
  readonly data?: readonly number[];
  /** Words of the workgroup's memory for each thread. */
  readonly slots: number;
  /**
   * It may read the arrays `words`, `section` (the words of the current one) and `data`, and use `slots`, of which a thread owns the
   * elements i × THREADS + thread for every i below `slots`. An entry is its number in the section.
   */
  readonly wgsl: {
    /** For both functions. */
    readonly common: string;
    /**
     * `fn start(entry: u32, thread: u32) -> vec2u`: the number of moves that stay in the sections, at most 253, and a value: that after
     * the best other move, NO_CONVERSION without one; or that of an entry without moves; or NO_POSITION, ENDED_DRAWN. It may read
     * `valueAt(index: u32)`: `conversions`, as one array.
     */
    readonly start: string;
    /**
     * `fn unmove(entry: u32, thread: u32)`: calls `reach(number: u32)` once for each move within the sections that leads to the entry.
     * The number is the predecessor's, plus the start of its section (`sectionStarts`). Entries that have ended may be among them.
     */
    readonly unmove: string;
  };
}

/** A workgroup works on one section. */
const BLOCK_ENTRIES = 32 * EXPAND_WORDS;

/** The numbers of each section's first entry, and the end of all. */
export function sectionStarts(sections: readonly Pick<Section, "entries">[]): { starts: number[]; end: number } {
  let end = 0;
  const starts = sections.map(({ entries }) => {
    const start = end;
    end += BLOCK_ENTRIES * Math.ceil(entries / BLOCK_ENTRIES);
    return start;
  });
  return { starts, end };
}

/** The section of each block, after the place where the records begin; for each section its start, its entries and its words. */
export function sectionTable({ sections }: RetrogradeGame): Uint32Array<ArrayBuffer> {
  const { starts, end } = sectionStarts(sections);
  const blocks = end / BLOCK_ENTRIES;
  const table = [blocks + 1, ...new Array<number>(blocks).fill(0)];
  sections.forEach(({ entries, words }, i) => {
    const start = starts[i] as number;
    table.fill(i, 1 + start / BLOCK_ENTRIES, 1 + Math.ceil((start + entries) / BLOCK_ENTRIES));
    table.push(start, entries, ...words);
  });
  return Uint32Array.from(table);
}
