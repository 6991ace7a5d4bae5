/**
 * The port for distributed work: tasks are data, results are data, and a task may run more than once (a worker dies, an answer is lost), so
 * its result must not depend on where and how often it runs. Implementations: `InProcessTasks`, and `BullTaskQueue` for many machines.
 */

export interface Task {
  /** Equal ids are the same work: whoever asks second awaits the first. Letters, digits and dashes. */
  readonly id: string;
  /** Tasks of one group are found again by a coordinator that is started again. */
  readonly group: string;
  /** Only for workers that may start programs. */
  readonly startsPrograms: boolean;
  /** JSON, checked by the worker. */
  readonly payload: unknown;
}

/** Runs a task. Errors are retried, unless the same payload cannot succeed anywhere. */
export type TaskHandler = (payload: unknown, signal: AbortSignal) => Promise<unknown>;

export interface WorkerStatus {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Of its code; it runs only tasks of the same build. */
  readonly build: string;
  readonly startsPrograms: boolean;
  /** Tasks at a time. */
  readonly slots: number;
  readonly busy: number;
  /** Tasks finished, and the games or table entries in them. */
  readonly tasks: number;
  readonly games: number;
  readonly entries: number;
  /** Seconds since it was started. */
  readonly seconds: number;
  /** In the last minute. */
  readonly gamesPerSecond: number;
  readonly entriesPerSecond: number;
}

export interface TaskQueue {
  /** Tasks that can run at the same time now; at least 1, and changes as workers come and go. */
  readonly slots: number;
  /** Rejects with `job-failed` after the last attempt, with `job-refused` if no worker can ever run it, with `interrupted` on abort. */
  run(task: Task, signal?: AbortSignal): Promise<unknown>;
  /** Tasks of a group that an earlier coordinator has left, waiting, running or finished. */
  unfinished(group: string): Promise<readonly Task[]>;
  workers(): Promise<readonly WorkerStatus[]>;
  close(): Promise<void>;
}

/** A task that fails, or ends the process that runs it, is tried this often. */
export const ATTEMPTS = 3;
