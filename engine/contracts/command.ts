/** Commands of a single game, declared as data in its commands.ts. The command line is generated from them. */

import { GameloreError } from "./errors.ts";
import type { View } from "./view.ts";

export interface CommandArgument {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
}

export interface CommandOption {
  readonly name: string;
  readonly summary: string;
  /** Placeholder of its value in the help, in capitals; null for a flag. */
  readonly value: string | null;
  /** The value may be omitted. */
  readonly valueOptional?: boolean;
}

/** What a running command may use besides its output. None of it appears in machine-readable output. */
export interface CommandTerminal {
  /** Whether a person is at the terminal; otherwise input comes from a file or a program. */
  readonly interactive: boolean;
  say(text: string): void;
  /** `done` is from 0 to 1; shown for long operations. */
  progress(done: number, note: string): void;
  /** Input lines, ending when the signal fires. The prompt is shown in interactive mode only. */
  lines(prompt: string): AsyncIterable<string>;
  draw(view: View): string;
}

/** Arguments and options as given: the text, true for an option without a value, undefined for an absent one. */
export interface CommandInput {
  readonly words: readonly (string | undefined)[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly terminal: CommandTerminal;
}

/** The value of an option that takes a whole number; `initial` if it is absent. */
export function integerOption(
  { options }: Pick<CommandInput, "options">,
  name: string,
  initial: number,
  min: number = 0,
  max: number = Number.MAX_SAFE_INTEGER,
): number {
  const text = options[name];
  if (text === undefined) return initial;
  const value = typeof text === "string" && text.trim() !== "" ? Number(text) : NaN;
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  const range = max === Number.MAX_SAFE_INTEGER ? `of ${min} or more` : `from ${min} to ${max}`;
  throw new GameloreError("bad-usage", `--${name} ${String(text)}: expected a whole number ${range}`);
}

/** What is printed: lines for a person, a document for `--json`. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly document: object;
  /** A negative answer or a failed check: the exit status is 1. */
  readonly refused?: boolean;
}

export interface GameCommand {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly CommandArgument[];
  readonly options: readonly CommandOption[];
  readonly examples: readonly string[];
  /** Throws a GameloreError for every error that a person may see. */
  run(given: CommandInput): Promise<CommandOutput>;
}

/** What a game's commands.ts exports as `commands`. It is imported at every start, so import large modules dynamically in `run`. */
export interface GameCommands {
  readonly summary: string;
  readonly commands: readonly GameCommand[];
}
