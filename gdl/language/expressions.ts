/** Rulesheets as text: parentheses, words, comments from a semicolon to the end of the line. Every expression knows its place. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

export interface Place {
  readonly line: number;
  readonly column: number;
}

export interface Word {
  readonly kind: "word";
  readonly text: string;
  readonly at: Place;
}

export interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
  readonly at: Place;
}

export type Expression = Word | List;

/** Beyond these a text is no rulesheet but an attack, or a mistake. */
export const LIMITS = { characters: 8_000_000, depth: 200 } as const;

export function placeText({ line, column }: Place): string {
  return `line ${line}, column ${column}`;
}

/** The expressions of a text, one after the other. */
export function readExpressions(text: string): Result<readonly Expression[]> {
  if (text.length > LIMITS.characters)
    return fail("bad-rules", `${text.length} characters are more than the ${LIMITS.characters} a rulesheet may have`);
  const open: { items: Expression[]; at: Place }[] = [];
  const top: Expression[] = [];
  const add = (expression: Expression): void => void (open.at(-1)?.items ?? top).push(expression);
  for (const { text: token, at } of tokensOf(text)) {
    if (token === "(") {
      if (open.length >= LIMITS.depth)
        return fail("bad-rules", `${placeText(at)}: more than ${LIMITS.depth} parentheses within each other`);
      open.push({ items: [], at });
    } else if (token === ")") {
      const list = open.pop();
      if (!list) return fail("bad-rules", `${placeText(at)}: ")" closes nothing`);
      add({ kind: "list", ...list });
    } else add({ kind: "word", text: token, at });
  }
  const unclosed = open.at(-1);
  return unclosed ? fail("bad-rules", `${placeText(unclosed.at)}: "(" is not closed`) : ok(top);
}

/** Words and parentheses, and comments where they are wanted. Lines end in any of the three ways. */
export function* tokensOf(text: string, comments = false): Generator<{ text: string; at: Place }> {
  let line = 1;
  let lineStart = 0;
  for (const match of text.matchAll(/\r\n|\r|\n|;[^\r\n]*|[()]|[^\s();]+/g)) {
    const [token] = match;
    if (token === "\n" || token === "\r" || token === "\r\n") {
      line++;
      lineStart = match.index + token.length;
    } else if (comments || !token.startsWith(";"))
      yield { text: token, at: { line, column: match.index - lineStart + 1 } };
  }
}

export function formatExpression(expression: Expression): string {
  return expression.kind === "word" ? expression.text : `(${expression.items.map(formatExpression).join(" ")})`;
}
