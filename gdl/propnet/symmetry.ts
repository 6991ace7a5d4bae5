/** Symmetries of a propnet. */
import type { Gate, Ref } from "./gate.ts";
import type { Propnet } from "./propnet.ts";

export interface Symmetry {
  /** Images of facts, and of moves by role. */
  readonly facts: Int32Array;
  readonly moves: readonly Int32Array[];
}

/**
 * Whether a permutation of facts and moves maps the propnet onto itself, gate by gate: exact values may rest on it. False also if
 * equivalent gates are built differently, and for propnets with loops.
 */
export function isAutomorphism(propnet: Propnet, { facts, moves }: Symmetry): boolean {
  const { inputs, gates, next, roles, terminal, goals, loops } = propnet;
  if (loops.length > 0) return false;
  const numbers = new Map(gates.map((gate, i) => [keyOf(gate), inputs + i]));
  const images = new Int32Array(inputs + gates.length).fill(-1);
  images.set(facts);
  roles.forEach((role, i) =>
    role.inputs.forEach((input, move) => (images[input] = role.inputs[moves[i]?.[move] as number] as number)),
  );
  const imageOf = (ref: Ref): Ref => (ref < 0 ? ref : 2 * (images[ref >> 1] as number) + (ref & 1));
  for (const [i, { isAnd, inputs: own }] of gates.entries()) {
    const image = numbers.get(keyOf({ isAnd, inputs: own.map(imageOf) }));
    if (image === undefined) return false;
    images[inputs + i] = image;
  }
  return (
    next.every((ref, fact) => imageOf(ref) === next[facts[fact] as number]) &&
    roles.every(({ legal }, role) =>
      legal.every((ref, move) => imageOf(ref) === legal[moves[role]?.[move] as number]),
    ) &&
    imageOf(terminal) === terminal &&
    goals.every(({ holds }) => imageOf(holds) === holds)
  );
}

function keyOf({ isAnd, inputs }: Gate): string {
  return `${isAnd ? "and" : "or"} ${inputs.toSorted((a, b) => a - b).join()}`;
}
