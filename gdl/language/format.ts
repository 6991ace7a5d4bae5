/**
 * The canonical layout of a rulesheet. Words, comments and blank-line groups are preserved; spaces, line breaks and indentation are
 * not, so formatting is idempotent.
 */
import { ok, type Result } from "../../engine/contracts/errors.ts";
import { parseExpressions, tokenize } from "./expressions.ts";

/** Maximum line width. */
const WIDTH = 100;
const INDENT = "    ";

/** An expression as written, or a comment. */
interface Piece {
  readonly kind: "word" | "list" | "comment";
  readonly text: string;
  readonly items: Piece[];
  /** Line breaks between it and the piece before it. */
  readonly breaks: number;
}

export function formatRulesheet(text: string): Result<string> {
  const expressions = parseExpressions(text);
  if (!expressions.ok) return expressions;
  const lines: string[] = [];
  let row: string | null = null;
  const endRow = (): void => {
    if (row !== null) lines.push(row);
    row = null;
  };
  for (const { piece, after } of withTrailingComments(piecesOf(text))) {
    if (piece.breaks > 1 && (row !== null || lines.length > 0)) {
      endRow();
      lines.push("");
    }
    const isFact = hasNoComment(piece) && !isRule(piece);
    // Facts on one line stay on one line.
    if (isFact && row !== null && piece.breaks === 0 && `${row} ${flat(piece)}`.length <= WIDTH) {
      row = `${row} ${flat(piece)}`;
    } else {
      endRow();
      const laidOut = layOut(piece, "");
      row = laidOut.pop() as string;
      for (const line of laidOut) lines.push(line);
    }
    if (after !== null) row = `${row} ${after}`;
    if (!isFact || after !== null) endRow();
  }
  endRow();
  while (lines.at(-1) === "") lines.pop();
  return ok(lines.length > 0 ? `${lines.join("\n")}\n` : "");
}

/** The parentheses of the text must be balanced. */
function piecesOf(text: string): Piece[] {
  const top: Piece[] = [];
  const open: Piece[] = [];
  let line = 1;
  for (const { text: token, at } of tokenize(text, true)) {
    const breaks = at.line - line;
    line = at.line;
    if (token === ")") {
      open.pop();
      continue;
    }
    const kind = token === "(" ? "list" : token.startsWith(";") ? "comment" : "word";
    const piece: Piece = { kind, text: token.trimEnd(), items: [], breaks };
    (open.at(-1)?.items ?? top).push(piece);
    if (kind === "list") open.push(piece);
  }
  return top;
}

/** Pieces, each with the trailing comment on its line. */
function withTrailingComments(pieces: readonly Piece[]): { piece: Piece; after: string | null }[] {
  const found: { piece: Piece; after: string | null }[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (piece.kind === "comment" && piece.breaks === 0 && last && last.piece.kind !== "comment" && last.after === null)
      last.after = piece.text;
    else found.push({ piece, after: null });
  }
  return found;
}

function isRule({ items }: Piece): boolean {
  return items[0]?.kind === "word" && items[0].text === "<=";
}

/** Whether it contains no comment, which would end its line. */
function hasNoComment(piece: Piece): boolean {
  return piece.kind !== "comment" && piece.items.every(hasNoComment);
}

function flat(piece: Piece): string {
  return piece.kind === "list" ? `(${piece.items.map(flat).join(" ")})` : piece.text;
}

/** The indented lines of a piece. */
function layOut(piece: Piece, indent: string): string[] {
  if (piece.kind !== "list") return [indent + piece.text];
  const rule = isRule(piece) && indent === "";
  if (hasNoComment(piece)) {
    const whole = indent + flat(piece);
    // Each of several conditions has its own line.
    if (whole.length <= WIDTH && !(rule && piece.items.length > 3)) return [whole];
  }
  const items = withTrailingComments(piece.items);
  const lines: string[] = [];
  let opening = `${indent}(`;
  const head = items[0];
  let from = 0;
  if (head?.piece.kind === "word") {
    opening += head.piece.text;
    from = 1;
    const next = items[1];
    if (
      rule &&
      head.after === null &&
      next &&
      hasNoComment(next.piece) &&
      `${opening} ${flat(next.piece)}`.length <= WIDTH
    ) {
      opening += ` ${flat(next.piece)}`;
      from = 2;
    }
  }
  const comment = items[from - 1]?.after ?? null;
  lines.push(comment === null ? opening : `${opening} ${comment}`);
  for (const { piece: item, after } of items.slice(from)) {
    const own = layOut(item, indent + INDENT);
    if (after !== null) own.push(`${own.pop()} ${after}`);
    for (const line of own) lines.push(line);
  }
  return close(lines, items.at(-1), indent);
}

/** Adds the closing parenthesis: after the last item, or on its own line after a comment. */
function close(
  lines: string[],
  last: { readonly piece: Piece; readonly after: string | null } | undefined,
  indent: string,
): string[] {
  if (last?.piece.kind === "comment" || last?.after) lines.push(`${indent})`);
  else lines.push(`${lines.pop()})`);
  return lines;
}
