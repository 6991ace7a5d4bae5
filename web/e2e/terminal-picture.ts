/** Commands and what they print, as a picture of a terminal. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

export const PROGRAM: string = fileURLToPath(new URL("../../cli/gamelore.js", import.meta.url));
const PROMPT = "(? for help): ";
/** Colours of the styles that the command line uses, by their numbers in escape sequences. */
const COLOURS: Readonly<Record<number, string>> = {
  31: "#ff6b68",
  32: "#7ee787",
  33: "#e3b341",
  34: "#79b8ff",
  36: "#67d8e6",
};
const GROUND = "#16171c";

export interface TerminalCommand {
  readonly words: readonly string[];
  /** Lines typed at its prompts. */
  readonly typed?: readonly string[];
  /** Of the lines that it prints, those shown: from the first with this text, and at most this many. */
  readonly from?: string;
  readonly most?: number;
}

/** Runs the commands with a home folder, and takes a picture of their output in a page. */
export async function terminalPicture(
  page: Page,
  home: string,
  commands: readonly TerminalCommand[],
  path: string,
): Promise<void> {
  const blocks: string[] = [];
  for (const command of commands) {
    const title = `<b style="color:${COLOURS[32]}">$ gamelore ${escaped(command.words.map(quoted).join(" "))}</b>\n`;
    blocks.push((command.from === undefined ? title : "") + (await output(home, command)));
  }
  // The workbench's own pages allow no inline styles.
  await page.goto("about:blank");
  const style = `display:inline-block;margin:0;padding:16px 20px;background:${GROUND};color:#d8dae0;font:15px/1.25 "DejaVu Sans Mono",monospace`;
  await page.setContent(`<body style="margin:0"><pre style='${style}'>${blocks.join("\n\n")}</pre></body>`);
  await page.locator("pre").screenshot({ path });
}

async function output(
  home: string,
  { words, typed = [], from, most = Number.POSITIVE_INFINITY }: TerminalCommand,
): Promise<string> {
  const printed = await new Promise<string>((resolve, reject) => {
    const env = { ...process.env, GAMELORE_HOME: home, FORCE_COLOR: "1", COLUMNS: "100" };
    const child = execFile(process.execPath, [PROGRAM, ...words], { env }, (error, text) =>
      // A command may print an answer and fail: what it was asked for does not hold.
      error && text === "" ? reject(error) : resolve(text),
    );
    child.stdin?.end(typed.map((line) => `${line}\n`).join(""));
  });
  // A terminal echoes what is typed.
  let next = 0;
  const echoed = printed.replaceAll(
    PROMPT,
    () => `${PROMPT}${typed[next] ?? ""}${typed[next++] === undefined ? "" : "\n"}`,
  );
  const lines = echoed.replaceAll(join(home, "/"), "~/.local/share/gamelore/").trimEnd().split("\n");
  const start = from === undefined ? 0 : lines.findIndex((line) => line.includes(from));
  return toHtml(lines.slice(start, start + most).join("\n"));
}

/** Escape sequences as styles. */
function toHtml(text: string): string {
  const style = { bold: false, dim: false, inverse: false, colour: "" };
  let html = "";
  // oxlint-disable-next-line no-control-regex -- escape sequences begin with a control character
  for (const part of text.split(/(\u001b\[\d+m)/)) {
    // oxlint-disable-next-line no-control-regex
    const code = /^\u001b\[(\d+)m$/.exec(part)?.[1];
    if (code === undefined) {
      const ink = style.colour || "inherit";
      const colours = style.inverse ? `background:${ink};color:${GROUND}` : `color:${ink}`;
      const css = `${colours};font-weight:${style.bold ? 700 : 400};opacity:${style.dim ? 0.6 : 1}`;
      html += part === "" ? "" : `<span style="${css}">${escaped(part)}</span>`;
      continue;
    }
    const number = Number(code);
    if (number === 1) style.bold = true;
    else if (number === 2) style.dim = true;
    else if (number === 22) style.bold = style.dim = false;
    else if (number === 7 || number === 27) style.inverse = number === 7;
    else style.colour = COLOURS[number] ?? "";
  }
  return html;
}

function quoted(word: string): string {
  return /[\s()]/.test(word) ? (word.includes('"') ? `'${word}'` : `"${word}"`) : word;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
