/** The players: the engine's searches with this game's evaluations. */
import type { Exports } from "../../build/kernels/thief-and-police.ts";
import { StateRecord } from "../../build/layouts/games/thief-and-police/state.ts";
import { tableSource } from "#platform/tables";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { ChooseOptions, Choice, Limits, Player, PlayerKind, SearchInfo } from "../../engine/contracts/player.ts";
import { alphabetaKind } from "../../engine/search/alphabeta.ts";
import type { SearchContext, SearchSetup } from "../../engine/search/context.ts";
import { presetKind } from "../../engine/search/preset.ts";
import { randomKind } from "../../engine/search/random.ts";
import { ductKind } from "../../engine/search/simultaneous/duct.ts";
import { equilibriumKind } from "../../engine/search/simultaneous/equilibrium.ts";
import { uctKind } from "../../engine/search/uct.ts";
import type { ThiefAndPoliceRules } from "./rules.ts";

function evaluationParameter(defaultText: string): OptionSpec {
  return {
    name: "eval",
    kind: "text",
    default: defaultText,
    summary: "evaluation: manhattan, maze, pdb(4), pdb(2), sum(police-pdb(2)*0.5, thief-maze), own(pdb(4))",
  };
}

export function playerKindsOf(rules: ThiefAndPoliceRules): readonly PlayerKind[] {
  const context: SearchContext<Exports> = {
    rules,
    kernel: rules.board.kernel,
    pool: () => rules.board.states.pool(),
    searchSetup: (parameters) => searchSetup(rules, parameters),
    tables: (parameters) => rules.evaluations.tablesOf(String(parameters["eval"])),
    extraParameters: [evaluationParameter("maze")],
  };
  const searching = [alphabetaKind(context), uctKind(context)];
  if (!rules.isSimultaneous) return [randomKind(rules), ...searching, bestKind(rules, searching[0] as PlayerKind)];
  const shared: SearchContext<Exports> = { ...context, searchSetup: (parameters) => sharedSetup(rules, parameters) };
  const equilibrium = equilibriumKind(shared);
  return [randomKind(rules), equilibrium, ductKind(shared), ...searching.map(serialized), bestKind(rules, equilibrium)];
}

/** The strongest player in matches (docs/results/paper-000.md): the largest tables that are built; without tables, distances in the maze. */
function bestKind(rules: ThiefAndPoliceRules, search: PlayerKind): PlayerKind {
  const { policemen } = rules.board.variant;
  const sizes = Array.from({ length: policemen }, (_, i) => policemen - i);
  const source = tableSource();
  const size = sizes.find((each) => {
    const tables = rules.evaluations.tablesOf(`police-pdb(${each})`);
    return tables.ok && tables.value.every(({ identity }) => source.has(identity));
  });
  return presetKind(
    "best",
    `the strongest player: ${search.name}, one second per move, with the largest tables that are built`,
    search,
    {
      ms: 1_000,
      tt: 64,
      eval: size === undefined ? "maze" : `pdb(${size})`,
    },
  );
}

async function searchSetup(rules: ThiefAndPoliceRules, parameters: OptionValues): Promise<SearchSetup> {
  const { address, unit, perUnit } = await rules.evaluations.load(String(parameters["eval"]));
  return { calls: [rules.board.kernel.calls.setEvaluation(address)], unit, perUnit };
}

/** Equilibrium search uses one evaluation for both sides. */
async function sharedSetup(rules: ThiefAndPoliceRules, parameters: OptionValues): Promise<SearchSetup> {
  const text = String(parameters["eval"]);
  if (unwrap(rules.evaluations.plan(text)).own)
    throw new GameloreError(
      "bad-player",
      `eval: "${text}": own(…) is for alphabeta and uct; this search uses one evaluation for both sides`,
    );
  return searchSetup(rules, parameters);
}

/**
 * Serialized search of a simultaneous game: the searching side moves first and the opponent sees its move. All policemen move together against the thief: paper
 * 000's cooperative game of K + 1 players.
 */
function serialized(kind: PlayerKind): PlayerKind {
  return {
    ...kind,
    summary: `${kind.summary}; assumes that the opponent sees each move before replying`,
    create: async (parameters, seed, signal) => new SerializedPlayer(await kind.create(parameters, seed, signal)),
  };
}

/** Truncates the principal variation to the player's own move: later moves assume serialized play. */
function withOwnMove(info: SearchInfo): SearchInfo {
  return { ...info, pv: info.pv.slice(0, 1) };
}

class SerializedPlayer implements Player {
  readonly text: string;
  readonly #player: Player;

  constructor(player: Player) {
    this.text = player.text;
    this.#player = player;
  }

  async choose(position: Position, limits: Limits, options: ChooseOptions = {}): Promise<Choice> {
    const own = position.slice();
    own[StateRecord.OFFSETS.turn] = options.actor ?? 0;
    const { onInfo } = options;
    const { move, info } = await this.#player.choose(own, limits, {
      ...options,
      onInfo: onInfo && ((update) => onInfo(withOwnMove(update))),
    });
    return { move, info: withOwnMove(info) };
  }

  close(): Promise<void> {
    return this.#player.close();
  }
}
