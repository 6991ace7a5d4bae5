/** Gates of a net while it is made: equal ones are one, and what many parts of an OR share is asked once. */

/** A node, or what is not that node: twice its number, and one more for «not». */
export type Ref = number;
export const FALSE: Ref = -2;
export const TRUE: Ref = -1;

export interface Gate {
  readonly isAnd: boolean;
  readonly inputs: readonly Ref[];
}

/** As many bodies are written out as they are. */
const FEW_BODIES = 4;
/** What one in so many bodies has is worth asking once. */
const SHARED_BY = 64;

/** Gates in the order in which they are needed; nodes before them are inputs. */
export class GateList {
  readonly #gates: Gate[] = [];
  readonly #known = new Map<string, number>();
  readonly #shorten: (refs: readonly Ref[]) => readonly Ref[];
  #first = 0;

  /** An OR of many inputs may be said shorter where one knows more of them. */
  constructor(shorten: (refs: readonly Ref[]) => readonly Ref[] = (refs) => refs) {
    this.#shorten = shorten;
  }

  /** The number of inputs; before any gate is added. */
  begin(inputs: number): void {
    this.#first = inputs;
  }

  get gates(): readonly Gate[] {
    return this.#gates;
  }

  get size(): number {
    return this.#gates.length;
  }

  /** A gate of its own, also where there is an equal one. */
  add(gate: Gate): void {
    this.#gates.push(gate);
  }

  /**
   * One of many bodies holds. What many of them share is asked once: (a and b) or (a and c) is a and (b or c). What is left of
   * bodies is often the same for several, and then one gate serves them all.
   */
  sum(bodies: readonly (readonly Ref[])[]): Ref {
    const parts: Ref[] = [];
    let left = bodies;
    while (left.length >= FEW_BODIES) {
      const [shared, times] = mostFrequent(left);
      if (times < 2 || SHARED_BY * times < left.length) break;
      const rests = left.filter((body) => body.includes(shared)).map((body) => body.filter((ref) => ref !== shared));
      parts.push(this.and([shared, this.sum(rests)]));
      left = left.filter((body) => !body.includes(shared));
    }
    return this.or([...parts, ...left.map((body) => this.and(body))]);
  }

  and(refs: readonly Ref[]): Ref {
    return this.#gate(true, refs, FALSE, TRUE);
  }

  or(refs: readonly Ref[]): Ref {
    return this.#gate(false, this.#shorten(refs), TRUE, FALSE);
  }

  /** `strong` decides alone, `weak` says nothing. */
  #gate(isAnd: boolean, refs: readonly Ref[], strong: Ref, weak: Ref): Ref {
    const inputs = [...new Set(refs)].filter((ref) => ref !== weak).sort((a, b) => a - b);
    if (inputs.includes(strong)) return strong;
    for (let i = 1; i < inputs.length; i++)
      if ((inputs[i] as number) === ((inputs[i - 1] as number) ^ 1)) return strong;
    if (inputs.length === 0) return weak;
    if (inputs.length === 1) return inputs[0] as Ref;
    const key = `${isAnd ? "&" : "|"}${inputs.join()}`;
    let node = this.#known.get(key);
    if (node === undefined) {
      node = this.#first + this.#gates.length;
      this.#gates.push({ isAnd, inputs });
      this.#known.set(key, node);
    }
    return 2 * node;
  }

  plainOr(refs: readonly Ref[]): Ref {
    return this.#gate(false, refs, TRUE, FALSE);
  }
}

function mostFrequent(bodies: readonly (readonly Ref[])[]): [ref: Ref, times: number] {
  const counts = new Map<Ref, number>();
  let best: [Ref, number] = [FALSE, 0];
  for (const body of bodies)
    for (const ref of body) {
      // In a body of one there is nothing left to share.
      if (body.length < 2 || ref < 0) continue;
      const times = (counts.get(ref) ?? 0) + 1;
      counts.set(ref, times);
      if (times > best[1]) best = [ref, times];
    }
  return best;
}
