/** Checkpoints of a long build, stored next to its table. They are uncompressed, so a save costs little more than the copy. */
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { GameloreError } from "../contracts/errors.ts";
import type { CheckpointHooks, TableIdentity } from "../contracts/table.ts";
import { removeStaleTemporaries } from "./atomic-write.ts";
import type { OpenOutput } from "./atomic-write.ts";
import { BlockFile } from "./block-file.ts";
import { systemCode } from "../platform/node/file-errors.ts";
import { damaged } from "./format.ts";
import { expectIdentity } from "./header.ts";
import type { FileHeader } from "./header.ts";
import { writeBlocks } from "./write-table.ts";

const BLOCK_BYTES = 1024 * 1024;
/** Just under a minute: the most a killed build loses if saving is cheap enough. */
const DEFAULT_INTERVAL_SECONDS = 55;
/** Of the time of all cores, including the next minute: saving runs in parallel with the build. */
const MAX_SHARE_OF_TIME = 0.05;
const COMING_SECONDS = 60;
/** Assumed speed of the first save. */
const ASSUMED_BYTES_PER_SECOND = 1e9;
/** Header and directory stay far below this share of the bytes, or of one block. */
const OVERHEAD_SHARE = 1 / 1000;

export interface CheckpointOptions {
  /** Size of the builder's state if it differs from the table's entries. */
  readonly stateBytes?: number | undefined;
  readonly intervalSeconds?: number | undefined;
  /** Cores that build and save; default: all of this machine. */
  readonly cores?: number | undefined;
  /** A checkpoint was unusable and has been removed; the reason in one line. */
  readonly onDiscard?: ((reason: string) => void) | undefined;
  /** A save failed. With this callback the build continues without it; otherwise `save` rejects. */
  readonly onSaveFailed?: ((error: GameloreError) => void) | undefined;
  /** A monotonic clock, in seconds. */
  readonly clockSeconds?: (() => number) | undefined;
  readonly openOutput?: OpenOutput | undefined;
}

export class TableCheckpoint implements CheckpointHooks {
  readonly path: string;
  readonly #identity: TableIdentity;
  readonly #built: string;
  readonly #options: CheckpointOptions;
  readonly #clockSeconds: () => number;
  readonly #stateBytes: number;
  readonly #startedAt: number;
  #pauseSince: number;
  /** Expected duration of the next save, and total duration of all saves. */
  #saveSeconds: number;
  #spentSeconds = 0;
  #saving: Promise<void> = Promise.resolve();
  #saves = 0;

  /** `built` names the builder and its version: only the same one can read the bytes. */
  constructor(path: string, identity: TableIdentity, built: string, options: CheckpointOptions = {}) {
    this.path = path;
    this.#identity = identity;
    this.#built = built;
    this.#options = options;
    this.#clockSeconds = options.clockSeconds ?? ((): number => performance.now() / 1000);
    this.#stateBytes = options.stateBytes ?? identity.entries;
    this.#startedAt = this.#clockSeconds();
    this.#pauseSince = this.#startedAt;
    this.#saveSeconds = this.#stateBytes / ASSUMED_BYTES_PER_SECOND;
  }

  /** The target is written only after the whole file is verified. */
  async restore(target: Uint8Array): Promise<boolean> {
    let file: BlockFile | undefined;
    try {
      file = BlockFile.open(this.path);
      this.#expectOwn(file.header, target.length);
      await file.eachBlock(0, file.blocks, {}, () => {});
      await file.loadInto(target, target.length, {});
      return true;
    } catch (error) {
      if (!(error instanceof GameloreError)) throw error;
      if (error.code === "table-missing") return false;
      // A checkpoint that cannot be read now (no permission, a failing disk) may be readable later: it is kept.
      if (systemCode(error.cause) !== undefined) throw error;
      await rm(this.path, { force: true });
      this.#options.onDiscard?.(error.message);
      return false;
    } finally {
      file?.close();
    }
  }

  due(): boolean {
    if (this.#saves > 0) return false;
    const now = this.#clockSeconds();
    if (now - this.#pauseSince < (this.#options.intervalSeconds ?? DEFAULT_INTERVAL_SECONDS)) return false;
    const cores = this.#options.cores ?? availableParallelism();
    const budget = MAX_SHARE_OF_TIME * cores * (now - this.#startedAt + COMING_SECONDS);
    return this.#spentSeconds + this.#saveSeconds <= budget;
  }

  /** Atomically replaces the saved state. Threads may keep changing the bytes meanwhile. */
  save(bytes: Uint8Array): Promise<void> {
    this.#saves++;
    const saved = this.#saving.then(() => this.#save(bytes));
    this.#saving = saved.catch(() => {});
    return saved;
  }

  /** Removes the checkpoint when the table is finished or the build is abandoned. */
  async remove(): Promise<void> {
    await this.#saving;
    await rm(this.path, { force: true });
    await removeStaleTemporaries(this.path).catch(() => {});
  }

  /** Disk space that saving needs at most: the old state is kept until the new one is complete. */
  diskBytes(): number {
    return 2 * Math.ceil(this.#stateBytes * (1 + OVERHEAD_SHARE) + BLOCK_BYTES);
  }

  async #save(bytes: Uint8Array): Promise<void> {
    const began = this.#clockSeconds();
    const header: FileHeader = {
      kind: "checkpoint",
      identity: this.#identity,
      bytes: bytes.length,
      histogram: [],
      built: this.#built,
      codec: "none",
      blockBytes: BLOCK_BYTES,
    };
    try {
      await writeBlocks(this.path, header, bytes, { openOutput: this.#options.openOutput });
    } catch (error) {
      if (this.#options.onSaveFailed === undefined || !(error instanceof GameloreError)) throw error;
      this.#options.onSaveFailed(error);
    } finally {
      // Even after a failure: the next attempt waits for the interval.
      this.#saves--;
      this.#pauseSince = this.#clockSeconds();
      this.#saveSeconds = this.#pauseSince - began;
      this.#spentSeconds += this.#saveSeconds;
    }
  }

  #expectOwn(header: FileHeader, stateBytes: number): void {
    if (header.kind !== "checkpoint") throw damaged(this.path, "not a checkpoint");
    expectIdentity(header, this.#identity);
    if (header.built !== this.#built) {
      throw damaged(this.path, `saved by ${JSON.stringify(header.built)}, not by ${JSON.stringify(this.#built)}`);
    }
    if (header.bytes !== stateBytes) throw damaged(this.path, `holds ${header.bytes} bytes, expected ${stateBytes}`);
  }
}
