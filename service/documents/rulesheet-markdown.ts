/** A rulesheet as Markdown: its first comment, then the rules themselves. */
export function rulesheetMarkdown(text: string): string {
  const comment = /^(?:;[^\n]*\n)+/.exec(text)?.[0].replace(/^;+ ?/gm, "") ?? "";
  return `${comment}\n\n## The rulesheet\n\n${text.trimEnd().replace(/^/gm, "    ")}\n`;
}
