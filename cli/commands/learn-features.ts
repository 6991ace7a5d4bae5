/** `gamelore learn GAME` of a general game: features from random play, saved, gone on with, and listed with their pictures. */
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
import type { PropnetReasoner } from "../../gdl/propnet/propnet-reasoner.ts";
import { formerGameId } from "../../games/renamed.ts";
import { drawBoard } from "../board.ts";
import { addJson, addSeed, interruptible, printResult, sameCommand, wholeNumber } from "../command.ts";
import { Progress } from "../progress.ts";
import { formatNumber, painterFor } from "../terminal.ts";

const USUAL_RUNS = 500;
const LISTED = 20;
const MOST_RUNS = 100_000_000;

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
    .description(`learns features of ${game.title} from random play: facts, and the move they speak for or against`)
    .option("--runs <N>", `random games in all (default ${USUAL_RUNS})`, wholeNumber("runs", 1, MOST_RUNS))
    .option("--minutes <M>", "learn for so long", minutes)
    .option(
      "--levels <N>",
      "pairs of plies to go back from the end",
      wholeNumber("levels", 0, 20),
      DEFAULT_LEARNER.levels,
    )
    .option("--paper", "only what the paper learns: no symmetry, no pairs of facts, nothing to avoid")
    .addOption(
      new Option(
        "--list [N]",
        `show the best N features (default ${LISTED}) with their pictures, and learn nothing`,
      ).argParser(wholeNumber("list", 1, 1_000_000)),
    )
    .option("--restart", "forget what was learned before")
    .addHelpText(
      "after",
      [
        "\nExamples:",
        ...["", " --runs 5000", " --minutes 2", " --list 5"].map((words) => `  gamelore learn ${game.id}${words}`),
        "\nWhat is learned is kept in the data folder, and a second call goes on from there. Ctrl-C saves.",
      ].join("\n"),
    );
  addSeed(addJson(command)).action(async (given: LearnFeaturesGiven) => {
    const reasoner = unwrap(game.reasoner());
    const path = featuresPath(game.id);
    const from = storedPath(game.id);
    const options = optionsOf(given);
    const known = given.restart ? null : unwrap(readFeatures(from, reasoner));
    if (given.list !== undefined) {
      if (!known) throw new GameloreError("bad-usage", `nothing is learned yet; run: gamelore learn ${game.id}`);
      const best = usefulFeatures(known);
      const shown = best.slice(0, given.list === true ? LISTED : given.list);
      const document = {
        game: game.id,
        path: from,
        runs: known.runs,
        features: shown.map((each) => said(reasoner, each)),
      };
      printResult(given.json, document, [
        ...shown.flatMap((feature) => pictureOf(reasoner, feature)),
        `${formatNumber(shown.length)} of ${formatNumber(best.length)} features; all ${formatNumber(known.features.size)} in ${from}`,
      ]);
      return;
    }
    if (known && differing(options, known.options) !== "")
      throw new GameloreError(
        "bad-usage",
        `what is there was learned with ${differing(known.options, options)}, not with ${differing(options, known.options)}; --restart begins anew`,
      );
    const learner = new FeatureLearner(reasoner, options, known);
    const interrupted = await run(game, learner, given);
    await writeFeatures(path, game.id, reasoner, learner);
    if (interrupted)
      throw new GameloreError(
        "interrupted",
        `interrupted after ${learner.runs} games; saved in ${path}, ${resumption()} goes on`,
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
        `${formatNumber(learner.runs)} random games, ${(learner.counts.steps / Math.max(1, learner.counts.walks)).toFixed(1)} steps each` +
          (learner.symmetries.length > 0 ? `; the board has ${learner.symmetries.length + 1} symmetric sides` : ""),
        counts.map(([kind, count]) => `${formatNumber(count)} ${kind}`).join(", "),
        `saved in ${path}; gamelore learn ${game.id} --list shows them`,
      ],
    );
  });
}

/** Whether it was interrupted. */
/** Where the features of a game are read from: they may have been saved under an id that the game had before. */
function storedPath(game: string): string {
  const path = featuresPath(game);
  const former = formerGameId(game);
  return former === null || existsSync(path) ? path : featuresPath(former);
}

async function run(game: GdlGame, learner: FeatureLearner, given: LearnFeaturesGiven): Promise<boolean> {
  const runs = given.runs ?? (given.minutes === undefined ? USUAL_RUNS : MOST_RUNS);
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
        progress.update(Math.max(done / runs, time), `${formatNumber(done)} games, ${formatNumber(features)} features`);
      },
    });
    return signal.aborted && learner.runs < runs;
  }).finally(() => progress.end());
}

/** The same words again, without those that would forget what was saved. */
function resumption(): string {
  return sameCommand(process.argv.slice(2).filter((word) => word !== "--restart"));
}

function optionsOf({ seed, levels, paper }: LearnFeaturesGiven): LearnerOptions {
  return { ...(paper ? PAPER_LEARNER : DEFAULT_LEARNER), seed, levels };
}

/** What one has otherwise than the other. */
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

function said(reasoner: PropnetReasoner, feature: Feature): object {
  const { role, move, facts, ...rest } = feature;
  return {
    role: reasoner.roles[role],
    move: reasoner.moveText(move, role),
    facts: facts.map((fact) => reasoner.factText(fact)),
    value: valueOf(feature),
    ...rest,
  };
}

function pictureOf(reasoner: PropnetReasoner, feature: Feature): string[] {
  const paint = painterFor(process.stdout);
  const { kind, role, move, facts, seen, tried, right } = feature;
  const all = Array.from(reasoner.propnet.facts, (_, fact) => reasoner.factText(fact));
  const held = facts.map((fact) => all[fact] as string);
  const view = drawnView(boardOf(all), held, reasoner.roles, null, "_");
  const judged = tried > 0 ? `, right ${right} of ${tried}` : "";
  const title = `${kind} ${valueOf(feature).toFixed(1)}  ${reasoner.roles[role]}: ${reasoner.moveText(move, role)}`;
  return [`${paint("bold", title)}  ${paint("dim", `seen ${seen}${judged}`)}`, ...drawBoard(view, {}, paint), ""];
}
