/** Base of a variant whose rules are in a kernel. Its methods are those of a game with alternating moves; subclasses override what differs. */
import type { EvaluatorSpec } from "../contracts/catalogue.ts";
import type { Game } from "../contracts/game.ts";
import type { OptionValues } from "../contracts/options.ts";
import type { Actor, Move, Position, Scores } from "../contracts/position.ts";
import type { TableSpec } from "../contracts/table.ts";
import type { StateKernel } from "./state-kernel.ts";

export abstract class KernelGame {
  readonly game: Game;
  readonly options: OptionValues;
  readonly variant: string;
  readonly table: TableSpec | null = null;
  readonly evaluators: readonly EvaluatorSpec[] = [];
  /** See `Catalogue`. */
  readonly clearAdvantage: number = 10;
  abstract readonly states: StateKernel;

  constructor(game: Game, options: OptionValues, variant: string) {
    this.game = game;
    this.options = options;
    this.variant = variant;
  }

  actors(position: Position): readonly Actor[] {
    return this.result(position) === null ? [this.states.turn(position)] : [];
  }

  moves(position: Position, _actor?: Actor): readonly Move[] {
    return this.states.moves(position);
  }

  chanceProbabilities(_position: Position): readonly number[] {
    return [];
  }

  play(position: Position, [move]: readonly Move[]): Position {
    return this.states.play(position, move as Move);
  }

  result(position: Position): Scores | null {
    return this.states.result(position);
  }

  perft(position: Position, depth: number): number {
    return this.states.perft(position, depth);
  }

  async close(): Promise<void> {
    await this.states.close();
  }
}
