/** Title and summary from the comment at the head of a rulesheet: `; Breakthrough: pawns step forward, …; who reaches the far row … wins.` */

export interface Heading {
  readonly title: string;
  readonly summary: string;
}

/** The name before the colon and the first clause after it; null if the rulesheet does not begin with such a comment. */
export function headingOf(text: string): Heading | null {
  const comment = /^(?:;[^\n]*\n)+/.exec(text)?.[0].replace(/^;+ ?/gm, "").replace(/\s+/g, " ");
  const parts = /^([A-Z][^:.;()]{0,60}(?: \([^:.;()]{1,30}\))?): ([^.;]+)/.exec(comment ?? "");
  return parts ? { title: parts[1] as string, summary: (parts[2] as string).trim() } : null;
}
