/**
 * Adapts a player of whole turns to the single steps of the contract: it chooses a turn once, and plays its rest while the positions are as
 * expected. In any other position (a hint within a turn, another game) it searches again.
 */
import { sameBytes } from "../../engine/contracts/bytes.ts";
import type { Move, Position } from "../../engine/contracts/position.ts";
import type { ChooseOptions, Choice, Limits, Player, SearchInfo } from "../../engine/contracts/player.ts";
import type { Board } from "./board.ts";

export interface TurnRequest extends Omit<ChooseOptions, "actor"> {
  /** At the start of a turn, within one, or during setup. */
  readonly position: Position;
  readonly limits: Limits;
}

export interface ChosenTurn {
  /** The moves to the end of the turn or setup; at least one. See `movesOfTurn` and `parseTurn`. */
  readonly moves: readonly Move[];
  readonly info: SearchInfo;
}

export class TurnPlayer implements Player {
  readonly text: string;
  readonly #board: Board;
  readonly #chooseTurn: (request: TurnRequest) => Promise<ChosenTurn>;
  readonly #onClose: () => Promise<void>;
  /** The rest of the chosen turn, and the position in which it resumes. */
  #rest: { readonly position: Position; readonly turn: ChosenTurn } | null = null;

  constructor(
    text: string,
    board: Board,
    chooseTurn: (request: TurnRequest) => Promise<ChosenTurn>,
    onClose: () => Promise<void> = async () => {},
  ) {
    this.text = text;
    this.#board = board;
    this.#chooseTurn = chooseTurn;
    this.#onClose = onClose;
  }

  async choose(position: Position, limits: Limits, options?: ChooseOptions): Promise<Choice> {
    const rest = this.#rest;
    // An analysis (MultiPV) searches every position.
    const resumes = rest !== null && options?.lines === undefined && sameBytes(rest.position, position);
    const { moves, info } = resumes ? rest.turn : await this.#chooseTurn({ ...options, position, limits });
    const [move, ...left] = moves;
    if (move === undefined) throw new Error(`${this.text} chose no move`);
    // The cost of a turn is reported with its first move.
    const after: SearchInfo = { ...info, pv: info.pv.slice(1), nodes: 1, milliseconds: 0 };
    this.#rest =
      left.length > 0 ? { position: this.#board.play(position, move), turn: { moves: left, info: after } } : null;
    return { move, info };
  }

  async close(): Promise<void> {
    this.#rest = null;
    await this.#onClose();
  }
}
