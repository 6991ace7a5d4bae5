/** How sets of states and the table are divided into buffers and bindings of limited size. */
import { GameloreError } from "../../contracts/errors.ts";
import { EXPAND_WORDS, FIRST_PART_BINDING, type SetLayout } from "./shaders.ts";

/** A window is a dispatch of up to 2^15 workgroups; its table is 1 GiB. */
const MAX_WINDOW_WORDS = 2 ** 25;
const WORD_BYTES = 4;
/** A word of a set has 32 states, with a byte each in the table. */
export const TABLE_BYTES_PER_WORD = 32;

export interface Window {
  readonly number: number;
  /** Among all words of a set. */
  readonly firstWord: number;
  readonly words: number;
  /** The buffer of a set that contains the window, and where it begins there. */
  readonly part: number;
  readonly partOffsetBytes: number;
}

export interface Windows extends SetLayout {
  readonly words: number;
  readonly windowWords: number;
  readonly list: readonly Window[];
}

/** Smaller sizes than the device allows, for tests. */
export interface SmallWindows {
  readonly windowWords?: number;
  readonly windowsPerPart?: number;
  readonly wide?: boolean;
}

/** The storage buffers of the pass that binds most, if sets have this many parts. */
export type BuffersBound = (parts: number) => number;

/** `expand` binds all parts of two sets. */
const TWO_SETS: BuffersBound = (parts) => FIRST_PART_BINDING - 1 + 2 * parts;

export function divide(
  entries: number,
  limits: Pick<GPUSupportedLimits, "maxStorageBufferBindingSize" | "maxBufferSize" | "maxStorageBuffersPerShaderStage">,
  small: SmallWindows = {},
  buffersBound: BuffersBound = TWO_SETS,
): Windows {
  const bindingBytes = Math.min(limits.maxStorageBufferBindingSize, limits.maxBufferSize);
  const words = Math.ceil(entries / 32);
  const fitting = 2 ** Math.floor(Math.log2(bindingBytes / TABLE_BYTES_PER_WORD));
  const windowWords = small.windowWords ?? Math.min(MAX_WINDOW_WORDS, fitting);
  const windowsPerPart = small.windowsPerPart ?? Math.floor(bindingBytes / WORD_BYTES / windowWords);
  const partWords = windowsPerPart * windowWords;
  const parts = Math.ceil(words / partWords);
  if (windowWords % EXPAND_WORDS !== 0) throw new TypeError(`windows of ${windowWords} words`);
  // Words are numbered with 32 bits.
  if (buffersBound(parts) > limits.maxStorageBuffersPerShaderStage || words > 2 ** 32) {
    throw new GameloreError(
      "gpu-failed",
      `${entries.toLocaleString("en")} entries are too many for this GPU: a shader of it has ${limits.maxStorageBuffersPerShaderStage} buffers of ${bindingBytes.toLocaleString("en")} bytes`,
    );
  }
  const list = Array.from({ length: Math.ceil(words / windowWords) }, (_, number): Window => {
    const firstWord = number * windowWords;
    const part = Math.floor(firstWord / partWords);
    return {
      number,
      firstWord,
      words: Math.min(windowWords, words - firstWord),
      part,
      partOffsetBytes: WORD_BYTES * (firstWord - part * partWords),
    };
  });
  return { words, windowWords, list, parts, partWords, wide: small.wide ?? entries > 2 ** 32 };
}

/** The sizes of the buffers of a set, in bytes. */
export function partBytes({ words, parts, partWords }: Windows): number[] {
  return Array.from({ length: parts }, (_, part) => WORD_BYTES * Math.min(partWords, words - part * partWords));
}
