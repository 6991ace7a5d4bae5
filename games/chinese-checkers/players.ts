/** The players and evaluators of this game: the engine's searches with this game's evaluations, and a perfect finish. */
import type { EvaluatorOffer, Move, Position } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Choice, Limits, Player, PlayerKind } from "../../engine/contracts/player.ts";
import type { KernelCall } from "../../engine/kernel/call.ts";
import { alphabetaKind } from "../../engine/search/alphabeta.ts";
import type { SearchContext } from "../../engine/search/context.ts";
import { greedyKind } from "../../engine/search/greedy.ts";
import { withDefaults } from "../../engine/search/parameters.ts";
import { randomKind } from "../../engine/search/random.ts";
import { uctKind } from "../../engine/search/uct.ts";
import { DIRECTION_NAMES, directionNumber } from "./options.ts";
import { presetsOf } from "./presets.ts";
import type { ChineseCheckersRules } from "./rules.ts";

const EVALUATIONS: readonly string[] = ["rows", "table"];

function searchParameters(evaluation: string, directions: string): readonly OptionSpec[] {
  return [
    {
      name: "eval",
      kind: "choice",
      choices: EVALUATIONS,
      default: evaluation,
      summary: "rows: rows still to go; table: moves still to go, by the one-side table",
    },
    {
      name: "moves",
      kind: "choice",
      choices: DIRECTION_NAMES,
      default: directions,
      summary: "which legal moves the search looks at",
    },
    {
      name: "finish",
      kind: "choice",
      choices: ["yes", "no"],
      default: "yes",
      summary:
        "with eval=table: whether to take a shortest way home, unsearched, once the sides have passed each other",
    },
  ];
}

const RANDOM_MOVES: OptionSpec = {
  name: "random",
  kind: "integer",
  min: 0,
  max: 100,
  default: 20,
  summary: "per cent of random moves in playouts; the others are the farthest",
};

export function playerKindsOf(rules: ChineseCheckersRules): readonly PlayerKind[] {
  const strongest = rules.table ? "table" : "rows";
  const context = (evaluation: string, directions: string, ...more: OptionSpec[]): SearchContext => ({
    rules,
    kernel: rules.board.kernel,
    pool: () => rules.board.pool(),
    searchSetup: (parameters) => searchSetup(rules, parameters),
    extraParameters: [...searchParameters(evaluation, directions), ...more],
    unit: "plies in the race",
  });
  const alphabeta = context(strongest, "non-backward");
  const kinds = [
    randomKind(rules),
    greedyKind(alphabeta),
    finishing(rules, alphabetaKind(alphabeta)),
    finishing(rules, uctKind(context("rows", "forward", RANDOM_MOVES))),
  ];
  return [...kinds, ...presetsOf(kinds, rules.table !== null)];
}

async function searchSetup(rules: ChineseCheckersRules, parameters: OptionValues): Promise<readonly KernelCall[]> {
  const evaluation = EVALUATIONS.indexOf(String(parameters["eval"]));
  const table = evaluation === 0 ? 0 : (await rules.loadTable()).address;
  return [
    ["setSearch", directionNumber(String(parameters["moves"])), evaluation, table, Number(parameters["random"] ?? 0)],
  ];
}

/** A player that knows the table needs no search once the sides have passed each other: it takes a shortest way home. */
function finishing(rules: ChineseCheckersRules, kind: PlayerKind): PlayerKind {
  return {
    ...kind,
    create: async (parameters, seed) => {
      const player = await kind.create(parameters, seed);
      const values = withDefaults(kind.parameters, parameters);
      const finishes = values["eval"] === "table" && values["finish"] === "yes";
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

  async choose(position: Position, limits: Limits, signal?: AbortSignal): Promise<Choice> {
    return (await this.#shortestWay(position)) ?? this.#player.choose(position, limits, signal);
  }

  close(): Promise<void> {
    return this.#player.close();
  }

  /** A legal move that brings the own side one move nearer; null where the sides still meet, or none of those is legal. */
  async #shortestWay(position: Position): Promise<Choice | null> {
    const { board } = this.#rules;
    if (this.#rules.result(position) !== null || board.call("areSeparated", position) === 0) return null;
    const started = performance.now();
    const { table } = await this.#rules.loadTable();
    const player = board.turn(position);
    const own = table.toGo(position, player);
    const other = table.toGo(position, 1 - player);
    if (own === null || other === null || own === 0) return null;
    const moves = board.moves(position);
    const nearer = moves.filter((move) => table.toGo(board.play(position, move), player) === own - 1);
    const move = nearer.toSorted((a, b) => this.#promise(position, b) - this.#promise(position, a))[0];
    if (move === undefined) return null;
    const milliseconds = performance.now() - started;
    return {
      move,
      thought: {
        value: 2 * (other - own) + 1,
        unit: "plies in the race",
        line: [move],
        nodes: moves.length,
        milliseconds,
        depth: own,
      },
    };
  }

  #promise(position: Position, move: Move): number {
    return this.#rules.board.call("promise", position, move);
  }
}

export function evaluatorsOf(rules: ChineseCheckersRules): readonly EvaluatorOffer[] {
  const { board } = rules;
  const evaluate = (position: Position, player: number): number => {
    const value = board.call("evaluate", position);
    return board.turn(position) === player ? value : -value;
  };
  return [
    {
      name: "rows",
      summary: "rows still to go, the other side's less one's own",
      create: async () => ({
        name: "rows",
        evaluate: (position, player) => {
          board.kernel.call("setSearch", 0, 0, 0, 0);
          return evaluate(position, player);
        },
      }),
    },
    {
      name: "table",
      summary: "plies ahead in the race by the one-side table",
      create: async () => {
        const { address } = await rules.loadTable();
        return {
          name: "table",
          evaluate: (position, player) => {
            board.kernel.call("setSearch", 0, 1, address, 0);
            return evaluate(position, player);
          },
        };
      },
    },
  ];
}
