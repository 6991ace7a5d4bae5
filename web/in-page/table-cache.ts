/** Tables cached in IndexedDB between visits, for offline play. */
import type { CheckpointHooks, TableIdentity } from "../../engine/contracts/table.ts";

const DATABASE = "gamelore";
const STORE = "tables";

interface CachedTable {
  readonly identity: TableIdentity;
  /** Solver and version: tables of another solver are ignored. */
  readonly solver: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function keyOf({ game, name }: TableIdentity): string {
  return `${game}/${name}`;
}

/** Null if not cached, stale, or the browser has no storage (a private window, for example). */
export async function cachedTable(identity: TableIdentity, solver: string): Promise<CachedTable | null> {
  try {
    const cached = (await inStore("readonly", (store) => store.get(keyOf(identity)))) as CachedTable | undefined;
    if (!cached || cached.solver !== solver || cached.bytes.length !== identity.entries) return null;
    return JSON.stringify(cached.identity) === JSON.stringify(identity) ? cached : null;
  } catch {
    return null;
  }
}

/** False if the browser refuses it; then the table is solved again on the next visit. */
export async function cacheTable(table: CachedTable): Promise<boolean> {
  try {
    await inStore("readwrite", (store) => store.put(table, keyOf(table.identity)));
    return true;
  } catch {
    return false;
  }
}

/** As long as on disk (engine/tables/checkpoint.ts). */
const CHECKPOINT_MS = 55_000;

/** A checkpoint of an unfinished table, beside the tables. */
export class BrowserCheckpoint implements CheckpointHooks {
  readonly #identity: TableIdentity;
  readonly #solver: string;
  readonly #say: ((line: string) => void) | undefined;
  #saved = performance.now();

  constructor(identity: TableIdentity, solver: string, say?: (line: string) => void) {
    this.#identity = identity;
    this.#solver = solver;
    this.#say = say;
  }

  get #key(): string {
    return `${keyOf(this.#identity)} unfinished`;
  }

  async restore(target: Uint8Array): Promise<boolean> {
    try {
      const saved = (await inStore("readonly", (store) => store.get(this.#key))) as CachedTable | undefined;
      if (saved?.solver !== this.#solver || saved.bytes.length !== target.length) return false;
      if (JSON.stringify(saved.identity) !== JSON.stringify(this.#identity)) return false;
      target.set(saved.bytes);
    } catch {
      return false;
    }
    this.#say?.("resuming from a checkpoint");
    return true;
  }

  due(): boolean {
    return performance.now() - this.#saved > CHECKPOINT_MS;
  }

  async save(bytes: Uint8Array): Promise<void> {
    // A copy: the solver's memory is shared, and shared memory cannot be stored.
    const saved: CachedTable = { identity: this.#identity, solver: this.#solver, bytes: new Uint8Array(bytes) };
    try {
      await inStore("readwrite", (store) => store.put(saved, this.#key));
    } catch {
      this.#say?.("checkpoint not saved: the browser does not store it");
    }
    this.#saved = performance.now();
  }

  async remove(): Promise<void> {
    await inStore("readwrite", (store) => store.delete(this.#key)).catch(() => {});
  }
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("not stored")));
    });
  } finally {
    database.close();
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.addEventListener("upgradeneeded", () => request.result.createObjectStore(STORE));
    request.addEventListener("success", () => resolve(request.result));
    request.addEventListener("error", () => reject(request.error ?? new Error("no database")));
  });
}
