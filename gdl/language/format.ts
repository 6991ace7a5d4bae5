/**
 * A rulesheet laid out canonically. Words, comments and what stands together stay as they are; spaces, line breaks and indentation
 * are decided here alone, so that laying out twice changes nothing.
 */
import { ok, type Result } from "../../engine/contracts/errors.ts";
import { readExpressions, tokensOf } from "./expressions.ts";

/** Columns that a line fills if it can. */
const WIDTH = 100;
const INDENT = "    ";

/** An expression as it was written, or a comment. */
interface Piece {
  readonly kind: "word" | "list" | "comment";
  readonly text: string;
  readonly items: Piece[];
  /** Line breaks between it and what came before it. */
  readonly breaks: number;
}

export function formatRulesheet(text: string): Result<string> {
  const expressions = readExpressions(text);
  if (!expressions.ok) return expressions;
  const lines: string[] = [];
  let row: string | null = null;
  const endRow = (): void => {
    if (row !== null) lines.push(row);
    row = null;
  };
  for (const { piece, after } of withRemarks(piecesOf(text))) {
    if (piece.breaks > 1 && (row !== null || lines.length > 0)) {
      endRow();
      lines.push("");
    }
    const isFact = isPlain(piece) && !isRule(piece);
    // Facts that share a line go on sharing it.
    if (isFact && row !== null && piece.breaks === 0 && `${row} ${flat(piece)}`.length <= WIDTH) {
      row = `${row} ${flat(piece)}`;
    } else {
      endRow();
      const laid = laidOut(piece, "");
      row = laid.pop() as string;
      for (const line of laid) lines.push(line);
    }
    if (after !== null) row = `${row} ${after}`;
    if (!isFact || after !== null) endRow();
  }
  endRow();
  while (lines.at(-1) === "") lines.pop();
  return ok(lines.length > 0 ? `${lines.join("\n")}\n` : "");
}

/** The text is known to be whole: every parenthesis has its other. */
function piecesOf(text: string): Piece[] {
  const top: Piece[] = [];
  const open: Piece[] = [];
  let line = 1;
  for (const { text: token, at } of tokensOf(text, true)) {
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

/** Pieces, each with the comment that follows it on its line. */
function withRemarks(pieces: readonly Piece[]): { piece: Piece; after: string | null }[] {
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

/** Without comments, which end their line. */
function isPlain(piece: Piece): boolean {
  return piece.kind !== "comment" && piece.items.every(isPlain);
}

function flat(piece: Piece): string {
  return piece.kind === "list" ? `(${piece.items.map(flat).join(" ")})` : piece.text;
}

/** The lines of a piece, the first and all others indented. */
function laidOut(piece: Piece, indent: string): string[] {
  if (piece.kind !== "list") return [indent + piece.text];
  const rule = isRule(piece) && indent === "";
  if (isPlain(piece)) {
    const whole = indent + flat(piece);
    // A rule with several conditions has a line for each.
    if (whole.length <= WIDTH && !(rule && piece.items.length > 3)) return [whole];
  }
  const items = withRemarks(piece.items);
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
      isPlain(next.piece) &&
      `${opening} ${flat(next.piece)}`.length <= WIDTH
    ) {
      opening += ` ${flat(next.piece)}`;
      from = 2;
    }
  }
  const remark = items[from - 1]?.after ?? null;
  lines.push(remark === null ? opening : `${opening} ${remark}`);
  for (const { piece: item, after } of items.slice(from)) {
    const own = laidOut(item, indent + INDENT);
    if (after !== null) own.push(`${own.pop()} ${after}`);
    for (const line of own) lines.push(line);
  }
  return closed(lines, items.at(-1), indent);
}

/** With the parenthesis that closes it: behind the last item, before that one's remark; after a comment on a line of its own. */
function closed(
  lines: string[],
  last: { readonly piece: Piece; readonly after: string | null } | undefined,
  indent: string,
): string[] {
  if (last?.piece.kind === "comment" || last?.after) lines.push(`${indent})`);
  else lines.push(`${lines.pop()})`);
  return lines;
}
