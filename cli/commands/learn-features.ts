/** `gamelore learn GAME` for a general game: learns features from random games, saves, resumes, and lists them with boards. */
import { existsSync } from "node:fs";
import { type Command, InvalidArgumentError, Option } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { boardOf, drawnView } from "../../gdl/board-view.ts";
import type { GdlGame } from "../../gdl/game.ts";
import { featuresPath, readFeatures, writeFeatures } from "../../gdl/gifl/feature-file.ts";
import { FEATURE_KINDS, valueOf, type Feature } from "../../gdl/gifl/feature.ts";
import {
  FeatureLearner,
  PAPER_LEARNER,
  DEFAULT_LEARNER,
  usefulFeatures,
  type LearnerOptions,
} from "../../gdl/gifl/learner.ts";
import { mergeShifted, type MergedFeature } from "../../gdl/gifl/shifts.ts";
import type { PropnetReasoner } from "../../gdl/propnet/propnet-reasoner.ts";
import { formerGameId } from "../../games/renamed.ts";
import { drawBoard } from "../board.ts";
import { addJson, addSeed, interruptible, printResult, sameCommand, wholeNumber } from "../command.ts";
import { Progress } from "../progress.ts";
import { formatNumber, painterFor, plural } from "../terminal.ts";

const DEFAULT_RUNS = 500;
const LISTED = 20;
const MAX_RUNS = 100_000_000;

interface LearnFeaturesGiven {
  readonly runs?: number;
  readonly minutes?: number;
  readonly levels: number;
  readonly paper?: boolean;
  readonly list?: number | true;
  readonly restart?: boolean;
  readonly seed: number;
  readonly json?: boolean;
}

export function learnFeaturesCommand(parent: Command, game: GdlGame): void {
  const command = parent
    .command(game.id)
    .description(`learns features of ${game.title} from random games: facts, and the move they favour or discourage`)
    .option("--runs <N>", `random games in total (default ${DEFAULT_RUNS})`, wholeNumber("runs", 1, MAX_RUNS))
    .option("--minutes <M>", "time limit in minutes", minutes)
    .option(
      "--levels <N>",
      "pairs of plies to go back from the end",
      wholeNumber("levels", 0, 20),
      DEFAULT_LEARNER.levels,
    )
    .option("--paper", "only what the paper learns: no symmetry, no pairs of facts, no moves to avoid")
    .addOption(
      new Option(
        "--list [N]",
        `show N features (default ${LISTED}) with boards, those furthest from the end first, without learning`,
      ).argParser(wholeNumber("list", 1, 1_000_000)),
    )
    .option("--restart", "discard what was learned before")
    .addHelpText(
      "after",
      [
        "\nExamples:",
        ...["", " --runs 5000", " --minutes 2", " --list 5"].map((words) => `  gamelore learn ${game.id}${words}`),
        "\nResults are stored in the data folder; another call resumes from there. Ctrl-C saves.",
      ].join("\n"),
    );
  addSeed(addJson(command)).action(async (given: LearnFeaturesGiven) => {
    const reasoner = unwrap(game.reasoner());
    const path = featuresPath(game.id);
    const from = storedPath(game.id);
    const options = optionsOf(given);
    const known = given.restart ? null : unwrap(readFeatures(from, reasoner));
    if (given.list !== undefined) {
      if (!known) throw new GameloreError("bad-usage", `nothing learned yet; run: gamelore learn ${game.id}`);
      const useful = usefulFeatures(known);
      const best = mergeShifted(reasoner, useful);
      const shown = best.slice(0, given.list === true ? LISTED : given.list);
      const document = {
        game: game.id,
        path: from,
        runs: known.runs,
        features: shown.map(({ feature, copies }) => ({ ...featureDocument(reasoner, feature), copies })),
      };
      printResult(given.json, document, [
        ...shown.flatMap((each) => featureLines(reasoner, each)),
        `${formatNumber(shown.length)} of ${plural(best.length, "feature")}, copies on other squares merged (${formatNumber(useful.length)} with them); all ${formatNumber(known.features.size)} in ${from}`,
      ]);
      return;
    }
    if (known && differing(options, known.options) !== "")
      throw new GameloreError(
        "bad-usage",
        `the stored features were learned with ${differing(known.options, options)}, not with ${differing(options, known.options)}; use --restart to start over`,
      );
    const learner = new FeatureLearner(reasoner, options, known);
    const interrupted = await run(game, learner, given);
    await writeFeatures(path, game.id, reasoner, learner);
    if (interrupted)
      throw new GameloreError(
        "interrupted",
        `interrupted after ${plural(learner.runs, "game")}; saved in ${path}; resume with: ${resumption()}`,
      );
    const counts = FEATURE_KINDS.map(
      (kind) => [kind, [...learner.features].filter((each) => each.kind === kind).length] as const,
    );
    printResult(
      given.json,
      {
        game: game.id,
        path,
        options,
        runs: learner.runs,
        symmetries: learner.symmetries.length,
        features: Object.fromEntries(counts),
        useful: usefulFeatures(learner).length,
      },
      [
        `${plural(learner.runs, "random game")}, ${(learner.counts.steps / Math.max(1, learner.counts.walks)).toFixed(1)} steps each` +
          (learner.symmetries.length > 0 ? `; the board has ${learner.symmetries.length + 1} symmetries` : ""),
        counts.map(([kind, count]) => `${formatNumber(count)} ${kind}`).join(", "),
        `saved in ${path}; list them with: gamelore learn ${game.id} --list`,
      ],
    );
  });
}

