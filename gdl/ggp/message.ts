/**
 * Parses messages of the GGP protocol. A rulesheet in a message is extracted without parsing: that happens on another thread, so that it cannot
 * block the server.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { LIMITS, parseExpressions, type Expression } from "../language/expressions.ts";

export type Message =
  | { readonly kind: "info" }
  | { readonly kind: "preview"; readonly rules: string; readonly clock: number }
  | {
      readonly kind: "start";
      readonly match: string;
      readonly role: string;
      readonly rules: string;
      /** Seconds. */
      readonly startClock: number;
      readonly playClock: number;
    }
  /** The last step; null before the first one. */
  | { readonly kind: "play" | "stop"; readonly match: string; readonly step: StepMessage | null }
  | { readonly kind: "abort"; readonly match: string };

/** What a player is told about a step: the move of every role, or with GDL-II its own move and percepts. */
export type StepMessage =
  | { readonly kind: "joint"; readonly moves: readonly string[] }
  | {
      readonly kind: "own";
      /** From 1. */
      readonly number: number;
      readonly move: string;
      /** Null if they are unknown, because the message was lost. */
      readonly percepts: readonly string[] | null;
    };

export const MESSAGE_LIMITS: Readonly<Record<"characters" | "plainCharacters" | "clockSeconds", number>> = {
  characters: LIMITS.characters,
  plainCharacters: 20_000,
  clockSeconds: 86_400,
} as const;
const MAX_QUOTED = 60;

export function parseMessage(text: string): Result<Message> {
  const parts = partsOf(text);
  if (!parts.ok) return parts;
  const [word = "", ...rest] = parts.value;
  const kind = word.toLowerCase();
  if (kind !== "start" && kind !== "preview" && text.length > MESSAGE_LIMITS.plainCharacters)
    return malformed(
      `the message has ${text.length} characters; expected at most ${MESSAGE_LIMITS.plainCharacters} without a rulesheet`,
    );
  switch (kind) {
    case "info":
      return ok({ kind });
    case "preview": {
      const [rules = "", clock = ""] = rest;
      return withClocks([clock], ([seconds = 0]) =>
        withRules(rules, (inner) => ({ kind, rules: inner, clock: seconds })),
      );
    }
    case "start": {
      const [match = "", role = "", rules = "", start = "", play = ""] = rest;
      const name = canonicalText(role);
      if (!name.ok) return name;
      return withClocks([start, play], ([startClock = 0, playClock = 0]) =>
        withRules(rules, (inner) => ({ kind, match, role: name.value, rules: inner, startClock, playClock })),
      );
    }
    case "play":
    case "stop": {
      const [match, ...last] = rest;
      if (match === undefined) return malformed(`"${kind}" names no match`);
      const step = last.length > 2 ? parseOwnStep(last) : parseJointStep(last[0] ?? "NIL");
      return step.ok ? ok({ kind, match, step: step.value }) : step;
    }
    case "abort": {
      const [match] = rest;
      return match === undefined ? malformed(`"abort" names no match`) : ok({ kind, match });
    }
    default:
      return malformed(`"${quoted(word)}" is not a message; expected info, preview, start, play, stop or abort`);
  }
}

/** The canonical text of a move or a name: single spaces and no redundant parentheses. */
export function canonicalText(text: string): Result<string> {
  const expressions = parseExpressions(text);
  if (!expressions.ok) return expressions;
  const [first, ...more] = expressions.value;
  if (!first || more.length > 0) return malformed(`expected one term, not "${quoted(text)}"`);
  return ok(canonicalOf(first));
}

function parseJointStep(text: string): Result<StepMessage | null> {
  const moves = parseList(text, "moves");
  if (!moves.ok) return moves;
  return ok(moves.value.length === 0 ? null : { kind: "joint", moves: moves.value });
}

