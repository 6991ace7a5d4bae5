/**
 * Encodes states as bytes: one bit for each fact of the propnet, or for the interpreter a list of fact numbers. With chance (GDL-II), they are
 * followed by the moves of the players in a step in which chance is still to choose.
 */
import { GameloreError } from "../engine/contracts/errors.ts";
import type { Position } from "../engine/contracts/position.ts";
import { chanceRoleOf } from "./chance-role.ts";
import { Interpreter } from "./interpreter/interpreter.ts";
import type { PropnetReasoner } from "./propnet/propnet-reasoner.ts";
import type { Facts } from "./reasoner.ts";

export interface PositionCodec {
  /** All possible facts if known, otherwise those of the initial state. */
  readonly facts: readonly string[];
  encode(facts: Facts): Position;
  decode(position: Position): Facts;
  /** The position in which the players have made these moves, and chance chooses in the same step. */
  withPending(position: Position, moves: readonly number[]): Position;
  /** The moves of the players before chance chooses in the same step; null if there are none. */
  pending(position: Position): readonly number[] | null;
  /** The number of a fact, or undefined. */
  factOf(fact: string): number | undefined;
}

/** Maximum number of facts in a state: a multiple of the initial state, with a minimum. */
const MAX_GROWTH = 8;
const MIN_CAPACITY = 256;

export function positionCodec(reasoner: PropnetReasoner | Interpreter): PositionCodec {
  return reasoner instanceof Interpreter ? listCodec(reasoner) : bitCodec(reasoner);
}

/** A move of each player, plus 1, after the bytes of the facts. */
function pendingMoves(factBytes: number, players: number): Pick<PositionCodec, "withPending" | "pending"> {
  return {
    withPending: (position, moves) => {
      const next = position.slice();
      moves.slice(0, players).forEach((move, i) => new DataView(next.buffer).setUint32(factBytes + 4 * i, move + 1));
      return next;
    },
    pending: (position) => {
      if (position.length === factBytes) return null;
      const view = new DataView(position.buffer, position.byteOffset + factBytes);
      const moves = Array.from({ length: players }, (_, i) => view.getUint32(4 * i) - 1);
      return moves.some((move) => move < 0) ? null : moves;
    },
  };
}

function bitCodec(reasoner: PropnetReasoner): PositionCodec {
  const numbers = [...reasoner.propnet.facts.keys()];
  const facts = new Map(numbers.map((fact) => [reasoner.factText(fact), fact]));
  const factBytes = 8 * Math.ceil(numbers.length / 64);
  const players = chanceRoleOf(reasoner.roles) ?? 0;
  const bytes = factBytes + 8 * Math.ceil(players / 2);
  return {
    ...pendingMoves(factBytes, players),
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
  // Games with chance need a propnet (game.ts).
  const noPending = { withPending: (position: Position): Position => position, pending: (): null => null };
  const most = Math.max(MIN_CAPACITY, 2 * Math.ceil((MAX_GROWTH * reasoner.initial().length) / 2));
  return {
    ...noPending,
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
