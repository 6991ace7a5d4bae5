/** Tables that this browser keeps between visits, so that they are there with the server gone. */
import type { TableIdentity } from "../../engine/contracts/table.ts";

const DATABASE = "gamelore";
const STORE = "tables";

export interface KeptTable {
  readonly identity: TableIdentity;
  /** What built it, with its version: entries of another solver are not used. */
  readonly solver: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

function keyOf({ game, name }: TableIdentity): string {
  return `${game}/${name}`;
}

/** Null where it is not kept, is not the table that is asked for, or the browser keeps nothing (a private window, say). */
export async function keptTable(identity: TableIdentity, solver: string): Promise<KeptTable | null> {
  try {
    const kept = (await inStore("readonly", (store) => store.get(keyOf(identity)))) as KeptTable | undefined;
    if (!kept || kept.solver !== solver || kept.bytes.length !== identity.entries) return null;
    return JSON.stringify(kept.identity) === JSON.stringify(identity) ? kept : null;
  } catch {
    return null;
  }
}

/** Whether the browser keeps it: where it has no room, the table is solved anew on the next visit. */
export async function keepTable(table: KeptTable): Promise<boolean> {
  try {
    await inStore("readwrite", (store) => store.put(table, keyOf(table.identity)));
    return true;
  } catch {
    return false;
  }
}

async function inStore(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
  const database = await opened();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.addEventListener("complete", () => resolve(request.result));
      transaction.addEventListener("abort", () => reject(transaction.error ?? new Error("not kept")));
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
