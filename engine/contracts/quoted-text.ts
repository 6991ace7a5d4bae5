/** Foreign text in messages. */

/** Without control characters: a file may contain line breaks or terminal escapes. */
export function oneLine(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, " ");
}

export function shortened(text: string, max: number = 80): string {
  return text.length > max ? `${text.slice(0, max - 1)}…` : text;
}
