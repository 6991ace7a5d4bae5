/** `gamelore arimaa setup`: a position editor with commands from the terminal or a pipe; prints the position as text. */
import type { CommandOutput, CommandInput } from "../../../engine/contracts/command.ts";
import { fail, GameloreError, ok, unwrap, type Result } from "../../../engine/contracts/errors.ts";
import type { View } from "../../../engine/contracts/view.ts";
import type { Board } from "../board.ts";
import { parseRawPosition } from "../position.ts";
import { SETUP_NAMES } from "../setups.ts";
import { viewOf } from "../view.ts";
import { applyEdit, EDIT_HELP, EMPTY_BOARD, type Letters, namedSetup, turned } from "./edit.ts";
import { validatePosition, type Validation } from "./validate.ts";

const HELP: readonly string[] = [
  ...EDIT_HELP,
  "  gold      gold to move (also: silver); before a named setup: for that side only, as in gold 99of9",
  "  turn      exchange colours, rows and the side to move",
  "  undo      undo the last line",
  "  done      print the position (so does the end of the input)",
];

interface Edited {
  readonly letters: Letters;
  readonly side: number;
}

export async function runSetupCommand({ words, signal, terminal }: CommandInput, board: Board): Promise<CommandOutput> {
  const past: Edited[] = [startOf(words[0])];
  const now = (): Edited => past.at(-1) as Edited;
  const show = (): void => {
    if (terminal.interactive) terminal.say(`\n${terminal.draw(editedView(board, now()))}`);
  };
  const inputErrors: string[] = [];
  if (terminal.interactive) terminal.say(`Type commands to edit the position; ? lists them, done prints it.`);
  show();
  let number = 0;
  for await (const line of terminal.lines("setup: ")) {
    number++;
    const text = line.replace(/(^|\s)#.*$/, "").trim();
    const word = text.toLowerCase();
    if (word === "") continue;
    if (word === "?" || word === "help") terminal.say(HELP.join("\n"));
    else if (word === "undo") {
      if (past.length === 1) terminal.say("nothing to undo");
      else past.pop();
      show();
    } else {
      const { next, error, done } = edit(now(), text);
      if (next.letters !== now().letters || next.side !== now().side) past.push(next);
      if (error !== null) {
        inputErrors.push(error);
        terminal.say(terminal.interactive ? error : `line ${number}: ${error}`);
      }
      if (done) break;
      show();
      if (terminal.interactive)
        for (const each of validatePosition(board, now().letters, now().side).errors) terminal.say(each);
    }
  }
  if (signal.aborted) throw new GameloreError("interrupted", `interrupted at: ${textOf(now())}`);
  const validation = validatePosition(board, now().letters, now().side);
  for (const each of validation.errors) terminal.say(`not a position: ${each}`);
  for (const each of validation.remarks) terminal.say(`note: ${each}`);
  return answerOf(now(), validation, terminal.interactive ? [] : inputErrors);
}

/** Invalid input from a pipe fails the command; in an interactive session it was already reported. */
function answerOf(edited: Edited, { errors, remarks }: Validation, misread: readonly string[]): CommandOutput {
  const position = textOf(edited);
  return {
    lines: [position],
    document: { position, legal: errors.length === 0, faults: errors, remarks, misread },
    refused: errors.length + misread.length > 0,
  };
}

function textOf({ letters, side }: Edited): string {
  return `${side === 0 ? "g" : "s"} ${letters}`;
}

function editedView(board: Board, { letters, side }: Edited): View {
  const view = viewOf(board, board.position(letters, side), side);
  return { ...view, notes: [`${side === 0 ? "gold" : "silver"} to move`] };
}

function startOf(text: string | undefined): Edited {
  if (text === undefined) return { letters: EMPTY_BOARD, side: 0 };
  const { letters, side, rest } = unwrap(parseRawPosition(text));
  if (rest !== "")
    throw new GameloreError(
      "bad-position",
      `unexpected "${rest}" after the squares; expected a position at the start of a turn`,
    );
  return { letters, side };
}

function edit(start: Edited, text: string): { next: Edited; error: string | null; done: boolean } {
  const words = text.split(/\s+/);
  let next = start;
  for (let at = 0; at < words.length;) {
    if (words[at]?.toLowerCase() === "done") return { next, error: null, done: true };
    const applied = apply(next, words, at);
    if (!applied.ok) return { next, error: applied.error.message, done: false };
    next = applied.value.edited;
    at += applied.value.used;
  }
  return { next, error: null, done: false };
}

function apply(
  { letters, side }: Edited,
  words: readonly string[],
  at: number,
): Result<{ edited: Edited; used: number }> {
  const word = (words[at] as string).toLowerCase();
  const sides: Readonly<Record<string, number>> = { gold: 0, g: 0, silver: 1, s: 1 };
  if (Object.hasOwn(sides, word)) {
    const named = sides[word] as number;
    const name = (words[at + 1] ?? "").toLowerCase();
    return SETUP_NAMES.includes(name)
      ? ok({ edited: { letters: namedSetup(letters, name, named), side }, used: 2 })
      : ok({ edited: { letters, side: named }, used: 1 });
  }
  if (word === "turn") return ok({ edited: { letters: turned(letters), side: 1 - side }, used: 1 });
  const applied = applyEdit(letters, words, at, { side: null });
  if (!applied.ok) return fail(applied.error.code, applied.error.message);
  return ok({ edited: { letters: applied.value.letters, side }, used: applied.value.used });
}
