/** GDL terms for display, without the outer parentheses. Pure. */

/** `left: (bid 5)&right: (bid 6)` becomes `left: bid 5 · right: bid 6`; `a1(p)` stays. */
export function plainText(text: string): string {
  return text.replaceAll(/(^|[:&] ?)\(([^()]*)\)/g, "$1$2").replaceAll(/&(?=\S+: )/g, " · ");
}

/** A fact of a position: `(points left 5)`. */
export function isFact(text: string): boolean {
  return /^\([^()]*\)$/.test(text);
}
