/** What a player sees of a position, and positions that look the same to it, drawn at random. */
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import type { Board } from "./board.ts";
import { ENDED } from "./layout.ts";
import { type Knowledge, readState, type State, writeState } from "./state.ts";
import { setOf, tilesIn } from "./tiles.ts";

/** Draws that are thrown away before it is believed that nothing fits; of positions from games at least one in some thirty does. */
const TRIES = 20_000;

export class HiddenTiles implements HiddenInformation {
  readonly #board: Board;

  constructor(board: Board) {
    this.#board = board;
  }

  /** When the game has ended, hands are laid open. */
  observe(position: Position, player: number): Position {
    const state = readState(position);
    if (state.phase >= ENDED || state.unseen !== 0) return position.slice();
    const unseen = ((state.hands[1 - player] as number) | state.stock) >>> 0;
    return writeState({ ...state, hands: ownHand(player, state.hands[player] as number), stock: 0, unseen });
  }

  sample(observation: Position, player: number, random: () => number): Position {
    const state = readState(observation);
    if (state.unseen === 0) return observation.slice();
    const levels = this.#board.levels(observation, 1 - player);
    for (let tries = 0; tries < TRIES; tries++) {
      const hand = setOf(drawHand(state, 1 - player, levels, random));
      const hands = ownHand(player, state.hands[player] as number);
      hands[1 - player] = hand;
      const drawn = writeState({ ...state, hands, stock: (state.unseen & ~hand) >>> 0, unseen: 0 });
      // What the slots do not say: who begins has the strongest tile, and where nothing can be drawn somebody can lay.
      if (this.#board.positionError(drawn) === null) return drawn;
    }
    throw new GameloreError("bad-position", "no hands fit what is known here");
  }
}

function ownHand(player: number, hand: number): [number, number] {
  return player === 0 ? [hand, 0] : [0, hand];
}

/**
 * A tile for every slot, from the lowest level up. A tile that may be in a slot may be in all higher ones, so whatever was drawn
 * before, as many are left to draw from: all ways to fill the slots are equally likely.
 */
function drawHand(state: State, player: number, levels: readonly number[], random: () => number): number[] {
  const { slots } = state.knowledge[player] as Knowledge;
  const drawn: number[] = [];
  const left = new Set(tilesIn(state.unseen));
  slots.forEach((count, level) => {
    const open = [...left].filter((tile) => (levels[tile] as number) <= level);
    for (let i = 0; i < count; i++) {
      const [tile] = open.splice(Math.floor(random() * open.length), 1);
      if (tile === undefined) throw new GameloreError("bad-position", "no hand fits what is known of it");
      drawn.push(tile);
      left.delete(tile);
    }
  });
  return drawn;
}
