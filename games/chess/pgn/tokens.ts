/** PGN tokenizer; tokens have line and column. */
import { shortened } from "../../../engine/contracts/quoted-text.ts";

export type TokenKind = "tag" | "number" | "move" | "nag" | "comment" | "open" | "close" | "result" | "bad";

export interface Token {
  readonly kind: TokenKind;
  /** A comment without its braces; a complete tag; the error message of a bad token. */
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

export const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"] as const;
export type PgnResult = (typeof RESULTS)[number];

/** ! ? !! ?? !? ?! are NAGs $1 to $6. */
const SIGNS = ["!", "?", "!!", "??", "!?", "?!"];
const SPACE = /[^\S\n]+/y;
const TAG = /\[[^\S\n]*([A-Za-z0-9_]+)\s*"((?:\\.|[^"\\\n])*)"[^\S\n]*\]/y;
const RESULT = /(?:1-0|0-1|1\/2(?:-1\/2)?|½-½|\*)(?=[\s(){};$[\]]|$)/y;
const NUMBER = /\d+(?:\.+|…|(?=[\s(){};$]|$))/y;
const NAG = /\$(\d{1,3})/y;
const SIGN = /[!?]{1,2}/y;
const WORD = /[^\s(){};$[\]!?]+/y;

/** `line`: number of the first line. */
export function* tokensOf(text: string, line: number = 1): Generator<Token> {
  let at = 0;
  let lineStart = 0;
  const matched = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const token = (kind: TokenKind, content: string): Token => ({
    kind,
    text: content,
    line,
    column: at - lineStart + 1,
  });
  const passLines = (passed: string): void => {
    for (const { index } of passed.matchAll(/\n/g)) {
      line++;
      lineStart = at + index + 1;
    }
    at += passed.length;
  };
  while (at < text.length) {
    const letter = text[at] as string;
    const rest = (end: number): string => text.slice(at, end < 0 ? undefined : end);
    const space = matched(SPACE);
    if (space) at += space[0].length;
    else if (letter === "\n") passLines("\n");
    else if (letter === "%" && at === lineStart) passLines(rest(text.indexOf("\n", at)));
    else if (letter === ";") {
      const comment = rest(text.indexOf("\n", at));
      yield token("comment", comment.slice(1).trim());
      at += comment.length;
    } else if (letter === "{") {
      const end = text.indexOf("}", at);
      if (end < 0) {
        yield token("bad", "unterminated comment; expected }");
        return;
      }
      yield token(
        "comment",
        text
          .slice(at + 1, end)
          .replaceAll(/\s+/g, " ")
          .trim(),
      );
      passLines(text.slice(at, end + 1));
    } else if (letter === "[") {
      const tag = matched(TAG);
      const whole = tag ? tag[0] : rest(text.indexOf("\n", at));
      yield tag
        ? token("tag", whole)
        : token(
            "bad",
            `"${shortened(whole.trim(), 60)}" is not a tag; expected a name and a value, for example [White "Morphy"]`,
          );
      passLines(whole);
    } else {
      const [kind, pattern] = kindAt(letter, matched);
      const found = pattern?.[0] ?? letter;
      if (kind === "nag") yield token("nag", pattern?.[1] ?? String(SIGNS.indexOf(found) + 1));
      else yield token(kind, kind === "bad" ? `unexpected "${found}"` : found);
      at += found.length;
    }
  }
}

function kindAt(
  letter: string,
  matched: (pattern: RegExp) => RegExpExecArray | null,
): readonly [TokenKind, RegExpExecArray | null] {
  if (letter === "(") return ["open", null];
  if (letter === ")") return ["close", null];
  for (const [kind, pattern] of [
    ["result", RESULT],
    ["number", NUMBER],
    ["nag", NAG],
    ["nag", SIGN],
    ["move", WORD],
  ] as const) {
    const found = matched(pattern);
    if (found) return [kind, found];
  }
  return ["bad", null];
}

/** The name and value of a tag. */
export function tagOf(text: string): readonly [string, string] {
  TAG.lastIndex = 0;
  const [, name = "", value = ""] = TAG.exec(text) ?? [];
  return [name, value.replaceAll(/\\(.)/g, "$1")];
}
