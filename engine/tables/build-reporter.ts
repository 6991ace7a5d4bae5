/** Who hears how a build gets on: a terminal, or the server's list of jobs. */

import type { ValueKind } from "../contracts/table.ts";

export interface BuildProgress {
  /** `done` from 0 to 1. A note that is costly to make can be given as a function. */
  update(done: number, note: string | (() => string)): void;
  end(): void;
}

export interface BuildReporter {
  progress(title: string): BuildProgress;
  /** A line that whoever waits should know. */
  say(line: string): void;
  /** How many entries have each value so far, where a solver can tell; asked for when somebody looks. */
  counts?(counts: () => readonly number[], values: ValueKind): void;
}
