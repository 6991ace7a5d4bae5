/** Gates of a propnet under construction, with structural hashing and factoring of common inputs. */
import { type Ref, FALSE, TRUE, type Gate } from "./gate.ts";
import { GateTable } from "./gate-table.ts";

/** Fewer bodies are not factored. */
const MIN_FACTORED = 4;
/** An input is factored out if at least one in this many bodies contains it. */
const FACTOR_SHARE = 64;

/** Gates in topological order; nodes before them are inputs. */
export class GateList {
  readonly #gates: Gate[] = [];
  readonly #table: GateTable = new GateTable(this.#gates);
  readonly #shorten: (refs: readonly Ref[]) => readonly Ref[];
  #first = 0;
  /** By ref: the number of current bodies that contain it; 0 between uses. */
  #counts: Int32Array = new Int32Array(0);

  /** `shorten` may replace the inputs of an OR by equivalent ones. */
  constructor(shorten: (refs: readonly Ref[]) => readonly Ref[] = (refs) => refs) {
    this.#shorten = shorten;
  }

  /** Must be called before any gate is added. */
  setInputs(inputs: number): void {
    this.#first = inputs;
  }

  get gates(): readonly Gate[] {
    return this.#gates;
  }

  get size(): number {
    return this.#gates.length;
  }

  /** Adds a gate without structural hashing. */
  add(gate: Gate): void {
    this.#gates.push(gate);
  }

  /**
   * An OR of ANDs. Common inputs are factored out: (a and b) or (a and c) is a and (b or c). The remaining bodies are often equal and share
   * one gate.
   */
  sumOfProducts(bodies: readonly (readonly Ref[])[]): Ref {
    const parts: Ref[] = [];
    let left = bodies;
    while (left.length >= MIN_FACTORED) {
      const [shared, times] = this.#mostFrequent(left);
      if (times < 2 || FACTOR_SHARE * times < left.length) break;
      const rests: Ref[][] = [];
      const others: (readonly Ref[])[] = [];
      for (const body of left)
        if (body.includes(shared)) rests.push(body.filter((ref) => ref !== shared));
        else others.push(body);
      parts.push(this.and([shared, this.sumOfProducts(rests)]));
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
      // A body with one input cannot be factored.
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

  /** An AND is absorbed by FALSE and ignores TRUE; an OR the reverse. */
  #gate(isAnd: boolean, refs: readonly Ref[], absorbing: Ref, neutral: Ref): Ref {
    const inputs = ascending(refs, neutral);
    if (inputs.includes(absorbing)) return absorbing;
    for (let i = 1; i < inputs.length; i++)
      if ((inputs[i] as number) === ((inputs[i - 1] as number) ^ 1)) return absorbing;
    if (inputs.length === 0) return neutral;
    if (inputs.length === 1) return inputs[0] as Ref;
    return 2 * (this.#first + this.#table.intern(isAnd, inputs));
  }

  rawOr(refs: readonly Ref[]): Ref {
    return this.#gate(false, refs, TRUE, FALSE);
  }
}

/** Sorted, without duplicates and without one ref. */
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
