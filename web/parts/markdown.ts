/** A parser for the Markdown subset of the rules; the result is data, never markup. Pure. */

export type Inline =
  | { readonly kind: "text" | "code" | "strong" | "em"; readonly text: string }
  | { readonly kind: "link"; readonly text: string; readonly href: string };

export type Block =
  | { readonly kind: "heading"; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: "paragraph" | "quote"; readonly content: readonly Inline[] }
  | { readonly kind: "code"; readonly text: string }
  | { readonly kind: "list"; readonly ordered: boolean; readonly items: readonly (readonly Inline[])[] }
  | {
      readonly kind: "table";
      readonly head: readonly (readonly Inline[])[];
      readonly rows: readonly (readonly (readonly Inline[])[])[];
    };

const ITEM = /^\s*(?:[-*]|(\d+)[.)])\s+(.*)$/;
const INLINE = /(`+)(.+?)\1|\*\*(.+?)\*\*|(?<![\w*])[*_](?=\S)(.+?)(?<=\S)[*_](?![\w*])|!?\[([^\]]*)\]\(([^)\s]*)\)/;

export function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let rest = text;
  for (;;) {
    const found = INLINE.exec(rest);
    if (!found) break;
    if (found.index > 0) parts.push({ kind: "text", text: rest.slice(0, found.index) });
    const [all, , code, strong, em, label, href = ""] = found;
    if (code !== undefined) parts.push({ kind: "code", text: code });
    else if (strong !== undefined) parts.push({ kind: "strong", text: strong });
    else if (em !== undefined) parts.push({ kind: "em", text: em });
    // Only web links: paths of the repository do not exist here.
    else if (/^https?:\/\//.test(href)) parts.push({ kind: "link", text: label ?? "", href });
    else parts.push({ kind: "text", text: label ?? "" });
    rest = rest.slice(found.index + all.length);
  }
  if (rest !== "") parts.push({ kind: "text", text: rest });
  return parts;
}

export function parseMarkdown(text: string): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const blocks: Block[] = [];
  let at = 0;
  const take = (belongs: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && belongs(lines[at] as string)) at++;
    return lines.slice(from, at);
  };
  const starts = (line: string): boolean =>
    /^(#{1,6}\s|```|>\s?|\|)/.test(line) || ITEM.test(line) || line.trim() === "";
  while (at < lines.length) {
    const line = lines[at] as string;
    const heading = /^(#{1,6})\s+(.*?)\s*#*$/.exec(line);
    if (line.trim() === "") at++;
    else if (heading) {
      blocks.push({
        kind: "heading",
        level: (heading[1] as string).length,
        content: parseInline(heading[2] as string),
      });
      at++;
    } else if (line.startsWith("```")) {
      const fence = (/^`+/.exec(line) as RegExpExecArray)[0];
      at++;
      blocks.push({ kind: "code", text: take((each) => !each.startsWith(fence)).join("\n") });
      at++;
    } else if (line.startsWith("|")) blocks.push(tableOf(take((each) => each.startsWith("|"))));
    else if (line.startsWith(">"))
      blocks.push({
        kind: "quote",
        content: parseInline(
          take((each) => each.startsWith(">"))
            .map((each) => each.replace(/^>\s?/, ""))
            .join(" "),
        ),
      });
    else if (ITEM.test(line)) blocks.push(listOf(take((each) => ITEM.test(each) || /^\s+\S/.test(each))));
    else {
      at++;
      const paragraph = [line, ...take((each) => !starts(each))];
      blocks.push({ kind: "paragraph", content: parseInline(paragraph.map((each) => each.trim()).join(" ")) });
    }
  }
  return blocks;
}

function listOf(lines: readonly string[]): Block {
  const items: string[] = [];
  for (const line of lines) {
    const item = ITEM.exec(line);
    if (item) items.push(item[2] as string);
    else items.push(`${items.pop() ?? ""} ${line.trim()}`);
  }
  return { kind: "list", ordered: ITEM.exec(lines[0] ?? "")?.[1] !== undefined, items: items.map(parseInline) };
}

function tableOf(lines: readonly string[]): Block {
  const cells = (line: string): Inline[][] =>
    line
      .replace(/^\|/, "")
      .replace(/\|\s*$/, "")
      .split(/(?<!\\)\|/)
      .map((cell) => parseInline(cell.trim().replaceAll("\\|", "|")));
  const [head = "", , ...rows] = lines;
  return { kind: "table", head: cells(head), rows: rows.map(cells) };
}
