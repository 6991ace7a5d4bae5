/** The players of chess: the engine's searches with chess's evaluations. */
import type { OptionSpec } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import type { SearchContext } from "../../engine/search/context.ts";
import { greedyKind } from "../../engine/search/greedy.ts";
import { presetKind } from "../../engine/search/preset.ts";
import { randomKind } from "../../engine/search/random.ts";
import { selectiveKind } from "../../engine/search/selective/player.ts";
import { uctKind } from "../../engine/search/uct.ts";
import type { ChessRules } from "./rules.ts";
import { DEFAULT_EVALUATION } from "./search/evaluation-text.ts";
import { PAWN_VALUE, UNIT } from "./search/evaluations.ts";

const EVAL: OptionSpec = {
  name: "eval",
  kind: "text",
  default: DEFAULT_EVALUATION,
  summary: "evaluation: tuned, handmade, material, or a sum of groups of terms such as sum(material, mobility*0.5)",
};

export function playerKindsOf(rules: ChessRules): readonly PlayerKind[] {
  const context: SearchContext = {
    rules,
    kernel: rules.board.kernel,
    pool: () => rules.board.states.pool(),
    searchSetup: async (parameters) => ({
      calls: [["useEvaluation", rules.evaluations.load(String(parameters["eval"]))]],
      unit: UNIT,
      perUnit: PAWN_VALUE,
    }),
    extraParameters: [EVAL],
  };
  const alphabeta = selectiveKind(context);
  return [
    randomKind(rules),
    greedyKind(context),
    alphabeta,
    uctKind(context),
    presetKind("best", "the strongest: alpha-beta for a second a move on all cores", alphabeta, {
      ms: 1_000,
      tt: 128,
      threads: threadCount(),
    }),
  ];
}
