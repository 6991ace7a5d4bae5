/** The queue behind the server's jobs as a document of the API: workers and runs of all machines. */

export interface QueueWorkerDocument {
  readonly id: string;
  readonly build: string;
  /** Whether it takes jobs of this server: it has the same build. */
  readonly fits: boolean;
  readonly startsPrograms: boolean;
  /** Jobs at a time, and those that run now. */
  readonly slots: number;
  readonly busy: number;
  /** Since it was started. */
  readonly seconds: number;
  readonly tasks: number;
  readonly games: number;
  readonly entries: number;
  /** In the last minute. */
  readonly gamesPerSecond: number;
  readonly entriesPerSecond: number;
}

/** A command that gives work to the queue, of this server or of any machine. */
export interface QueueRunDocument {
  readonly id: string;
  readonly command: string;
  readonly host: string;
  readonly started: string;
  /** `lost`: it ended without saying so. */
  readonly state: "running" | "done" | "failed" | "stopped" | "lost";
  /** From 0 to 1. */
  readonly done: number | null;
  /** Progress, or why it ended. */
  readonly note: string;
}

export interface QueueDocument {
  /** Without user and password. */
  readonly address: string;
  /** Otherwise the rest is as of the last connection. */
  readonly connected: boolean;
  /** Of the server. */
  readonly build: string;
  /** Parts of runs of this build. */
  readonly waiting: number;
  readonly active: number;
  readonly workers: readonly QueueWorkerDocument[];
  /** Oldest first, of the last day. */
  readonly runs: readonly QueueRunDocument[];
}
