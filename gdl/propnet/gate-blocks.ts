/** Blocks of gates of equal shape, as the kernel reads them. */
import type { Gate, Ref } from "./gate.ts";

// Kinds of blocks, as in evaluate.as.ts.
export const AND = 0;
export const OR = 1;
export const LOOP = 2;

/** Kind, number of positive inputs, number of negative inputs. */
export type Shape = `${number} ${number} ${number}`;

export function shapeOf({ isAnd, inputs }: Gate): Shape {
  const negative = inputs.filter((ref) => ref & 1).length;
  return `${isAnd ? AND : OR} ${inputs.length - negative} ${negative}`;
}

/** Gates by shape, in order of first occurrence. */
export function byShape<T>(list: readonly T[], gateOf: (each: T) => Gate): Map<Shape, T[]> {
  const shapes = new Map<Shape, T[]>();
  for (const each of list) {
    const shape = shapeOf(gateOf(each));
    const same = shapes.get(shape);
    if (same) same.push(each);
    else shapes.set(shape, [each]);
  }
  return shapes;
}

/** Results are written to consecutive words from `out`; `offsets` maps a node to its word. */
export function block(
  shape: Shape,
  out: number,
  lists: readonly (readonly Ref[])[],
  offsets: ArrayLike<number>,
): Int32Array {
  const [kind = 0, positive = 0, negative = 0] = shape.split(" ").map(Number);
  const code = [kind, lists.length, positive, negative, out];
  for (const refs of lists) {
    for (const ref of refs) if ((ref & 1) === 0) code.push(offsets[ref >> 1] as number);
    for (const ref of refs) if (ref & 1) code.push(offsets[ref >> 1] as number);
  }
  return Int32Array.from(code);
}

export function concatenate(parts: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
