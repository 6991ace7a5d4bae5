/** Unfinished work of a long build, saved beside its table uncompressed, so that saving costs little more than the copy. */
import { rm } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { performance } from "node:perf_hooks";
import { GameloreError } from "../contracts/errors.ts";
import type { CheckpointHooks, TableIdentity } from "../contracts/table.ts";
import { removeLeftBehind } from "./atomic-write.ts";
import type { OpenOutput } from "./atomic-write.ts";
import { BlockFile } from "./blockfile.ts";
import { systemCode } from "./faults.ts";
import { damaged } from "./format.ts";
import { expectIdentity } from "./header.ts";
import type { FileHeader } from "./header.ts";
import { writeBlocks } from "./write.ts";

const BLOCK_BYTES = 1024 * 1024;
/** Just under a minute: what a killed build loses at most, where saving is cheap enough. */
const DEFAULT_INTERVAL_SECONDS = 55;
/** Of the time of all cores, the coming minute included: saving goes on beside the building threads. */
const MAX_SHARE_OF_TIME = 0.05;
const COMING_SECONDS = 60;
/** How fast the first save is assumed to be. */
const ASSUMED_BYTES_PER_SECOND = 1e9;
/** Header and directory are far below this part of the bytes, or of one block. */
const OVERHEAD_SHARE = 1 / 1000;

export interface CheckpointOptions {
  /** Bytes of the builder's state, if they are not the table's entries. */
  readonly stateBytes?: number | undefined;
  readonly intervalSeconds?: number | undefined;
  /** Cores that build and save; by default those of this machine. */
  readonly cores?: number | undefined;
  /** A saved state was of no use and is removed; the reason in one line. */
  readonly onDiscard?: ((reason: string) => void) | undefined;
  /** A save failed, perhaps for want of space: with this, the build goes on without it; otherwise `save` rejects. */
  readonly onSaveFailed?: ((error: GameloreError) => void) | undefined;
  /** Seconds on a clock that only goes forward. */
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
  /** What the next save is expected to take, and what all have taken. */
  #saveSeconds: number;
  #spentSeconds = 0;
  #saving: Promise<void> = Promise.resolve();
  #saves = 0;

  /** `built` names the builder and its version: only the same one understands the bytes. */
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

  /** The target is written only once the whole file is found good. */
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
      // Work that cannot be read now (no permission, a failing disk) may be readable later: it is not thrown away.
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

  /** Replaces the saved state once the new one is whole. Threads may go on changing the bytes meanwhile. */
  save(bytes: Uint8Array): Promise<void> {
    this.#saves++;
    const saved = this.#saving.then(() => this.#save(bytes));
    this.#saving = saved.catch(() => {});
    return saved;
  }

  /** Removes the saved state, when the table is finished or the build is given up. */
  async remove(): Promise<void> {
    await this.#saving;
    await rm(this.path, { force: true });
    await removeLeftBehind(this.path).catch(() => {});
  }

  /** The most disk that saving takes: the old state is kept until the new one is whole. */
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
      // After a failure too: the next try waits its time.
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
