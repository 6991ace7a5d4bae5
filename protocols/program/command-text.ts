/**
 * The command in `aei(command=…)` or `uci(command=…)`: a program and its words, split at white space. Quotation marks, ' or ", hold words together and are taken
 * away; nothing else has a meaning, for no shell reads it. Who needs one names it: sh -c 'cd bots && ./bot'.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

/** `example`: a player's text with a command in it, for the error where there is none. */
export function splitCommand(text: string, example: string): Result<readonly [string, ...string[]]> {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const letter of text) {
    if (letter === "\0") return fail("bad-player", "the command has a zero byte in it");
    if (quote !== null) {
      if (letter === quote) quote = null;
      else word += letter;
    } else if (letter === "'" || letter === '"') {
      quote = letter;
      word ??= "";
    } else if (/\s/.test(letter)) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + letter;
  }
  if (quote !== null) return fail("bad-player", `command "${text}": a quotation mark ${quote} without its other one`);
  if (word !== null) words.push(word);
  const [program, ...rest] = words;
  if (program === undefined || program === "") return fail("bad-player", `expected a program, as in ${example}`);
  return ok([program, ...rest]);
}
