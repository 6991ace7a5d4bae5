/**
 * What is known of jobs, kept for the time after the server: a small file for each, written whole or not at all. Several servers may
 * share the folder. A file that cannot be read is passed over, and one that cannot be written costs nobody a job.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { writeAtomically, writeFully } from "../../engine/tables/atomic-write.ts";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import { isAlive, isThisHost, thisProcess, type Owner } from "../../engine/tables/owner.ts";
import { renamedGameId } from "../../games/renamed.ts";
import type { JobDocument } from "../../service/api.ts";
import { LIMITS } from "../http/limits.ts";
import { JobSchema } from "../http/schemas.ts";

const FILE = /^([0-9a-f-]{36})\.json$/;
/** Of a job that runs, what it has come to is written no more often than this. */
const EVERY_MS = 5_000;
const SILENCE_MS = 600_000;
const ERROR = "the server ended before it was done; what had been saved is there";

/** Written since games have their present ids; files without it may name a game by a former one. */
const FORMAT = 2;

const FileSchema: z.ZodType<{ format?: typeof FORMAT | undefined; owner: Owner; job: JobDocument }> = z.strictObject({
  format: z.literal(FORMAT).optional(),
  owner: z.strictObject({ pid: z.int().positive(), start: z.string(), host: z.string() }),
  job: JobSchema,
});

interface Known {
  written: Pick<JobDocument, "state"> | null;
  at: number;
  /** Not written yet. */
  latest: JobDocument | null;
  writing: Promise<void> | null;
}

export class JobFiles {
  readonly #folder: string;
  readonly #known = new Map<string, Known>();

  constructor(folder: string = join(dataFolder(), "jobs")) {
    this.#folder = folder;
  }

  /** Jobs of servers that are gone, the oldest first: those that they had not finished are interrupted. */
  past(): JobDocument[] {
    const jobs = this.#names()
      .flatMap((name) => this.#read(name))
      .flatMap(({ owner, job, written }): JobDocument[] => {
        if (job.ended !== null) return [job];
        return isRunningElsewhere(owner, written) ? [] : [interrupted(job, written)];
      })
      .toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
    const kept = jobs.slice(-LIMITS.jobsRemembered);
    for (const { id } of jobs.slice(0, jobs.length - kept.length)) this.#forget(id);
    for (const { id } of kept) this.#known.set(id, { written: null, at: 0, latest: null, writing: null });
    return kept;
  }

  /** Written soon where its state has changed, now and then where it only goes on. */
  note(job: JobDocument): void {
    const known = this.#known.get(job.id) ?? { written: null, at: 0, latest: null, writing: null };
    this.#known.set(job.id, known);
    if (known.written?.state === job.state && performance.now() - known.at < EVERY_MS) return;
    known.written = job;
    known.at = performance.now();
    known.latest = job;
    known.writing ??= this.#write(known);
  }

  /** Those that it was told of, and no longer is to keep, are removed. */
  keepOnly(ids: readonly string[]): void {
    for (const id of this.#known.keys()) if (!ids.includes(id)) this.#forget(id);
  }

  #forget(id: string): void {
    this.#known.delete(id);
    try {
      rmSync(join(this.#folder, `${id}.json`), { force: true });
    } catch {
      // It will be passed over, or read again.
    }
  }

  /** When all is written. */
  async close(): Promise<void> {
    await Promise.all([...this.#known.values()].map(({ writing }) => writing));
  }

  async #write(known: Known): Promise<void> {
    while (known.latest) {
      const job = known.latest;
      known.latest = null;
      const bytes = Buffer.from(JSON.stringify({ format: FORMAT, owner: thisProcess(), job }));
      const path = join(this.#folder, `${job.id}.json`);
      await writeAtomically(path, { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0)).catch(
        () => {},
      );
      if (!this.#known.has(job.id)) this.#forget(job.id);
    }
    known.writing = null;
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
      const read = FileSchema.safeParse(JSON.parse(readFileSync(path, "utf8")));
      if (!read.success || `${read.data.job.id}.json` !== name) return [];
      const { format, owner, job } = read.data;
      return [{ owner, job: format === FORMAT ? job : withPresentId(job), written: statSync(path).mtime }];
    } catch {
      return [];
    }
  }
}

function withPresentId(job: JobDocument): JobDocument {
  if (!("game" in job.request)) return job;
  const { game } = job.request;
  const id = renamedGameId(game);
  const title = job.title.startsWith(`${game}: `) ? `${id}${job.title.slice(game.length)}` : job.title;
  return { ...job, title, request: { ...job.request, game: id } };
}

/** Of another machine nobody can say whether it still works; silence is taken for an end. */
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
