/** Words of a line, and text from another program prepared for quoting. */

/** The first word and the rest, in linear time. */
export function firstWord(line: string): [word: string, rest: string] {
  const text = line.trim();
  const end = text.search(/\s/);
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end).trimStart()];
}

const MAX_QUOTED = 60;

/** For quoting output of another program: without control characters, and truncated. */
export function shortened(text: string, length: number = MAX_QUOTED): string {
  const plain = text.replace(/\p{Cc}+/gu, " ");
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
