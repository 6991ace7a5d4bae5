/** The players of chess: the engine's searches with chess's evaluations. */
import { ok } from "../../engine/contracts/errors.ts";
import type { OptionSpec } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import type { SearchContext } from "../../engine/search/context.ts";
import { greedyKind } from "../../engine/search/greedy.ts";
import { presetKind } from "../../engine/search/preset.ts";
import { randomKind } from "../../engine/search/random.ts";
import { selectiveKind } from "../../engine/search/selective/player.ts";
import { uctKind } from "../../engine/search/uct.ts";
import type { ChessRules } from "./rules.ts";
import { DEFAULT_EVALUATION } from "./search/evaluation-text.ts";
import { PAWN_VALUE, UNIT } from "./search/evaluations.ts";
import { withTables } from "./table-player.ts";
import { TABLE_CHOICES } from "./tables/loaded-tables.ts";
import { endingOffer } from "./tables/tables.ts";

const EVAL: OptionSpec = {
  name: "eval",
  kind: "text",
  default: DEFAULT_EVALUATION,
  summary:
    "evaluation: tuned, handmade, material, a sum of groups of terms such as sum(material, mobility*0.5), or by endgame databases: edb(4), edb(KRPKN+KPPKN)",
};

const TABLES: OptionSpec = {
  name: "tables",
  kind: "choice",
  choices: TABLE_CHOICES,
  default: "auto",
  summary:
    "endgame tables in the search: auto, those of up to four pieces that are built; 5, also those that the evaluation reads; none",
};

export function playerKindsOf(rules: ChessRules): readonly PlayerKind[] {
  const context: SearchContext = {
    rules,
    kernel: rules.board.kernel,
    pool: () => rules.board.states.pool(),
    searchSetup: async (parameters) => {
      const evaluation = await rules.evaluations.load(String(parameters["eval"]));
      const tables = await rules.tables.forSearch(String(parameters["tables"]));
      return { calls: [...tables, ["useEvaluation", evaluation]], unit: UNIT, perUnit: PAWN_VALUE };
    },
    tables: (parameters) => {
      const endings = rules.evaluations.tablesOf(String(parameters["eval"]));
      return endings.ok ? ok(endings.value.map(endingOffer)) : endings;
    },
    extraParameters: [EVAL, TABLES],
  };
  const alphabeta = withTables(selectiveKind(context), rules.tables);
  return [
    randomKind(rules),
    greedyKind(context),
    alphabeta,
    withTables(uctKind(context), rules.tables),
    presetKind("best", "the strongest: alpha-beta for a second a move on all cores", alphabeta, { ms: 1_000, tt: 128 }),
  ];
}
