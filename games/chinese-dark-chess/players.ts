/** The players: the engine's searches with chance nodes, probing endgame tables. */
import type { Exports } from "../../build/kernels/chinese-dark-chess.ts";
import { ok } from "../../engine/contracts/errors.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { expectimaxKind } from "../../engine/search/alphabeta.ts";
import type { SearchContext, SearchSetup } from "../../engine/search/context.ts";
import { greedyKind } from "../../engine/search/greedy.ts";
import { presetKind } from "../../engine/search/preset.ts";
import { randomKind } from "../../engine/search/random.ts";
import { uctKind } from "../../engine/search/uct.ts";
import { NULL_ADDRESS } from "../../engine/kernel/memory.ts";
import { Endgames } from "./endgames.ts";
import { MAX_ELEMENTS } from "./pieces.ts";
import type { Captures } from "./options.ts";
import type { DarkChessRules } from "./rules.ts";
import { endgameSpec, loadTable, representativesUpTo } from "./tables.ts";

const PAWN = 100;

const TABLES: OptionSpec = {
  name: "tables",
  kind: "integer",
  min: 0,
  max: MAX_ELEMENTS,
  default: 4,
  summary: "maximum pieces of the endgame tables that the search probes; 0 for none",
};

/** Endgame tables in the rules' kernel, loaded once per number of pieces. */
class LoadedEndgames {
  readonly #captures: Captures;
  readonly #rules: DarkChessRules;
  readonly #loaded = new Map<number, Promise<Endgames>>();

  constructor(rules: DarkChessRules, captures: Captures) {
    this.#rules = rules;
    this.#captures = captures;
  }

  load(elements: number): Promise<Endgames> {
    const loaded = this.#loaded.get(elements) ?? this.#read(elements);
    this.#loaded.set(elements, loaded);
    loaded.catch(() => this.#loaded.delete(elements));
    return loaded;
  }

  async #read(elements: number): Promise<Endgames> {
    const endgames = new Endgames(this.#captures, {}, this.#rules.kernel);
    for (const material of representativesUpTo(elements, this.#captures)) await loadTable(endgames, material);
    endgames.openDirectory(elements);
    return endgames;
  }
}

export function playerKindsOf(rules: DarkChessRules, captures: Captures): readonly PlayerKind[] {
  const loaded = new LoadedEndgames(rules, captures);
  const elementsOf = (parameters: OptionValues): number => {
    const elements = Number(parameters["tables"] ?? TABLES.default);
    return elements < 2 ? 0 : elements;
  };
  const context: SearchContext<Exports> = {
    rules,
    kernel: rules.kernel,
    pool: () => rules.pool(),
    searchSetup: async (parameters): Promise<SearchSetup> => {
      const elements = elementsOf(parameters);
      const noDirectory = rules.kernel.calls.setDirectory(NULL_ADDRESS, 1, 0);
      const call = elements === 0 ? noDirectory : (await loaded.load(elements)).directoryCall();
      return { calls: [call], unit: "pawns ahead", perUnit: PAWN };
    },
    tables: (parameters) => {
      const elements = elementsOf(parameters);
      if (elements === 0) return ok([]);
      return ok(representativesUpTo(elements, captures).map((material) => endgameSpec(material, captures)));
    },
    extraParameters: [TABLES],
  };
  const expectimax = expectimaxKind(context);
  return [
    randomKind(rules),
    greedyKind(context),
    expectimax,
    uctKind(context),
    presetKind(
      "best",
      "the strongest: expectimax with one second per move and tables of up to four pieces",
      expectimax,
      {
        ms: 1_000,
        tt: 64,
        tables: 4,
      },
    ),
  ];
}
