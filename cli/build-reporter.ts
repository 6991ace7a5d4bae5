/** Reports builds on stderr. */
import type { BuildReporter } from "../engine/tables/build-reporter.ts";
import type { QueueRun } from "../distributed/run.ts";
import { Progress } from "./progress.ts";
import { noteOf } from "./queue-options.ts";

export const terminalReporter: BuildReporter = {
  progress: (title) => new Progress(title),
  say: (line) => void process.stderr.write(`${line}\n`),
};

/** Also shows the workers, if there is a queue. */
export function reporterOf(run: QueueRun | null): BuildReporter {
  if (run === null) return terminalReporter;
  return {
    ...terminalReporter,
    progress: (title) => {
      const progress = new Progress(title);
      return {
        update: (done, note) =>
          progress.update(
            done,
            noteOf(run, done, () => (typeof note === "string" ? note : note()), `${title}: `),
          ),
        end: () => progress.end(),
      };
    },
  };
}
