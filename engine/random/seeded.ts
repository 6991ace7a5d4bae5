/** splitmix64: a seeded random number generator. Uses bigint, so kernels have their own (xorshift.as.ts). */

export class SeededRandom {
  #state: bigint;

  constructor(seed: number) {
    this.#state = BigInt.asUintN(64, BigInt(Math.trunc(seed)));
  }

  /** 64 random bits. */
  word(): bigint {
    this.#state = BigInt.asUintN(64, this.#state + 0x9e3779b97f4a7c15n);
    let x = this.#state;
    x = BigInt.asUintN(64, (x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n);
    x = BigInt.asUintN(64, (x ^ (x >> 27n)) * 0x94d049bb133111ebn);
    return x ^ (x >> 31n);
  }

  /** An integer in [0, bound). */
  below(bound: number): number {
    return Number(((this.word() >> 32n) * BigInt(bound)) >> 32n);
  }

  /** A number in [0, 1). */
  fraction(): number {
    return Number(this.word() >> 11n) / 2 ** 53;
  }

  /** Fisher–Yates shuffle of a copy. */
  shuffled<T>(list: readonly T[]): T[] {
    const order = [...list];
    for (let last = order.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      [order[last], order[other]] = [order[other] as T, order[last] as T];
    }
    return order;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }
}
