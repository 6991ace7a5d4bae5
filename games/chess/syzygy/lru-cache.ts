/** A cache of limited size: the least recently used entry makes way. */

export class LruCache<K, V> {
  /** A Map iterates in the order of insertion; what is used is inserted again. */
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

  /** The entry of the key; where there is none, it is made. */
  getOrMake(key: K, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
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
