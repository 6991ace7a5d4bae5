/** Observations, and determinizations of them drawn at random. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { opponentOf, type Position, type PlayerNumber } from "../../engine/contracts/position.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import type { Board } from "./board.ts";
import { ENDED } from "./constants.ts";
import { type Knowledge, readState, type State, writeState } from "./state.ts";
import { setOf, tilesIn } from "./tiles.ts";

/** Maximum attempts of rejection sampling; in positions from games at least one in about thirty is accepted. */
const TRIES = 20_000;

export class HiddenTiles implements HiddenInformation {
  readonly #board: Board;

  constructor(board: Board) {
    this.#board = board;
  }

  /** Hands are visible at the end. */
  observe(position: Position, player: PlayerNumber): Position {
    const state = readState(position);
    if (state.phase >= ENDED || state.unseen !== 0) return position.slice();
    const unseen = ((state.hands[opponentOf(player)] as number) | state.stock) >>> 0;
    return writeState({ ...state, hands: ownHand(player, state.hands[player] as number), stock: 0, unseen });
  }

  sample(observation: Position, player: PlayerNumber, random: () => number): Position {
    const state = readState(observation);
    if (state.unseen === 0) return observation.slice();
    const other = opponentOf(player);
    const levels = this.#board.levels(observation, other);
    for (let tries = 0; tries < TRIES; tries++) {
      const hand = setOf(sampleHand(state, other, levels, random));
      const hands = ownHand(player, state.hands[player] as number);
      hands[other] = hand;
      const drawn = writeState({ ...state, hands, stock: (state.unseen & ~hand) >>> 0, unseen: 0 });
      // Reject what the slots do not exclude: the beginner has the strongest tile, and without a stock somebody can lay.
      if (this.#board.positionError(drawn) === null) return drawn;
    }
    throw new GameloreError("bad-position", "no hand of the opponent is consistent with this position");
  }
}

function ownHand(player: PlayerNumber, hand: number): [number, number] {
  return player === 0 ? [hand, 0] : [0, hand];
}

/**
 * Fills the slots from the lowest level up. A tile that fits a slot fits all higher ones, so the number of remaining choices does not
 * depend on earlier draws: all fillings are equally likely.
 */
function sampleHand(state: State, player: PlayerNumber, levels: readonly number[], random: () => number): number[] {
  const { slots } = state.knowledge[player] as Knowledge;
  const drawn: number[] = [];
  const left = new Set(tilesIn(state.unseen));
  slots.forEach((count, level) => {
    const open = [...left].filter((tile) => (levels[tile] as number) <= level);
    for (let i = 0; i < count; i++) {
      const [tile] = open.splice(Math.floor(random() * open.length), 1);
      if (tile === undefined) throw new GameloreError("bad-position", "no hand is consistent with what it has shown");
      drawn.push(tile);
      left.delete(tile);
    }
  });
  return drawn;
}
