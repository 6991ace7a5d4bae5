/**
 * Job files: each job is stored in a small file, written atomically, so that the list survives a restart. Several servers may share the
 * folder. Unreadable files are skipped, and a failed write does not stop a job.
 */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeAtomically, writeFully } from "../../engine/tables/atomic-write.ts";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { readRegularFile } from "../../engine/platform/node/regular-file.ts";
import { isAlive, isThisHost, thisProcess, type Owner } from "../../engine/tables/owner.ts";
import { renamedGameId } from "../../games/renamed.ts";
import type { JobDocument } from "../../service/job-documents.ts";
import { LIMITS } from "../http/limits.ts";
import { JobSchema } from "../http/schemas.ts";

const FILE = /^([0-9a-f-]{36})\.json$/;
/** Progress of a running job is written at most this often. */
const WRITE_INTERVAL_MS = 5_000;
/** A server on another host counts as gone after this time without a write. */
const SILENCE_MS = 600_000;
const ERROR = "the server stopped before the job finished; saved results are kept, and resuming continues from them";

/** Files without a format may contain former game ids. */
const FORMAT = 2;

const FileSchema: z.ZodType<{ format?: typeof FORMAT | undefined; owner: Owner; job: JobDocument }> = z.strictObject({
  format: z.literal(FORMAT).optional(),
  owner: z.strictObject({ pid: z.int().positive(), start: z.string(), host: z.string() }),
  job: JobSchema,
});

interface Entry {
  written: Pick<JobDocument, "state"> | null;
  at: number;
  /** Waiting to be written. */
  latest: JobDocument | null;
  writing: Promise<void> | null;
}

export class JobFiles {
  readonly #folder: string;
  readonly #entries = new Map<string, Entry>();

  constructor(folder: string = join(dataFolder(), "jobs")) {
    this.#folder = folder;
  }

  /** Jobs of earlier servers, oldest first; unfinished ones become interrupted. */
  load(): JobDocument[] {
    const jobs = this.#names()
      .flatMap((name) => this.#read(name))
      .flatMap(({ owner, job, written }): JobDocument[] => {
        if (job.ended !== null) return [job];
        return isRunningElsewhere(owner, written) ? [] : [interrupted(job, written)];
      })
      .toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
    const kept = jobs.slice(-LIMITS.jobsRemembered);
    for (const { id } of jobs.slice(0, jobs.length - kept.length)) this.#forget(id);
    for (const { id } of kept) this.#entries.set(id, { written: null, at: 0, latest: null, writing: null });
    return kept;
  }

  /** Writes immediately when the state has changed, else at most every WRITE_INTERVAL_MS. */
  save(job: JobDocument): void {
    const entry = this.#entries.get(job.id) ?? { written: null, at: 0, latest: null, writing: null };
    this.#entries.set(job.id, entry);
    if (entry.written?.state === job.state && performance.now() - entry.at < WRITE_INTERVAL_MS) return;
    entry.written = job;
    entry.at = performance.now();
    entry.latest = job;
    entry.writing ??= this.#write(entry);
  }

  /** Deletes the files of all other jobs. */
  keepOnly(ids: readonly string[]): void {
    for (const id of this.#entries.keys()) if (!ids.includes(id)) this.#forget(id);
  }

  #forget(id: string): void {
    this.#entries.delete(id);
    try {
      rmSync(join(this.#folder, `${id}.json`), { force: true });
    } catch {
      // The file is read again, or skipped, at the next start.
    }
  }

  /** Waits for pending writes. */
  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map(({ writing }) => writing));
  }

  async #write(entry: Entry): Promise<void> {
    while (entry.latest) {
      const job = entry.latest;
      entry.latest = null;
      const bytes = Buffer.from(JSON.stringify({ format: FORMAT, owner: thisProcess(), job }));
      const path = join(this.#folder, `${job.id}.json`);
      await writeAtomically(path, { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0)).catch(
        () => {},
      );
      if (!this.#entries.has(job.id)) this.#forget(job.id);
    }
    entry.writing = null;
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => FILE.test(name));
    } catch {
      return [];
    }
  }

  #read(name: string): { owner: Owner; job: JobDocument; written: Date }[] {
    try {
      const path = join(this.#folder, name);
      const read = FileSchema.safeParse(JSON.parse(readRegularFile(path)));
      if (!read.success || `${read.data.job.id}.json` !== name) return [];
      const { format, owner, job } = read.data;
      return [{ owner, job: format === FORMAT ? job : withCurrentId(job), written: statSync(path).mtime }];
    } catch {
      return [];
    }
  }
}

function withCurrentId(job: JobDocument): JobDocument {
  if (!("game" in job.request)) return job;
  const { game } = job.request;
  const id = renamedGameId(game);
  const title = job.title.startsWith(`${game}: `) ? `${id}${job.title.slice(game.length)}` : job.title;
  return { ...job, title, request: { ...job.request, game: id } };
}

function isRunningElsewhere(owner: Owner, written: Date): boolean {
  if (!isThisHost(owner.host)) return Date.now() - written.getTime() < SILENCE_MS;
  return owner.pid !== process.pid && isAlive(owner);
}

function interrupted(job: JobDocument, written: Date): JobDocument {
  return { ...job, state: "interrupted", secondsLeft: null, ended: written.toISOString(), error: ERROR };
}

function timeOf({ started, ended }: JobDocument): string {
  return started ?? ended ?? "";
}
