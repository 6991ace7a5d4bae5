/** The contract on top of the kernel. */
import type { Exports } from "../../build/kernels/tic-tac-toe.ts";
import type { EvaluatorSpec } from "../../engine/contracts/catalogue.ts";
import { fail, type Result } from "../../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { Move, Position, PlayerNumber } from "../../engine/contracts/position.ts";
import type { HistoryRules } from "../../engine/contracts/rules.ts";
import type { View } from "../../engine/contracts/view.ts";
import { Kernel } from "../../engine/kernel/kernel.ts";
import { KernelGame } from "../../engine/kernel/kernel-game.ts";
import { StateKernel } from "../../engine/kernel/state-kernel.ts";
import { alphabetaKind } from "../../engine/search/alphabeta.ts";
import type { SearchContext } from "../../engine/search/context.ts";
import { randomKind } from "../../engine/search/random.ts";
import { uctKind } from "../../engine/search/uct.ts";
import { formatMove, formatPosition, parseMove, parsePosition, PLAYERS, viewOf } from "./notation.ts";

export class TicTacToeRules extends KernelGame implements OpenGame {
  readonly players: readonly string[] = PLAYERS;
  /** No position can occur twice. */
  readonly history: HistoryRules = { repetition: "allowed", repetitionCount: 3, plyLimit: null };
  readonly playerKinds: readonly PlayerKind[];
  override readonly evaluators: readonly EvaluatorSpec[];
  readonly states: StateKernel<Exports> = new StateKernel(new Kernel<Exports>("tic-tac-toe"));

  constructor(game: Game) {
    super(game, {}, "");
    const { kernel } = this.states;
    const context: SearchContext<Exports> = {
      rules: this,
      kernel,
      pool: () => this.states.pool(),
      searchSetup: async () => ({ calls: [], unit: "open lines ahead", perUnit: 1 }),
      extraParameters: [],
    };
    this.playerKinds = [randomKind(this), alphabetaKind(context), uctKind(context)];
    const evaluate = (position: Position, player: PlayerNumber): number => {
      const value = kernel.exports.evaluate(this.states.put(position));
      return this.states.turn(position) === player ? value : -value;
    };
    this.evaluators = [
      {
        name: "lines",
        summary: "lines still open to the player, minus those open to the other",
        create: async () => ({ name: "lines", evaluate }),
      },
    ];
  }

  initial(): Position {
    return new Uint8Array(this.states.stateBytes);
  }

  formatPosition(position: Position): string {
    return formatPosition(position);
  }

  parsePosition(text: string): Result<Position> {
    const position = parsePosition(text);
    if (!position.ok) return position;
    const [x, o] = PLAYERS.map((letter) => text.split(letter).length - 1) as [number, number];
    if (x !== o && x !== o + 1) return fail("bad-position", `x moves first: ${x} x and ${o} o are not possible`);
    const { kernel } = this.states;
    if (kernel.exports.hasLine(this.states.put(position.value), this.states.turn(position.value)))
      return fail("bad-position", `"${text}" continues after the game was won`);
    return position;
  }

  formatMove(_position: Position, move: Move): string {
    return formatMove(move);
  }

  parseMove(position: Position, text: string): Result<Move> {
    return parseMove(text, this.moves(position));
  }

  view(position: Position): View {
    return viewOf(position, this.actors(position)[0] ?? null);
  }
}
