/** Reports builds on stderr. */
import type { BuildReporter } from "../engine/tables/build-reporter.ts";
import { Progress } from "./progress.ts";

export const terminalReporter: BuildReporter = {
  progress: (title) => new Progress(title),
  say: (line) => void process.stderr.write(`${line}\n`),
};
