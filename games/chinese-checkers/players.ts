/** The players: the engine's searches with this game's evaluations, and a perfect finish by table. */
import type { Exports } from "../../build/kernels/chinese-checkers.ts";
import { opponentOf, type Move, type PlayerNumber, type Position } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { ChooseOptions, Choice, Limits, Player, PlayerKind } from "../../engine/contracts/player.ts";
import { alphabetaKind } from "../../engine/search/alphabeta.ts";
import type { SearchContext, SearchSetup } from "../../engine/search/context.ts";
import { greedyKind } from "../../engine/search/greedy.ts";
import { playerText, withDefaults } from "../../engine/search/parameters.ts";
import { randomKind } from "../../engine/search/random.ts";
import { uctKind } from "../../engine/search/uct.ts";
import { WIN_VALUE } from "../../engine/search/values.ts";
import { bestKind } from "./best.ts";
import { isForcedWin } from "./forced-win.ts";
import type { OneSideTable } from "./one-side.ts";
import { DIRECTION_NAMES, directionNumber } from "./options.ts";
import { presetsOf } from "./presets.ts";
import type { ChineseCheckersRules } from "./rules.ts";

function searchParameters(evaluation: string, directions: string): readonly OptionSpec[] {
  return [
    {
      name: "eval",
      kind: "text",
      default: evaluation,
      summary: "evaluation: rows, manhattan, baseline, table, pdb(6+4), edb(3+3), sum(1-4*0.5, 5-10), net(NAME)",
    },
    {
      name: "moves",
      kind: "choice",
      choices: DIRECTION_NAMES,
      default: directions,
      summary: "which legal moves are searched; paper: as in paper 000's endgame databases",
    },
    {
      name: "finish",
      kind: "choice",
      choices: ["yes", "no"],
      default: "yes",
      summary:
        "with a table of all pieces: play a shortest path to the goal, without search, once the sides have passed each other",
    },
  ];
}

const RANDOM_MOVES: OptionSpec = {
  name: "random",
  kind: "integer",
  min: 0,
  max: 100,
  default: 20,
  summary: "percentage of random moves in playouts; the others gain the most rows",
};

export function playerKindsOf(rules: ChineseCheckersRules): readonly PlayerKind[] {
  const defaultEvaluation = rules.table ? "table" : "rows";
  const context = (evaluation: string, directions: string, ...more: OptionSpec[]): SearchContext<Exports> => ({
    rules,
    kernel: rules.board.kernel,
    pool: () => rules.board.pool(),
    searchSetup: (parameters) => searchSetup(rules, parameters),
    moveOrder: "rows",
    tables: (parameters) => rules.evaluations.tablesOf(String(parameters["eval"])),
    extraParameters: [...searchParameters(evaluation, directions), ...more],
  });
  const alphabeta = context(defaultEvaluation, "non-backward");
  const searching = finishing(rules, alphabetaKind(alphabeta));
  const kinds = [
    randomKind(rules),
    greedyKind(alphabeta),
    searching,
    finishing(rules, uctKind(context("rows", "forward", RANDOM_MOVES))),
  ];
  return [...kinds, bestKind(searching, rules.board.variant.pieces), ...presetsOf(kinds, rules.table !== null)];
}

async function searchSetup(rules: ChineseCheckersRules, parameters: OptionValues): Promise<SearchSetup> {
  const { address, unit, perUnit } = await rules.evaluations.load(String(parameters["eval"]));
  const directions = directionNumber(String(parameters["moves"]));
  return {
    calls: [rules.board.kernel.calls.setSearch(directions, address, Number(parameters["random"] ?? 0))],
    unit,
    perUnit,
  };
}

/** Once the sides are separated, a player with the full table plays a shortest path without search. */
function finishing(rules: ChineseCheckersRules, kind: PlayerKind): PlayerKind {
  const complete = (parameters: OptionValues): OptionValues => {
    const values = withDefaults(kind.parameters, parameters);
    return { ...values, eval: rules.evaluations.canonical(String(values["eval"])) };
  };
  return {
    ...kind,
    text: (parameters) => playerText(kind.name, kind.parameters, complete(parameters)),
    create: async (parameters, seed) => {
      const values = complete(parameters);
      const player = await kind.create(values, seed);
      const finishes = values["finish"] === "yes" && rules.evaluations.looksUpAll(String(values["eval"]));
      return finishes ? new FinishingPlayer(rules, player) : player;
    },
  };
}

class FinishingPlayer implements Player {
  readonly text: string;
  readonly #rules: ChineseCheckersRules;
  readonly #player: Player;

  constructor(rules: ChineseCheckersRules, player: Player) {
    this.text = player.text;
    this.#rules = rules;
    this.#player = player;
  }

  async choose(position: Position, limits: Limits, options?: ChooseOptions): Promise<Choice> {
    return (await this.#shortestPath(position)) ?? this.#player.choose(position, limits, options);
  }

  close(): Promise<void> {
    return this.#player.close();
  }

  /** A legal move that shortens the distance; null if the sides are not separated or no such move is legal. */
  async #shortestPath(position: Position): Promise<Choice | null> {
    const { board } = this.#rules;
    if (this.#rules.result(position) !== null || board.kernel.exports.areSeparated(board.put(position)) === 0)
      return null;
    const started = performance.now();
    const { table } = await this.#rules.loadTable();
    const player = board.turn(position);
    const own = table.toGo(position, player);
    const other = table.toGo(position, opponentOf(player));
    if (own === null || other === null || own === 0) return null;
    const [move] = this.#shortening(table, position, player);
    if (move === undefined) return null;
    // The loser may turn back, but can hardly reach the winner (README). The last moves are proven.
    const margin = 2 * (other - own) + 1;
    const isAhead = margin > 0;
    const winner = isAhead ? player : opponentOf(player);
    const plies = isAhead ? 2 * own - 1 : 2 * other;
    const isProven = isForcedWin(this.#rules, position, winner, isAhead ? own : other, (at) =>
      this.#shortening(table, at, winner),
    );
    return {
      move,
      info: {
        value: isProven ? (isAhead ? 1 : -1) * (WIN_VALUE - plies) : margin,
        unit: "plies in the race",
        ...(!isProven && { expected: { outcome: isAhead ? "win" : "loss", plies } }),
        pv: [move],
        nodes: board.moves(position).length,
        milliseconds: performance.now() - started,
        depth: own,
      },
    };
  }

  /** The moves of the player to move that shorten its distance, best first. */
  #shortening(table: OneSideTable, position: Position, player: PlayerNumber): Move[] {
    const { board } = this.#rules;
    const before = table.toGo(position, player) ?? 0;
    return board
      .moves(position)
      .filter((move) => table.toGo(board.play(position, move), player) === before - 1)
      .toSorted((a, b) => this.#orderScore(position, b) - this.#orderScore(position, a));
  }

  #orderScore(position: Position, move: Move): number {
    return this.#rules.board.kernel.exports.orderScore(this.#rules.board.put(position), move);
  }
}
