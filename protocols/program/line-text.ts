/** Words of a line, and text from another program made fit to be quoted. */

/** The first word and the rest. Linear in the length of the line, whatever is in it. */
export function firstWord(line: string): [word: string, rest: string] {
  const text = line.trim();
  const end = text.search(/\s/);
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end).trimStart()];
}

const SHOWN = 60;

/** For quoting what came from another program: no control characters, and not too long. */
export function shortened(text: string, length: number = SHOWN): string {
  const plain = text.replace(/\p{Cc}+/gu, " ");
  return plain.length > length ? `${plain.slice(0, length - 1)}…` : plain;
}
