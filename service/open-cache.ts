/** An LRU cache of what takes time to open and to close. What is evicted while it is in use is closed after its last use. */
import { LruCache } from "./lru-cache.ts";

interface Entry<T> {
  readonly opening: Promise<T>;
  users: number;
  isEvicted: boolean;
}

export class OpenCache<T> {
  readonly #entries: LruCache<Entry<T>>;
  readonly #close: (value: T) => Promise<void>;
  readonly #onClosed: () => void;
  /** Of evicted entries that were not in use. */
  #closing: Promise<void> = Promise.resolve();

  constructor(capacity: number, close: (value: T) => Promise<void>, onClosed: () => void = () => {}) {
    this.#entries = new LruCache<Entry<T>>(capacity, (entry) => this.#evict(entry));
    this.#close = close;
    this.#onClosed = onClosed;
  }

  /** Opens the value if it is not open. What failed to open is opened again for the next use. */
  async use<R>(key: string, open: () => Promise<T>, operation: (value: T) => R | Promise<R>): Promise<R> {
    const found = this.#entries.get(key);
    const entry = found ?? { opening: open(), users: 0, isEvicted: false };
    entry.users++;
    this.#entries.set(key, entry);
    // Before anything is awaited: it may fail while evicted entries are closing.
    entry.opening.catch(() => this.forget(key, entry));
    try {
      // The new value may need their memory.
      if (!found) await this.#closing;
      return await operation(await entry.opening);
    } finally {
      entry.users--;
      if (entry.isEvicted && entry.users === 0) this.#closeEntry(entry);
    }
  }

  /** Opens the value again for the next use. */
  forget(key: string, entry: Entry<T> | undefined = this.#entries.get(key)): void {
    if (entry === undefined || this.#entries.get(key) !== entry) return;
    this.#entries.take(key);
    this.#evict(entry);
  }

  /** Closes everything, in use or not. */
  async close(): Promise<void> {
    for (const entry of this.#entries.drain()) this.#closeEntry(entry);
    await this.#closing;
  }

  #evict(entry: Entry<T>): void {
    entry.isEvicted = true;
    if (entry.users === 0) this.#closeEntry(entry);
  }

  #closeEntry({ opening }: Entry<T>): void {
    const closed = opening.then(this.#close).catch(() => {
      // It failed to open.
    });
    this.#closing = Promise.all([this.#closing, closed]).then(this.#onClosed);
  }
}
