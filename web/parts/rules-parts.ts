/** The rules of a game in parts: what a player needs first, then the rest, then the source of a rulesheet. Pure. */

export interface RulesParts {
  /** Markdown: how to play. Null if the rules have no such part. */
  readonly player: string | null;
  /** Markdown: everything else; empty if there is nothing else. */
  readonly rest: string;
  /** The GDL source; null for a native game. */
  readonly source: string | null;
}

const HOW_TO_PLAY = /^## How to play\s*$/m;
const RULESHEET = /^## The rulesheet\s*$/m;
const NEXT_HEADING = /^##? /m;

export function rulesParts(text: string): RulesParts {
  const sheet = RULESHEET.exec(text);
  if (sheet) {
    const comment = text.slice(0, sheet.index).trim();
    return { player: comment, rest: "", source: sourceOf(text.slice(sheet.index + sheet[0].length)) };
  }
  const begin = HOW_TO_PLAY.exec(text);
  if (!begin) return { player: null, rest: text, source: null };
  const after = text.slice(begin.index + begin[0].length);
  const length = NEXT_HEADING.exec(after)?.index ?? after.length;
  return {
    player: after.slice(0, length).trim(),
    rest: `${text.slice(0, begin.index)}${after.slice(length)}`.trim(),
    source: null,
  };
}

/** Without the fence or the indentation of a code block. */
function sourceOf(block: string): string {
  const fenced = /^\s*```[^\n]*\n([\s\S]*?)\n```\s*$/.exec(block)?.[1];
  return fenced ?? block.replaceAll(/^ {4}/gm, "").trim();
}
