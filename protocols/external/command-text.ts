/**
 * The command in `aei(command=…)` or `uci(command=…)`: a program and its arguments, split at white space. Quotation marks, ' or ", group
 * words; nothing else is interpreted, because no shell is involved. For a shell: sh -c 'cd bots && ./bot'.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

/** `example`: a player's text with a command, for the error message. */
export function splitCommand(text: string, example: string): Result<readonly [string, ...string[]]> {
  const words: string[] = [];
  let word: string | null = null;
  let quote: string | null = null;
  for (const letter of text) {
    if (letter === "\0") return fail("bad-player", "the command contains a null byte");
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
  if (quote !== null) return fail("bad-player", `command "${text}": unbalanced quotation mark ${quote}`);
  if (word !== null) words.push(word);
  const [program, ...rest] = words;
  if (program === undefined || program === "") return fail("bad-player", `expected a program, as in ${example}`);
  return ok([program, ...rest]);
}
