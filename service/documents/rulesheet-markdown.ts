/** A rulesheet in words, for who wants to read the rules. */

/** What its first comment says, and the rules themselves. */
export function rulesheetWords(text: string): string {
  const comment = /^(?:;[^\n]*\n)+/.exec(text)?.[0].replace(/^;+ ?/gm, "") ?? "";
  return `${comment}\n\n## The rulesheet\n\n${text.trimEnd().replace(/^/gm, "    ")}\n`;
}
