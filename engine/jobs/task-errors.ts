/** Errors of tasks as text: queues keep only a message. */
import { GameloreError, type ErrorCode } from "../contracts/errors.ts";
import { ATTEMPTS, type Task } from "./task-queue.ts";

/** The same payload fails in the same way on every machine. */
const HOPELESS: ReadonlySet<ErrorCode> = new Set([
  "bad-usage",
  "bad-position",
  "bad-variant",
  "bad-player",
  "bad-rules",
  "unknown-game",
  "too-large",
  "job-refused",
]);
/** Of an input in an error, and of each text in it: a rulesheet may be long. */
const INPUT_LETTERS = 2_000;
const TEXT_LETTERS = 80;

export function isHopeless(error: unknown): boolean {
  return error instanceof GameloreError && HOPELESS.has(error.code);
}

/** The error that the coordinator reports: with the task's input, so that it can be tried by itself. */
export function taskError(task: Task, error: unknown): GameloreError {
  const message = error instanceof Error ? error.message : String(error);
  const input = JSON.stringify(task.payload, (_, value: unknown) =>
    typeof value === "string" && value.length > TEXT_LETTERS ? `${value.slice(0, TEXT_LETTERS)}…` : value,
  );
  const shown = input.length > INPUT_LETTERS ? `${input.slice(0, INPUT_LETTERS)}…` : input;
  if (isHopeless(error)) return new GameloreError("job-refused", `${message}; the job was ${shown}`, { cause: error });
  return new GameloreError("job-failed", `a job failed ${ATTEMPTS} times: ${message}; the job was ${shown}`, {
    cause: error,
  });
}

export function errorText(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return JSON.stringify({ code: error instanceof GameloreError ? error.code : null, message });
}

/** The inverse of `errorText`; other texts are the queue's own messages. */
export function errorOfText(text: string): Error {
  try {
    const { code, message } = JSON.parse(text) as { code: ErrorCode | null; message: string };
    return code === null ? new Error(message) : new GameloreError(code, message);
  } catch {
    return new Error(text);
  }
}
