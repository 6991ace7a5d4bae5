/** The players of this game: the engine's searches with this game's evaluations. */
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/game.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { Asking, Choice, Limits, Player, PlayerKind } from "../../engine/contracts/player.ts";
import { alphabetaKind } from "../../engine/search/alphabeta.ts";
import type { SearchContext, SearchSetup } from "../../engine/search/context.ts";
import { randomKind } from "../../engine/search/random.ts";
import { ductKind } from "../../engine/search/simultaneous/duct.ts";
import { equilibriumKind } from "../../engine/search/simultaneous/equilibrium.ts";
import { uctKind } from "../../engine/search/uct.ts";
import { STATE_TURN } from "./layout.ts";
import type { ThiefAndPoliceRules } from "./rules.ts";

function evaluationParameter(usual: string): OptionSpec {
  return {
    name: "eval",
    kind: "text",
    default: usual,
    summary: "evaluation: manhattan, maze, pdb(4), pdb(2), sum(police-pdb(2)*0.5, thief-maze), own(pdb(4))",
  };
}

export function playerKindsOf(rules: ThiefAndPoliceRules): readonly PlayerKind[] {
  const context: SearchContext = {
    rules,
    kernel: rules.board.kernel,
    pool: () => rules.board.states.pool(),
    searchSetup: (parameters) => searchSetup(rules, parameters),
    tables: (parameters) => rules.evaluations.tablesOf(String(parameters["eval"])),
    extraParameters: [evaluationParameter("maze")],
  };
  const searching = [alphabetaKind(context), uctKind(context)];
  if (!rules.isSimultaneous) return [randomKind(rules), ...searching];
  const shared: SearchContext = { ...context, searchSetup: (parameters) => sharedSetup(rules, parameters) };
  return [randomKind(rules), equilibriumKind(shared), ductKind(shared), ...searching.map(inTurns)];
}

async function searchSetup(rules: ThiefAndPoliceRules, parameters: OptionValues): Promise<SearchSetup> {
  const { address, unit, perUnit } = await rules.evaluations.load(String(parameters["eval"]));
  return { calls: [["setEvaluation", address]], unit, perUnit };
}

/** In an equilibrium both sides go by one evaluation. */
async function sharedSetup(rules: ThiefAndPoliceRules, parameters: OptionValues): Promise<SearchSetup> {
  const text = String(parameters["eval"]);
  if (unwrap(rules.evaluations.plan(text)).own)
    throw new GameloreError(
      "bad-player",
      `eval: "${text}": own(…) is for alphabeta and uct; here both sides go by one evaluation`,
    );
  return searchSetup(rules, parameters);
}

/**
 * A search of alternating turns in a game where both move at once: who chooses moves first, and the other answers knowing it. All policemen move together
 * against the thief: paper 000's cooperative game of K + 1 players.
 */
function inTurns(kind: PlayerKind): PlayerKind {
  return {
    ...kind,
    summary: `${kind.summary}; as if the other side saw each move before it answers`,
    create: async (parameters, seed, signal) => new TurnwisePlayer(await kind.create(parameters, seed, signal)),
  };
}

class TurnwisePlayer implements Player {
  readonly text: string;
  readonly #player: Player;

  constructor(player: Player) {
    this.text = player.text;
    this.#player = player;
  }

  choose(position: Position, limits: Limits, asking: Asking = {}): Promise<Choice> {
    const own = position.slice();
    own[STATE_TURN] = asking.actor ?? 0;
    return this.#player.choose(own, limits, asking);
  }

  close(): Promise<void> {
    return this.#player.close();
  }
}
