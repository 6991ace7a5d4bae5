/** `gamelore arimaa plans`: the analysis of a position and the ordered plans; with --measure, how few moves Rat searches. */
import { integerOption, type CommandOutput, type CommandInput } from "../../../engine/contracts/command.ts";
import { GameloreError, unwrap } from "../../../engine/contracts/errors.ts";
import { defaultsOf } from "../../../engine/contracts/options.ts";
import { game } from "../game.ts";
import { PLAYING, STEP_COUNT } from "../layout.ts";
import type { ArimaaRules } from "../rules.ts";
import { Analysis } from "./analysis.ts";
import { analysisDocument, analysisLines, describedPlan, planLines } from "./describe.ts";
import { RatKernel } from "./rat-kernel.ts";
import { loadKnowledge } from "./knowledge.ts";
import { measureOutput } from "./measure.ts";
import { listPlans } from "./plan-list.ts";
import { RAT_PARAMETERS, ratSettings } from "./player.ts";
import { SearchNode } from "./search-node.ts";

const DEFAULT_POSITIONS = 100;
const MAX_POSITIONS = 100_000;

export async function runPlansCommand({ words, options, signal }: CommandInput): Promise<CommandOutput> {
  const [text] = words;
  const measure = options["measure"];
  if ((text === undefined) === (measure === undefined))
    throw new GameloreError(
      "bad-usage",
      "expected a position, as in g rrr…RRR with 64 squares from a8 to h1, or --measure",
    );
  const rules = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
  try {
    if (text !== undefined) return plansOutput(rules, text);
    const positions = integerOption({ options }, "positions", DEFAULT_POSITIONS, 1, MAX_POSITIONS);
    const settings = ratSettings(defaultsOf(RAT_PARAMETERS), 1);
    return await measureOutput(rules, settings, typeof measure === "string" ? measure : null, positions, signal);
  } finally {
    await rules.close();
  }
}

function plansOutput(rules: ArimaaRules, text: string): CommandOutput {
  const position = unwrap(rules.parsePosition(text.replaceAll("/", "")));
  if (position[PLAYING] === 0 || position[STEP_COUNT] !== 0)
    throw new GameloreError("bad-position", `"${text}" is within a setup or a turn; expected the start of a turn`);
  if (rules.result(position) !== null) throw new GameloreError("bad-position", "the game has ended in this position");
  const kernel = new RatKernel(rules.board);
  const analysis = new Analysis(new SearchNode(kernel, position));
  const context = {
    analysis,
    ply: 0,
    knowledge: loadKnowledge("all", true),
    keep: 3,
    seed: 1,
    extensions: true,
    stopped: () => false,
  };
  const plans = listPlans(context).map((plan) => describedPlan(analysis, plan));
  return {
    lines: [...analysisLines(analysis), "", ...planLines(plans)],
    document: { position: rules.formatPosition(position), analysis: analysisDocument(analysis), plans },
  };
}
