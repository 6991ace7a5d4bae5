/** Structural hashing of gates: equal gates are created once. */
import type { Gate, Ref } from "./gate.ts";

export class GateTable {
  readonly #gates: Gate[];
  /** Gate numbers plus 1; 0 for empty. */
  #slots: Int32Array = new Int32Array(1 << 12);
  #count = 0;

  constructor(gates: Gate[]) {
    this.#gates = gates;
  }

  /** The number of the gate with these inputs, in ascending order; created if it does not exist. */
  intern(isAnd: boolean, inputs: readonly Ref[]): number {
    let slot = this.#slotOf(isAnd, inputs);
    for (let entry = this.#slots[slot] as number; entry !== 0; entry = this.#slots[slot] as number) {
      if (isSame(this.#gates[entry - 1] as Gate, isAnd, inputs)) return entry - 1;
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    const number = this.#gates.length;
    this.#gates.push({ isAnd, inputs });
    this.#slots[slot] = number + 1;
    if (2 * ++this.#count > this.#slots.length) this.#grow();
    return number;
  }

  #slotOf(isAnd: boolean, inputs: readonly Ref[]): number {
    let hash = isAnd ? 1 : 2;
    for (const ref of inputs) {
      hash = Math.imul(hash ^ ref, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return hash & (this.#slots.length - 1);
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Int32Array(2 * before.length);
    for (const entry of before) {
      if (entry === 0) continue;
      const { isAnd, inputs } = this.#gates[entry - 1] as Gate;
      let slot = this.#slotOf(isAnd, inputs);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (this.#slots.length - 1);
      this.#slots[slot] = entry;
    }
  }
}

function isSame(gate: Gate, isAnd: boolean, inputs: readonly Ref[]): boolean {
  if (gate.isAnd !== isAnd || gate.inputs.length !== inputs.length) return false;
  for (let i = 0; i < inputs.length; i++) if (gate.inputs[i] !== inputs[i]) return false;
  return true;
}
