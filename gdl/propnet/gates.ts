/** Gates of a net while it is made: equal ones are one, and what many parts of an OR share is asked once. */
import { GateTable } from "./gate-table.ts";

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
  readonly #known: GateTable = new GateTable(this.#gates);
  readonly #shorten: (refs: readonly Ref[]) => readonly Ref[];
  #first = 0;
  /** By reference: in how many of the bodies at hand it is; 0 between uses. */
  #counts: Int32Array = new Int32Array(0);

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
      const [shared, times] = this.#mostFrequent(left);
      if (times < 2 || SHARED_BY * times < left.length) break;
      const rests: Ref[][] = [];
      const others: (readonly Ref[])[] = [];
      for (const body of left)
        if (body.includes(shared)) rests.push(body.filter((ref) => ref !== shared));
        else others.push(body);
      parts.push(this.and([shared, this.sum(rests)]));
      left = others;
    }
    return this.or([...parts, ...left.map((body) => this.and(body))]);
  }

  #mostFrequent(bodies: readonly (readonly Ref[])[]): [ref: Ref, times: number] {
    const refs = 2 * (this.#first + this.#gates.length);
    if (this.#counts.length < refs) this.#counts = new Int32Array(2 * refs);
    const counts = this.#counts;
    let best = FALSE;
    let most = 0;
    for (const body of bodies) {
      // In a body of one there is nothing left to share.
      if (body.length < 2) continue;
      for (const ref of body) if (ref >= 0 && ++counts[ref]! > most) [best, most] = [ref, counts[ref] as number];
    }
    for (const body of bodies) for (const ref of body) if (ref >= 0) counts[ref] = 0;
    return [best, most];
  }

  and(refs: readonly Ref[]): Ref {
    return this.#gate(true, refs, FALSE, TRUE);
  }

  or(refs: readonly Ref[]): Ref {
    return this.#gate(false, this.#shorten(refs), TRUE, FALSE);
  }

  /** `strong` decides alone, `weak` says nothing. */
  #gate(isAnd: boolean, refs: readonly Ref[], strong: Ref, weak: Ref): Ref {
    const inputs = ascending(refs, weak);
    if (inputs.includes(strong)) return strong;
    for (let i = 1; i < inputs.length; i++)
      if ((inputs[i] as number) === ((inputs[i - 1] as number) ^ 1)) return strong;
    if (inputs.length === 0) return weak;
    if (inputs.length === 1) return inputs[0] as Ref;
    return 2 * (this.#first + this.#known.number(isAnd, inputs));
  }

  plainOr(refs: readonly Ref[]): Ref {
    return this.#gate(false, refs, TRUE, FALSE);
  }
}

/** Each once, without one. */
function ascending(refs: readonly Ref[], without: Ref): Ref[] {
  const sorted = refs.filter((ref) => ref !== without);
  // Most gates are small.
  if (sorted.length > 16) sorted.sort((a, b) => a - b);
  else
    for (let i = 1; i < sorted.length; i++) {
      const ref = sorted[i] as Ref;
      let k = i;
      for (; k > 0 && (sorted[k - 1] as Ref) > ref; k--) sorted[k] = sorted[k - 1] as Ref;
      sorted[k] = ref;
    }
  let count = 0;
  for (const ref of sorted) if (count === 0 || ref !== sorted[count - 1]) sorted[count++] = ref;
  sorted.length = count;
  return sorted;
}
