/** S-expressions of a rulesheet: parentheses, words, comments from a semicolon to the end of the line. Each has its source location. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

export interface SourceLocation {
  readonly line: number;
  readonly column: number;
}

interface Word {
  readonly kind: "word";
  readonly text: string;
  readonly at: SourceLocation;
}

interface List {
  readonly kind: "list";
  readonly items: readonly Expression[];
  readonly at: SourceLocation;
}

export type Expression = Word | List;

/** Limits against hostile input. */
export const LIMITS = { characters: 8_000_000, depth: 200 } as const;

export function formatLocation({ line, column }: SourceLocation): string {
  return `line ${line}, column ${column}`;
}

export function parseExpressions(text: string): Result<readonly Expression[]> {
  const expressions: Expression[] = [];
  const read = readExpressions(text, (expression) => void expressions.push(expression));
  return read.ok ? ok(expressions) : read;
}

/** Passes on the expressions one by one: those of a large rulesheet take a hundred times its size. */
export function readExpressions(text: string, onExpression: (expression: Expression) => void): Result<void> {
  if (text.length > LIMITS.characters)
    return fail("bad-rules", `the rulesheet has ${text.length} characters; expected at most ${LIMITS.characters}`);
  const open: { items: Expression[]; at: SourceLocation }[] = [];
  const add = (expression: Expression): void => {
    const list = open.at(-1);
    if (list) list.items.push(expression);
    else onExpression(expression);
  };
  for (const { text: token, at } of tokenize(text)) {
    if (token === "(") {
      if (open.length >= LIMITS.depth)
        return fail("bad-rules", `${formatLocation(at)}: parentheses are nested more than ${LIMITS.depth} deep`);
      open.push({ items: [], at });
    } else if (token === ")") {
      const list = open.pop();
      if (!list) return fail("bad-rules", `${formatLocation(at)}: unmatched ")"`);
      add({ kind: "list", ...list });
    } else {
      const why = whyUnreadable(token);
      if (why !== null) return fail("bad-rules", `${formatLocation(at)}: ${why}`);
      add({ kind: "word", text: token, at });
    }
  }
  const unclosed = open.at(-1);
  return unclosed ? fail("bad-rules", `${formatLocation(unclosed.at)}: "(" is not closed`) : ok(undefined);
}

/** Decoders put U+FFFD for bytes that are not UTF-8. Comments may contain anything: public rulesheets have some in other encodings. */
function whyUnreadable(word: string): string | null {
  if (word.includes("\uFFFD")) return "the text is not valid UTF-8";
  const control = /\p{Cc}/u.exec(word)?.[0].codePointAt(0);
  if (control === undefined) return null;
  return control === 0
    ? "null byte in a word"
    : `control character U+${control.toString(16).padStart(4, "0")} in a word`;
}

/** Words, parentheses and, if requested, comments. Lines end in LF, CR or CRLF. */
export function* tokenize(text: string, comments = false): Generator<{ text: string; at: SourceLocation }> {
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
