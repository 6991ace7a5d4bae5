/** An LRU cache; `onEvict` releases what an evicted value holds. */
export class LruCache<T> {
  readonly #capacity: number;
  readonly #onEvict: (value: T) => void;
  /** A Map iterates in insertion order: the least recently used entry comes first. */
  readonly #values = new Map<string, T>();

  constructor(capacity: number, onEvict: (value: T) => void = () => {}) {
    this.#capacity = capacity;
    this.#onEvict = onEvict;
  }

  get(key: string): T | undefined {
    const value = this.take(key);
    if (value !== undefined) this.#values.set(key, value);
    return value;
  }

  set(key: string, value: T): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const [oldest, old] of this.#values) {
      if (this.#values.size <= this.#capacity) return;
      this.#values.delete(oldest);
      this.#onEvict(old);
    }
  }

  /** Removes an entry without evicting it: the value belongs to the caller. */
  take(key: string): T | undefined {
    const value = this.#values.get(key);
    this.#values.delete(key);
    return value;
  }

  /** Takes all entries. */
  drain(): T[] {
    const values = this.values();
    this.#values.clear();
    return values;
  }

  values(): T[] {
    return [...this.#values.values()];
  }

  clear(): void {
    for (const value of this.drain()) this.#onEvict(value);
  }
}
