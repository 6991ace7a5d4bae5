/** A rulesheet as Markdown: its first comment, then the rules themselves. */
export function rulesheetMarkdown(text: string): string {
  const comment = /^(?:;[^\n]*\n)+/.exec(text)?.[0].replace(/^;+ ?/gm, "") ?? "";
  // The fence must be longer than any in the text.
  const fence = "`".repeat(Math.max(3, ...Array.from(text.matchAll(/^`{3,}/gm), ([run]) => run.length + 1)));
  return `${comment}\n\n## The rulesheet\n\n${fence}\n${text.trimEnd()}\n${fence}\n`;
}
