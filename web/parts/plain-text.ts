/** Terms of a rulesheet as a person reads them: without the brackets around them. Pure. */

/** `left: (bid 5)&right: (bid 6)` is `left: bid 5 · right: bid 6`; what a chance move turned up, `a1(p)`, stays. */
export function plainText(text: string): string {
  return text.replaceAll(/(^|[:&] ?)\(([^()]*)\)/g, "$1$2").replaceAll(/&(?=\S+: )/g, " · ");
}

/** A fact of a position: `(points left 5)`. */
export function isFact(text: string): boolean {
  return /^\([^()]*\)$/.test(text);
}
