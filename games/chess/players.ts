/** The player kinds of chess: the engine's searches with chess evaluations. */
import type { Exports } from "../../build/kernels/chess.ts";
import { ok } from "../../engine/contracts/errors.ts";
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
import { withTables } from "./table-player.ts";
import { TABLE_CHOICES } from "./tables/loaded-tables.ts";
import { endingSpec } from "./tables/tables.ts";

const EVAL: OptionSpec = {
  name: "eval",
  kind: "text",
  default: DEFAULT_EVALUATION,
  summary:
    "evaluation: tuned, handmade, material, a weighted sum of term groups such as sum(material, mobility*0.5), or endgame databases: edb(4), edb(KRPKN+KPPKN)",
};

const TABLES: OptionSpec = {
  name: "tables",
  kind: "choice",
  choices: TABLE_CHOICES,
  default: "auto",
  summary:
    "endgame tables in the search: auto, built tables of up to four pieces; 5, also those loaded by the evaluation; none",
};

export function playerKindsOf(rules: ChessRules): readonly PlayerKind[] {
  const context: SearchContext<Exports> = {
    rules,
    kernel: rules.board.kernel,
    pool: () => rules.board.states.pool(),
    searchSetup: async (parameters) => {
      const evaluation = await rules.evaluations.load(String(parameters["eval"]));
      const tables = await rules.tables.forSearch(String(parameters["tables"]));
      return {
        calls: [...tables, rules.board.kernel.calls.useEvaluation(evaluation)],
        unit: UNIT,
        perUnit: PAWN_VALUE,
      };
    },
    tables: (parameters) => {
      const endings = rules.evaluations.tablesOf(String(parameters["eval"]));
      return endings.ok ? ok(endings.value.map(endingSpec)) : endings;
    },
    extraParameters: [EVAL, TABLES],
  };
  const alphabeta = withTables(selectiveKind(context), rules.tables);
  return [
    randomKind(rules),
    greedyKind(context),
    alphabeta,
    withTables(uctKind(context), rules.tables),
    presetKind("best", "the strongest player: alpha-beta, one second per move, all cores", alphabeta, {
      ms: 1_000,
      tt: 128,
      threads: threadCount(),
    }),
  ];
}