/** The path of a game's features, which may have been saved under a former id of the game. */
function storedPath(game: string): string {
  const path = featuresPath(game);
  const former = formerGameId(game);
  return former === null || existsSync(path) ? path : featuresPath(former);
}

/** Whether it was interrupted. */
async function run(game: GdlGame, learner: FeatureLearner, given: LearnFeaturesGiven): Promise<boolean> {
  const runs = given.runs ?? (given.minutes === undefined ? DEFAULT_RUNS : MAX_RUNS);
  const seconds = given.minutes === undefined ? undefined : 60 * given.minutes;
  const progress = new Progress(`learning ${game.id}`);
  const started = performance.now();
  return interruptible(async (signal) => {
    await learner.learn({
      runs,
      seconds,
      signal,
      onProgress: (done, features) => {
        const time = seconds === undefined ? 0 : (performance.now() - started) / 1000 / seconds;
        progress.update(Math.max(done / runs, time), `${plural(done, "game")}, ${plural(features, "feature")}`);
      },
    });
    return signal.aborted && learner.runs < runs;
  }).finally(() => progress.end());
}

/** The same command without --restart. */
function resumption(): string {
  return sameCommand(process.argv.slice(2).filter((word) => word !== "--restart"));
}

function optionsOf({ seed, levels, paper }: LearnFeaturesGiven): LearnerOptions {
  return { ...(paper ? PAPER_LEARNER : DEFAULT_LEARNER), seed, levels };
}

/** Options of `one` that differ from `other`. */
function differing(one: LearnerOptions, other: LearnerOptions): string {
  const names = Object.keys(DEFAULT_LEARNER) as (keyof LearnerOptions)[];
  return names
    .filter((name) => one[name] !== other[name])
    .map((name) => `${name}=${one[name]}`)
    .join(" ");
}

function minutes(text: string): number {
  const value = Number(text);
  if (text.trim() !== "" && value > 0 && value <= 100_000) return value;
  throw new InvalidArgumentError("expected a number above 0, at most 100000");
}

function featureDocument(reasoner: PropnetReasoner, feature: Feature): object {
  const { role, move, facts, ...rest } = feature;
  return {
    role: reasoner.roles[role],
    move: reasoner.moveText(move, role),
    facts: facts.map((fact) => reasoner.factText(fact)),
    value: valueOf(feature),
    ...rest,
  };
}

function featureLines(reasoner: PropnetReasoner, { feature, copies }: MergedFeature): string[] {
  const paint = painterFor(process.stdout);
  const { kind, role, move, facts, seen, tried, right } = feature;
  const all = Array.from(reasoner.propnet.facts, (_, fact) => reasoner.factText(fact));
  const held = facts.map((fact) => all[fact] as string);
  const view = drawnView(boardOf(all), held, reasoner.roles, null, "_");
  const judged = tried > 0 ? `, right ${right} of ${tried}` : "";
  const title = `${kind} ${valueOf(feature).toFixed(1)}  ${reasoner.roles[role]}: ${reasoner.moveText(move, role)}`;
  const squares = copies > 1 ? `, ${copies} places` : "";
  return [
    `${paint("bold", title)}  ${paint("dim", `seen ${seen}${judged}${squares}`)}`,
    ...drawBoard(view, {}, paint),
    "",
  ];
}