/** The fields of GDL-II: number of the step, own move, percepts. */
function parseOwnStep([turn = "", last = "", seen = "NIL", ...more]: readonly string[]): Result<StepMessage | null> {
  if (more.length > 0) return malformed(`unexpected "${quoted(more[0] as string)}" after the percepts`);
  if (!/^\d{1,9}$/.test(turn)) return malformed(`expected the number of the step, not "${quoted(turn)}"`);
  const percepts = parseList(seen, "percepts");
  if (!percepts.ok) return percepts;
  const move = canonicalText(last);
  if (!move.ok) return move;
  const number = Number(turn);
  return ok(number === 0 ? null : { kind: "own", number, move: move.value, percepts: percepts.value });
}

/** NIL is the empty list. */
function parseList(text: string, what: string): Result<readonly string[]> {
  const expressions = parseExpressions(text);
  if (!expressions.ok) return expressions;
  const [list] = expressions.value;
  if (list?.kind === "word" && list.text.toLowerCase() === "nil") return ok([]);
  if (list?.kind !== "list") return malformed(`expected ${what} in parentheses, or NIL, not "${quoted(text)}"`);
  return ok(list.items.map(canonicalOf));
}

function canonicalOf(expression: Expression): string {
  if (expression.kind === "word") return expression.text;
  const [only, ...more] = expression.items;
  if (only?.kind === "word" && more.length === 0) return only.text;
  return `(${expression.items.map(canonicalOf).join(" ")})`;
}

function withClocks(texts: readonly string[], make: (seconds: readonly number[]) => Result<Message>): Result<Message> {
  for (const text of texts)
    if (!/^\d{1,9}$/.test(text) || Number(text) < 1)
      return malformed(`expected a clock in whole seconds, at least 1, not "${quoted(text)}"`);
  return make(texts.map((text) => Math.min(Number(text), MESSAGE_LIMITS.clockSeconds)));
}

function withRules(text: string, make: (inner: string) => Message): Result<Message> {
  return text.startsWith("(")
    ? ok(make(text.slice(1, -1)))
    : malformed(`expected a rulesheet in parentheses, not "${quoted(text)}"`);
}

function malformed<T>(message: string): Result<T> {
  return fail("bad-usage", message);
}

function quoted(text: string): string {
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** The items of the outermost list as text, in one pass. */
function partsOf(text: string): Result<readonly string[]> {
  if (text.length > MESSAGE_LIMITS.characters)
    return malformed(`the message has ${text.length} characters; expected at most ${MESSAGE_LIMITS.characters}`);
  const parts: string[] = [];
  let depth = 0;
  let start = -1;
  let closed = false;
  const end = (at: number): void => {
    if (start >= 0) parts.push(text.slice(start, at));
    start = -1;
  };
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === SEMICOLON) {
      if (depth === 1) end(at);
      while (at + 1 < text.length && !isLineEnd(text.charCodeAt(at + 1))) at++;
    } else if (isSpace(code)) {
      if (depth === 1) end(at);
    } else if (closed) return malformed("unexpected text after the message");
    else if (code === OPEN) {
      if (depth === 1) {
        end(at);
        start = at;
      }
      depth++;
    } else if (depth === 0) return malformed(`expected a message in parentheses, not "${quoted(text)}"`);
    else if (code === CLOSE) {
      depth--;
      if (depth === 1) end(at + 1);
      else if (depth === 0) {
        end(at);
        closed = true;
      }
    } else if (depth === 1 && start < 0) start = at;
  }
  return closed ? ok(parts) : malformed(depth > 0 ? "the message is not closed" : "the message is empty");
}

const OPEN = 40;
const CLOSE = 41;
const SEMICOLON = 59;
const SPACE = 32;

function isLineEnd(code: number): boolean {
  return code === 10 || code === 13;
}

/** As in rulesheets, without rare Unicode spaces. */
function isSpace(code: number): boolean {
  return code <= SPACE || code === 0xa0 || code === 0xfeff;
}
