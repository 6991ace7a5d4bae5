/** Options of an engine that a player's text sets. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { shortened } from "./line-text.ts";

export interface OptionSetting {
  readonly name: string;
  /** Null for a button. */
  readonly value: string | null;
}

/** The parameter `options`: `Skill Level=3; Use NNUE=false; Clear Hash`. Quotation marks around the whole are removed. */
export function parseSettings(text: string): Result<readonly OptionSetting[]> {
  const whole = /^\s*(['"])(.*)\1\s*$/s.exec(text)?.[2] ?? text;
  if (/[\r\n\0]/.test(whole)) return fail("bad-player", "options: a line break in the text");
  const settings: OptionSetting[] = [];
  for (const part of whole.split(";").map((each) => each.trim())) {
    if (part === "") continue;
    const at = part.indexOf("=");
    const name = (at < 0 ? part : part.slice(0, at)).trim().replace(/\s+/g, " ");
    if (name === "") return fail("bad-player", `options: "${shortened(part)}" has no name; expected NAME=VALUE; …`);
    settings.push({ name, value: at < 0 ? null : part.slice(at + 1).trim() });
  }
  return ok(settings);
}
