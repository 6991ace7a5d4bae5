/** States as records of bytes: one bit for each fact that may be true, or, where those are not known, the numbers of the facts. */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/game.ts";
import { Interpreter } from "./interpreter/interpreter.ts";
import type { NetReasoner } from "./propnet/propnet-reasoner.ts";
import type { Facts } from "./reasoner.ts";

export interface States {
  /** Facts that are known to come up. */
  readonly facts: readonly string[];
  packed(facts: Facts): Position;
  unpacked(position: Position): Facts;
  /** The fact of a text; undefined where it is none. */
  numberOf(fact: string): number | undefined;
}

/** A state may grow to so many times the facts of the first, and at least to so many. */
const MOST_TIMES = 8;
const LEAST_FACTS = 256;

export function statesOf(reasoner: NetReasoner | Interpreter): States {
  return reasoner instanceof Interpreter ? listedStates(reasoner) : bitStates(reasoner);
}

function bitStates(reasoner: NetReasoner): States {
  const numbers = [...reasoner.net.facts.keys()];
  const facts = new Map(numbers.map((fact) => [reasoner.factText(fact), fact]));
  const bytes = 8 * Math.ceil(numbers.length / 64);
  return {
    facts: [...facts.keys()],
    packed: (list) => {
      const position = new Uint8Array(bytes);
      for (const fact of list) position[fact >> 3]! |= 1 << (fact & 7);
      return position;
    },
    unpacked: (position) => Int32Array.from(numbers).filter((fact) => ((position[fact >> 3] ?? 0) >> (fact & 7)) & 1),
    numberOf: (fact) => facts.get(fact),
  };
}

/** Words of 32 bits: the numbers of the facts and 1, ascending, then zeros. */
function listedStates(reasoner: Interpreter): States {
  const most = Math.max(LEAST_FACTS, 2 * Math.ceil((MOST_TIMES * reasoner.initial().length) / 2));
  return {
    facts: Array.from(reasoner.initial(), (fact) => reasoner.factText(fact)),
    packed: (list) => {
      if (list.length > most)
        throw new GameloreError("too-large", `a state of ${list.length} facts; expected at most ${most}`);
      const words = new Int32Array(most);
      words.set(list.map((fact) => fact + 1));
      return new Uint8Array(words.buffer);
    },
    unpacked: (position) => {
      const words = new Int32Array(position.slice().buffer);
      const end = words.indexOf(0);
      return words.subarray(0, end < 0 ? words.length : end).map((word) => word - 1);
    },
    numberOf: (fact) => reasoner.factOf(fact),
  };
}
