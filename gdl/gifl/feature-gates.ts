/**
 * Features compiled to gates: for each role, feature class and move one word with the lanes in which a feature of that class holds and the
 * move is legal. Facts implied by the legality of the move are omitted, and common facts are factored out.
 */
import { block, byShape, concatenate } from "../propnet/gate-blocks.ts";
import { GateList } from "../propnet/gates.ts";
import { FALSE, type Gate, type Ref } from "../propnet/gate.ts";
import { WORD_BYTES } from "../propnet/constants.ts";
import type { PropnetCode } from "../propnet/codegen.ts";
import type { Propnet } from "../propnet/propnet.ts";
import type { Pattern } from "./feature.ts";

/** Features of a role with the same effect on the choice of moves and the same value. */
export interface FeatureClass {
  readonly role: number;
  /** Lower ranks take precedence. */
  readonly rank: number;
  readonly features: readonly Pattern[];
}

interface ClassWords {
  readonly role: number;
  readonly rank: number;
  readonly moves: readonly number[];
  /** Offset of the words of these moves in the scratch memory. */
  readonly words: number;
}

export interface FeatureCode {
  /** Offsets from the words of the propnet; offsets in the scratch memory have `SCRATCH_BASE` added. */
  readonly code: Int32Array;
  readonly classes: readonly ClassWords[];
  /** Words of scratch memory. */
  readonly words: number;
  /** Number of words for suggested moves. */
  readonly suggestions: number;
}

/** Added to offsets in the scratch memory; larger than any propnet. */
export const SCRATCH_BASE: number = 2 ** 30;

/**
 * From rank `exclusive` on, a move suggested by a class is not suggested by later classes. `turns` are by role the facts that state its turn:
 * if given, a feature holds by its other facts, as if it were the turn of the role, whether or not the move is legal.
 */
export function featureCode(
  propnet: Propnet,
  propnetCode: PropnetCode,
  classes: readonly FeatureClass[],
  exclusive: number,
  turns: readonly ReadonlySet<number>[] | null = null,
): FeatureCode {
  const inputs = propnet.inputs;
  // The words of legal moves are additional inputs after facts and moves.
  const firstLegal: number[] = [];
  let nodes = inputs;
  for (const { moves } of propnet.roles) {
    firstLegal.push(nodes);
    nodes += moves.length;
  }
  const list = new GateList();
  list.setInputs(nodes);
  const implied = impliedFacts(propnet);
  const before = new Map<string, Ref[]>();
  const outputs: { role: number; rank: number; moves: number[]; refs: Ref[] }[] = [];
  for (const { role, rank, features } of classes) {
    const byMove = new Map<number, Pattern[]>();
    for (const feature of features) byMove.set(feature.move, [...(byMove.get(feature.move) ?? []), feature]);
    const moves = [...byMove.keys()].toSorted((a, b) => a - b);
    const refs = moves.map((move) => {
      const known = turns?.[role] ?? implied(role, move);
      const bodies = (byMove.get(move) ?? []).map(({ facts }) =>
        facts.filter((fact) => !known.has(fact)).map((fact) => 2 * fact),
      );
      const any = list.sumOfProducts(bodies.some((body) => body.length === 0) ? [[]] : bodies);
      const earlier = before.get(`${role} ${move}`) ?? [];
      if (rank >= exclusive) before.set(`${role} ${move}`, [...earlier, any]);
      const legal = turns ? [] : [2 * ((firstLegal[role] as number) + move)];
      return list.and([...legal, any, ...earlier.map((ref) => ref ^ 1)]);
    });
    const kept = [...moves.keys()].filter((i) => refs[i] !== FALSE);
    if (kept.length > 0)
      outputs.push({
        role,
        rank,
        moves: kept.map((i) => moves[i] as number),
        refs: kept.map((i) => refs[i] as Ref),
      });
  }
  return generateFeatureCode(list.gates, nodes, outputs, (node) => {
    if (node < propnet.facts.length) return WORD_BYTES * node;
    const role = firstLegal.findLastIndex((first) => first <= node);
    return (propnetCode.roles[role]?.legal as number) + WORD_BYTES * (node - (firstLegal[role] as number));
  });
}

/** Facts implied by the legality of a move according to its gates: the union over an AND, the intersection over an OR. */
function impliedFacts(propnet: Propnet): (role: number, move: number) => ReadonlySet<number> {
  const none: ReadonlySet<number> = new Set();
  const known = new Map<number, ReadonlySet<number>>();
  const isLoop = (gate: number): boolean => propnet.loops.some(({ from, to }) => from <= gate && gate < to);
  const of = (ref: Ref): ReadonlySet<number> => {
    if (ref < 0 || ref & 1) return none;
    const node = ref >> 1;
    if (node < propnet.facts.length) return new Set([node]);
    const gate = propnet.gates[node - propnet.inputs];
    if (!gate || isLoop(node - propnet.inputs)) return none;
    const found = known.get(node);
    if (found) return found;
    const sets = gate.inputs.map(of);
    const facts = gate.isAnd
      ? new Set(sets.flatMap((set) => [...set]))
      : new Set([...(sets[0] ?? none)].filter((fact) => sets.every((set) => set.has(fact))));
    known.set(node, facts);
    return facts;
  };
  return (role, move) => of(propnet.roles[role]?.legal[move] ?? FALSE);
}

function generateFeatureCode(
  gates: readonly Gate[],
  inputs: number,
  outputs: readonly { role: number; rank: number; moves: number[]; refs: Ref[] }[],
  inputOffset: (node: number) => number,
): FeatureCode {
  const offsets = new Int32Array(inputs + gates.length);
  for (let node = 0; node < inputs; node++) offsets[node] = inputOffset(node);
  const levels = new Int32Array(inputs + gates.length);
  const byLevel: number[][] = [];
  gates.forEach((gate, i) => {
    const level = Math.max(...gate.inputs.map((ref) => levels[ref >> 1] as number));
    levels[inputs + i] = level + 1;
    (byLevel[level] ??= []).push(i);
  });
  let words = 0;
  const take = (count: number): number => {
    const at = SCRATCH_BASE + WORD_BYTES * words;
    words += count;
    return at;
  };
  const code: Int32Array[] = [];
  for (const level of byLevel)
    for (const [shape, same] of byShape(level, (i) => gates[i] as Gate)) {
      const out = take(same.length);
      same.forEach((gate, i) => (offsets[inputs + gate] = out + WORD_BYTES * i));
      const lists = same.map((gate) => gates[gate]?.inputs ?? []);
      code.push(block(shape, out, lists, offsets));
    }
  const classes = outputs.map(({ role, rank, moves, refs }) => {
    const out = take(refs.length);
    const lists = refs.map((ref) => [ref]);
    code.push(block("0 1 0", out, lists, offsets));
    return { role, rank, moves, words: out };
  });
  const suggestions = outputs.reduce((sum, { refs }) => sum + refs.length, 0);
  return { code: concatenate(code), classes, words, suggestions };
}

/** Relocates the offsets in the code; a block has five numbers before its inputs, the last of which is an offset. */
export function relocated(code: Int32Array, moved: (offset: number) => number): Int32Array {
  const out = code.slice();
  for (let at = 0; at < code.length;) {
    const [, count = 0, positive = 0, negative = 0] = code.subarray(at, at + 4);
    const end = at + 5 + count * (positive + negative);
    for (let i = at + 4; i < end; i++) out[i] = moved(code[i] as number);
    at = end;
  }
  return out;
}
