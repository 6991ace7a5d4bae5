/** `gamelore arimaa setup`: a position is put together by words that are typed or piped in, and printed as text. */
import type { CommandOutput, CommandInput } from "../../../engine/contracts/command.ts";
import { fail, GameloreError, ok, unwrap, type Result } from "../../../engine/contracts/errors.ts";
import type { View } from "../../../engine/contracts/view.ts";
import type { Board } from "../board.ts";
import { readWritten } from "../position.ts";
import { SETUP_NAMES } from "../setups.ts";
import { viewOf } from "../view.ts";
import { applyEdit, EDIT_HELP, EMPTY_BOARD, type Letters, namedSetup, turned } from "./edit.ts";
import { findingsOf, type Findings } from "./validate.ts";

const HELP: readonly string[] = [
  ...EDIT_HELP,
  "  gold      gold is to move (also: silver); before a setup's name only that side is set up so: gold 99of9",
  "  turn      colours exchanged, and who is to move",
  "  undo      take back the last line",
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
  const faulty: string[] = [];
  if (terminal.interactive) terminal.say(`Words that put a position together; ? lists them, done prints it.`);
  show();
  let number = 0;
  for await (const line of terminal.lines("setup: ")) {
    number++;
    const text = line.replace(/(^|\s)#.*$/, "").trim();
    const word = text.toLowerCase();
    if (word === "") continue;
    if (word === "?" || word === "help") terminal.say(HELP.join("\n"));
    else if (word === "undo") {
      if (past.length === 1) terminal.say("there is nothing to take back");
      else past.pop();
      show();
    } else {
      const { next, fault, done } = edit(now(), text);
      if (next.letters !== now().letters || next.side !== now().side) past.push(next);
      if (fault !== null) {
        faulty.push(fault);
        terminal.say(terminal.interactive ? fault : `line ${number}: ${fault}`);
      }
      if (done) break;
      show();
      if (terminal.interactive)
        for (const each of findingsOf(board, now().letters, now().side).faults) terminal.say(each);
    }
  }
  if (signal.aborted) throw new GameloreError("interrupted", `interrupted at: ${textOf(now())}`);
  const findings = findingsOf(board, now().letters, now().side);
  for (const each of findings.faults) terminal.say(`not a position: ${each}`);
  for (const each of findings.remarks) terminal.say(`note: ${each}`);
  return answerOf(now(), findings, terminal.interactive ? [] : faulty);
}

/** What a program typed wrong is a no; a person has seen it and gone on. */
function answerOf(edited: Edited, { faults, remarks }: Findings, misread: readonly string[]): CommandOutput {
  const position = textOf(edited);
  return {
    lines: [position],
    document: { position, legal: faults.length === 0, faults, remarks, misread },
    refused: faults.length + misread.length > 0,
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
  const { letters, side, rest } = unwrap(readWritten(text));
  if (rest !== "")
    throw new GameloreError("bad-position", `"${rest}" behind the squares: expected a position at the start of a turn`);
  return { letters, side };
}

function edit(start: Edited, text: string): { next: Edited; fault: string | null; done: boolean } {
  const words = text.split(/\s+/);
  let next = start;
  for (let at = 0; at < words.length;) {
    if (words[at]?.toLowerCase() === "done") return { next, fault: null, done: true };
    const applied = apply(next, words, at);
    if (!applied.ok) return { next, fault: applied.error.message, done: false };
    next = applied.value.edited;
    at += applied.value.used;
  }
  return { next, fault: null, done: false };
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
