/** Parses the messages of a GUI. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { firstWord, shortened } from "../external/line-text.ts";
import { parseGo, type GoRequest } from "./go-text.ts";

export type GuiMessage =
  | { readonly kind: "uci" | "isready" | "ucinewgame" | "stop" | "ponderhit" | "quit" }
  /** Registration is for commercial engines. */
  | { readonly kind: "register" }
  | { readonly kind: "debug"; readonly on: boolean }
  | { readonly kind: "setoption"; readonly name: string; readonly value: string | null }
  /** `fen` is null for the start position. */
  | { readonly kind: "position"; readonly fen: string | null; readonly moves: readonly string[] }
  | { readonly kind: "go"; readonly request: GoRequest; readonly warnings: readonly string[] };

const BARE = ["uci", "isready", "ucinewgame", "stop", "ponderhit", "quit", "register"] as const;
const COMMANDS: readonly string[] = [...BARE, "debug", "setoption", "position", "go"];

/** Words before the first command are skipped, as the protocol requires. */
export function parseGuiMessage(line: string): Result<GuiMessage> {
  let [word, rest] = firstWord(line);
  while (!COMMANDS.includes(word)) {
    if (rest === "") return fail("bad-usage", `"${shortened(line.trim())}" is not a UCI command`);
    [word, rest] = firstWord(rest);
  }
  const bare = BARE.find((each) => each === word);
  if (bare) return ok({ kind: bare });
  switch (word) {
    case "debug":
      if (rest === "on" || rest === "off") return ok({ kind: "debug", on: rest === "on" });
      return expected(line, "debug on or debug off");
    case "setoption":
      return parseSetOption(line, rest);
    case "position":
      return parsePositionMessage(line, rest);
    default:
      return ok({ kind: "go", ...parseGo(rest) });
  }
}

function parseSetOption(line: string, rest: string): Result<GuiMessage> {
  const [word, text] = firstWord(rest);
  if (word !== "name" || text === "") return expected(line, "setoption name NAME [value VALUE]");
  const at = /\svalue(?=\s|$)/.exec(text);
  const name = (at ? text.slice(0, at.index) : text).trim().replace(/\s+/g, " ");
  return ok({ kind: "setoption", name, value: at ? text.slice(at.index + at[0].length).trim() : null });
}

function parsePositionMessage(line: string, rest: string): Result<GuiMessage> {
  const words = rest.split(/\s+/);
  const at = words.indexOf("moves");
  const [kind, ...fields] = at < 0 ? words : words.slice(0, at);
  const moves = at < 0 ? [] : words.slice(at + 1);
  if (kind === "startpos" && fields.length === 0) return ok({ kind: "position", fen: null, moves });
  if (kind === "fen" && fields.length > 0) return ok({ kind: "position", fen: fields.join(" "), moves });
  return expected(line, "position startpos|fen FEN [moves MOVE …]");
}

function expected<T>(line: string, what: string): Result<T> {
  return fail("bad-usage", `"${shortened(line.trim())}": expected ${what}`);
}
