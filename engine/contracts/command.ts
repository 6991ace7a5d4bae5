/** Commands that only one game has, declared as data: a room offers them in its commands.ts, the command line makes them of it. */

import type { View } from "./view.ts";

export interface CommandArgument {
  readonly name: string;
  readonly summary: string;
  readonly required: boolean;
}

export interface CommandOption {
  readonly name: string;
  readonly summary: string;
  /** What is said after it, in capitals; null where it is a switch. */
  readonly value: string | null;
  /** It may also be given without its value. */
  readonly valueOptional?: boolean;
}

/** What a command may use beside its answer, while it runs. Nothing of it is in what a program reads. */
export interface CommandTerminal {
  /** A person types and looks on; otherwise lines come from a file or a program. */
  readonly interactive: boolean;
  say(text: string): void;
  /** From 0 to 1; shown where it takes long. */
  progress(done: number, note: string): void;
  /** Lines of the input; the prompt is shown to a person. They end when the signal fires. */
  lines(prompt: string): AsyncIterable<string>;
  draw(view: View): string;
}

/** What was given: a text, true where it came without one, undefined where it did not come. */
export interface CommandInput {
  readonly words: readonly (string | undefined)[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  /** Fires on Ctrl-C. */
  readonly signal: AbortSignal;
  readonly terminal: CommandTerminal;
}

/** What is printed: lines for a person, a document for a program. */
export interface CommandOutput {
  readonly lines: readonly string[];
  readonly document: object;
  /** The answer is no, or a check failed: the command ends with 1. */
  readonly refused?: boolean;
}

export interface GameCommand {
  readonly name: string;
  readonly summary: string;
  readonly arguments: readonly CommandArgument[];
  readonly options: readonly CommandOption[];
  readonly examples: readonly string[];
  /** Errors that a person may see are thrown as GameloreErrors. */
  run(given: CommandInput): Promise<CommandOutput>;
}

/** What a room's commands.ts exports as `commands`. It is imported at every start: what is large is imported when run. */
export interface GameCommands {
  readonly summary: string;
  readonly commands: readonly GameCommand[];
}
