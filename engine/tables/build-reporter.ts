/** Receives the progress of a build: a terminal, or a job of the server. */

import type { ValueKind } from "../contracts/table.ts";

export interface BuildProgress {
  /** `done` from 0 to 1. An expensive note can be passed as a function. */
  update(done: number, note: string | (() => string)): void;
  end(): void;
}

export interface BuildReporter {
  /** `share`: the part of the whole build that this is, from 0 to 1; all of it unless given. */
  progress(title: string, share?: readonly [from: number, to: number]): BuildProgress;
  /** A build continues from a checkpoint. */
  resumed?(): void;
  /** One line for the user. */
  say(line: string): void;
  /** Histogram of the values so far, if the solver has one; evaluated only when it is shown. */
  counts?(counts: () => readonly number[], values: ValueKind): void;
}
