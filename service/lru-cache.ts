/** A few things kept under their names, the latest used; what has to go is let go of. */
export class Kept<T> {
  readonly #most: number;
  readonly #letGo: (value: T) => void;
  readonly #values = new Map<string, T>();

  constructor(most: number, letGo: (value: T) => void = () => {}) {
    this.#most = most;
    this.#letGo = letGo;
  }

  get(name: string): T | undefined {
    const value = this.#values.get(name);
    if (value !== undefined) this.#touch(name, value);
    return value;
  }

  set(name: string, value: T): void {
    this.#touch(name, value);
    for (const [oldest, old] of this.#values) {
      if (this.#values.size <= this.#most) return;
      this.#values.delete(oldest);
      this.#letGo(old);
    }
  }

  take(name: string): T | undefined {
    const value = this.#values.get(name);
    this.#values.delete(name);
    return value;
  }

  /** Everything, which is then the caller's. */
  takeAll(): T[] {
    const values = this.values();
    this.#values.clear();
    return values;
  }

  values(): T[] {
    return [...this.#values.values()];
  }

  clear(): void {
    for (const value of this.#values.values()) this.#letGo(value);
    this.#values.clear();
  }

  /** A Map keeps its keys in the order in which they came. */
  #touch(name: string, value: T): void {
    this.#values.delete(name);
    this.#values.set(name, value);
  }
}
