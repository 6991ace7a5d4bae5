/** LRU cache: evicts the least recently used entry. */

export class LruCache<K, V> {
  /** A Map iterates in insertion order; used entries are reinserted. */
  readonly #entries = new Map<K, V>();
  readonly #capacity: number;
  readonly #evict: (value: V) => void;

  constructor(capacity: number, evict: (value: V) => void = () => {}) {
    this.#capacity = capacity;
    this.#evict = evict;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  /** The entry of the key, created if missing. */
  getOrMake(key: K, make: () => V): V {
    const cached = this.get(key);
    if (cached !== undefined) return cached;
    const made = make();
    if (this.#entries.size >= this.#capacity) this.#removeOldest();
    this.#entries.set(key, made);
    return made;
  }

  clear(): void {
    for (const value of this.#entries.values()) this.#evict(value);
    this.#entries.clear();
  }

  #removeOldest(): void {
    for (const [key, value] of this.#entries) {
      this.#entries.delete(key);
      this.#evict(value);
      return;
    }
  }
}
