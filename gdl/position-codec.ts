/** Encodes states as bytes: one bit for each fact of the propnet, or for the interpreter a list of fact numbers. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { Interpreter } from "./interpreter/interpreter.ts";
import type { PropnetReasoner } from "./propnet/propnet-reasoner.ts";
import type { Facts } from "./reasoner.ts";

export interface PositionCodec {
  /** All possible facts if known, otherwise those of the initial state. */
  readonly facts: readonly string[];
  encode(facts: Facts): Position;
  decode(position: Position): Facts;
  /** The number of a fact, or undefined. */
  factOf(fact: string): number | undefined;
}

/** Maximum number of facts in a state: a multiple of the initial state, with a minimum. */
const MAX_GROWTH = 8;
const MIN_CAPACITY = 256;

export function positionCodec(reasoner: PropnetReasoner | Interpreter): PositionCodec {
  return reasoner instanceof Interpreter ? listCodec(reasoner) : bitCodec(reasoner);
}

function bitCodec(reasoner: PropnetReasoner): PositionCodec {
  const numbers = [...reasoner.propnet.facts.keys()];
  const facts = new Map(numbers.map((fact) => [reasoner.factText(fact), fact]));
  const bytes = 8 * Math.ceil(numbers.length / 64);
  return {
    facts: [...facts.keys()],
    encode: (list) => {
      const position = new Uint8Array(bytes);
      for (const fact of list) position[fact >> 3]! |= 1 << (fact & 7);
      return position;
    },
    decode: (position) => Int32Array.from(numbers).filter((fact) => ((position[fact >> 3] ?? 0) >> (fact & 7)) & 1),
    factOf: (fact) => facts.get(fact),
  };
}

/** 32-bit words: fact numbers plus 1, ascending, then zeros. */
function listCodec(reasoner: Interpreter): PositionCodec {
  const most = Math.max(MIN_CAPACITY, 2 * Math.ceil((MAX_GROWTH * reasoner.initial().length) / 2));
  return {
    facts: Array.from(reasoner.initial(), (fact) => reasoner.factText(fact)),
    encode: (list) => {
      if (list.length > most)
        throw new GameloreError("too-large", `a state of ${list.length} facts; expected at most ${most}`);
      const words = new Int32Array(most);
      words.set(list.map((fact) => fact + 1));
      return new Uint8Array(words.buffer);
    },
    decode: (position) => {
      const words = new Int32Array(position.slice().buffer);
      const end = words.indexOf(0);
      return words.subarray(0, end < 0 ? words.length : end).map((word) => word - 1);
    },
    factOf: (fact) => reasoner.factOf(fact),
  };
}
