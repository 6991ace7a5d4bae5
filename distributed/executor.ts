/** The child process of a worker: receives jobs, sends results. It ends with the worker, however that dies. */
import { errorText } from "../engine/jobs/task-errors.ts";
import { execute, type Execution } from "./execute.ts";

/** A job's outcome; `error` is made by `errorText`. */
export type ExecutionReply = { readonly result: unknown } | { readonly error: string };

process.on("disconnect", () => process.exit());
// The terminal sends Ctrl-C to all of its processes; the worker decides what becomes of the job.
process.on("SIGINT", () => {});
process.on("message", (execution: Execution) => {
  execute(execution).then(
    (result) => reply({ result }),
    (error: unknown) => reply({ error: errorText(error) }),
  );
});

function reply(message: ExecutionReply): void {
  process.send?.(message);
}
