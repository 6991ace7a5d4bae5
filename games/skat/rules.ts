/** Skat's implementation of the `Rules` contract. */
import type { Exports } from "../../build/kernels/skat.ts";
import { ok, type Result } from "../../engine/contracts/errors.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import {
  CHANCE,
  type Actor,
  type Move,
  type Position,
  type Scores,
  type PlayerNumber,
} from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import type { HiddenInformation } from "../../engine/contracts/hidden.ts";
import { formatOptions, type OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { View } from "../../engine/contracts/view.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { CardPlay } from "./cards.ts";
import { hiddenIn } from "./hidden.ts";
import { hasEnded, movesOf } from "./moves.ts";
import { formatMove, formatState, parseMove } from "./notation.ts";
import { parseState } from "./parse-position.ts";
import { playMove, scoresOf, settled } from "./play.ts";
import { Solver } from "./solver.ts";
import { emptyState, mover, PLAYERS, readState, writeState } from "./state.ts";
import type { Settled } from "./value.ts";
import { viewOf } from "./view.ts";

export type PlayerKindsOf = (rules: SkatRules) => readonly PlayerKind[];

export class SkatRules implements OpenGame {
  readonly game: Game;
  readonly options: OptionValues;
  readonly variant: string;
  readonly players: readonly string[] = PLAYERS;
  /** Positions cannot repeat. */
  readonly history: HistoryRules = { repetition: "allowed", repetitionCount: 3, plyLimit: null };
  readonly hidden: HiddenInformation;
  readonly table = null;
  readonly playerKinds: readonly PlayerKind[];
  readonly evaluators: readonly EvaluatorSpec[] = [];
  readonly cardPlay: CardPlay;
  #solver: Solver | null = null;

  constructor(game: Game, options: OptionValues, playerKinds: PlayerKindsOf) {
    this.game = game;
    this.options = options;
    this.variant = formatOptions(game.options, options);
    this.cardPlay = new CardPlay(new Kernel<Exports>("skat"), options["must-trump"] === "yes");
    this.hidden = hiddenIn(this.cardPlay);
    this.playerKinds = playerKinds(this);
  }

  /** The double-dummy solver, shared by all players of these rules. */
  get solver(): Solver {
    this.#solver ??= new Solver(this.cardPlay.kernel);
    return this.#solver;
  }

  initial(): Position {
    return writeState(emptyState());
  }

  actors(position: Position): readonly Actor[] {
    const state = readState(position);
    if (hasEnded(state)) return [];
    return [(mover(state) as PlayerNumber | null) ?? CHANCE];
  }

  moves(position: Position): readonly Move[] {
    const state = readState(position);
    return hasEnded(state) ? [] : movesOf(state, this.cardPlay);
  }

  chanceProbabilities(position: Position): readonly number[] {
    const state = readState(position);
    if (state.phase !== "deal") return [];
    const moves = movesOf(state, this.cardPlay);
    return moves.map(() => 1 / moves.length);
  }

  play(position: Position, [move]: readonly Move[]): Position {
    const state = readState(position);
    playMove(state, move as Move, this.cardPlay);
    return writeState(state);
  }

  result(position: Position): Scores | null {
    return scoresOf(readState(position), this.cardPlay);
  }

  /** The score of a finished game; null before its end and if the deal was passed in. */
  settled(position: Position): Settled | null {
    return settled(readState(position), this.cardPlay);
  }

  sides(position: Position): readonly number[] | null {
    const { declarer } = readState(position);
    return declarer === null ? null : PLAYERS.map((_, player) => (player === declarer ? 0 : 1));
  }

  formatPosition(position: Position): string {
    return formatState(readState(position));
  }

  parsePosition(text: string): Result<Position> {
    const state = parseState(text, this.cardPlay);
    return state.ok ? ok(writeState(state.value)) : state;
  }

  formatMove(position: Position, move: Move): string {
    return formatMove(readState(position), move);
  }

  parseMove(position: Position, text: string): Result<Move> {
    return parseMove(readState(position), text, this.moves(position));
  }

  view(position: Position): View {
    return viewOf(readState(position), this.cardPlay);
  }

  perft(position: Position, depth: number): number {
    if (depth === 0) return 1;
    const moves = this.moves(position);
    if (depth === 1) return moves.length;
    return moves.reduce((sum, move) => sum + this.perft(this.play(position, [move]), depth - 1), 0);
  }

  async close(): Promise<void> {
    this.#solver?.close();
    this.#solver = null;
  }
}
