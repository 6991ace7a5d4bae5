/**
 * A player that thinks in whole turns, for the contract's single steps: it chooses once, and plays the rest of its turn while the positions
 * are those that it expects. Anything else (a hint in the middle of a turn, another game) is thought about anew.
 */
import { sameBytes } from "../../engine/contracts/bytes.ts";
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { ChooseOptions, Choice, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import type { Board } from "./board.ts";

export interface TurnRequest extends Omit<ChooseOptions, "actor"> {
  /** At the start of a turn, within one, or while pieces are being set up. */
  readonly position: Position;
  readonly limits: Limits;
}

export interface ChosenTurn {
  /** From the position to the end of the turn or the setup; at least one. See `movesOfTurn` and `parseTurn`. */
  readonly moves: readonly Move[];
  readonly info: SearchInfo;
}

export class TurnPlayer implements Player {
  readonly text: string;
  readonly #board: Board;
  readonly #chooseTurn: (request: TurnRequest) => Promise<ChosenTurn>;
  readonly #letGo: () => Promise<void>;
  /** What is left of the turn that was chosen, and the position in which it goes on. */
  #rest: { readonly position: Position; readonly turn: ChosenTurn } | null = null;

  constructor(
    text: string,
    board: Board,
    chooseTurn: (request: TurnRequest) => Promise<ChosenTurn>,
    letGo: () => Promise<void> = async () => {},
  ) {
    this.text = text;
    this.#board = board;
    this.#chooseTurn = chooseTurn;
    this.#letGo = letGo;
  }

  async choose(position: Position, limits: Limits, asking?: ChooseOptions): Promise<Choice> {
    const rest = this.#rest;
    const goesOn = rest !== null && sameBytes(rest.position, position);
    const { moves, info: thought } = goesOn ? rest.turn : await this.#chooseTurn({ ...asking, position, limits });
    const [move, ...left] = moves;
    if (move === undefined) throw new Error(`${this.text} has chosen no move`);
    // The cost of a turn is told with its first move; the others are free.
    const after: SearchInfo = { ...thought, pv: thought.pv.slice(1), nodes: 1, milliseconds: 0 };
    this.#rest =
      left.length > 0 ? { position: this.#board.play(position, move), turn: { moves: left, info: after } } : null;
    return { move, info: thought };
  }

  async close(): Promise<void> {
    this.#rest = null;
    await this.#letGo();
  }
}
