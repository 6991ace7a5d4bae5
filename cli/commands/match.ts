/** `gamelore match GAME A B`: pairs of games between two players, with statistics; stored and resumable. */
import { InvalidArgumentError, type Command } from "commander";
import { playMatch, storedMatch, type MatchReport, type MatchSpec } from "../../engine/arena/match.ts";
import type { SprtBounds } from "../../engine/arena/statistics.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { QueueRun } from "../../distributed/run.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import {
  addArenaOptions,
  limitsOf,
  limitsWords,
  withResumeHint,
  withStore,
  type ArenaGiven,
} from "../arena-options.ts";
import { oneLine, printResult, sameCommand, variantOf, wholeNumber, type Given } from "../command.ts";
import {
  cpuTexts,
  eloText,
  forfeitTexts,
  originTexts,
  pairsText,
  seatTexts,
  sprtText,
  standingText,
} from "../match-lines.ts";
import { ensureTables } from "../../engine/arena/player-tables.ts";
import { terminalReporter } from "../build-reporter.ts";
import { addPlugin, gameWithPlugins, type PluginGiven } from "../plugin-option.ts";
import { Progress } from "../progress.ts";
import { detached, noteOf, withQueue } from "../queue-options.ts";
import { painterFor, plural } from "../terminal.ts";

const PAIRS = 25;
const PAIRS_WITH_TEST = 20_000;

interface MatchGiven extends ArenaGiven, PluginGiven {
  readonly pairs?: number;
  readonly label?: string;
  readonly sprt?: SprtBounds;
  readonly games?: boolean;
}

export function matchCommand(parent: Command, game: Game): void {
  const [one, two, three] = game.examplePlayers;
  const command = parent
    .command(game.id)
    .argument("<first>", `a player, for example '${one}'`)
    .argument("<second>", "the other player")
    .description(`a match of ${game.title} between two players; each opening is played from both sides`)
    .option(
      "--pairs <N>",
      `pairs of games in total (default ${PAIRS}); with --sprt the maximum (default ${PAIRS_WITH_TEST})`,
      wholeNumber("pairs", 1, 1_000_000),
    )
    .option("--label <TEXT>", "label that separates these games from others")
    .option(
      "--sprt <ELO0,ELO1[,ALPHA,BETA]>",
      "sequential probability ratio test: stop when one Elo is accepted",
      readBounds,
    )
    .option("--games", "with --json: include the moves of every game")
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore match ${game.id} '${one}' '${three}' --pairs 50\n  gamelore match ${game.id} '${one}' '${two}' --seed 7 --build\n  gamelore match ${game.id} '${one}' '${two}' --ms 50 --sprt 0,20\n  gamelore match ${game.id} mine '${one}' --plugin ./mine.ts\n\nGames are stored: the same command resumes, and with more --pairs plays only the missing games.`,
    );
  addPlugin(addArenaOptions(command, game)).action(async (first: string, second: string, given: MatchGiven & Given) => {
    if (await detached(given)) return;
    const rules = unwrap(await (await gameWithPlugins(game, given)).open(variantOf(game, given)));
    try {
      const report = await withQueue(given, (signal, run) => play(rules, [first, second], given, signal, run));
      const { games, ...outcome } = report;
      const { seed, label = "", sprt } = given;
      const document = {
        game: game.id,
        variant: rules.variant,
        label,
        seed,
        openingPlies: given.opening,
        limits: limitsOf(given),
        ...outcome,
        ...(sprt ? { sprt: { ...sprt, ...report.sprt } } : {}),
        ...(given.games ? { games } : {}),
      };
      printResult(given.json, document, linesFor(rules, report, given));
    } finally {
      await rules.close();
    }
  });
}

async function play(
  rules: OpenGame,
  [first, second]: readonly [string, string],
  given: MatchGiven,
  signal: AbortSignal,
  run: QueueRun | null,
): Promise<MatchReport> {
  const { label = "", seed, threads, sprt } = given;
  const spec: MatchSpec = { label, first, second, openingPlies: given.opening, seed, limits: limitsOf(given) };
  const pairs = given.pairs ?? (sprt ? PAIRS_WITH_TEST : PAIRS);
  await ensureTables(rules, [first, second], {
    build: given.build ?? false,
    threads,
    signal,
    resume: sameCommand(),
    reporter: terminalReporter,
  });
  return withStore(given, (store) => {
    const progress = new Progress(`${first} against ${second}`);
    const onGame = (done: number, total: number, soFar: () => MatchReport["standing"]): void =>
      progress.update(
        done / total,
        noteOf(run, done / total, () => standingText(soFar())),
      );
    const saved = (): string => {
      const games = store && storedMatch(rules, spec, store)?.games.filter(({ pair }) => pair < pairs);
      return `${games?.length ?? 0} of ${plural(2 * pairs, "game")} are`;
    };
    return withResumeHint(store, saved, () =>
      playMatch(rules, spec, {
        pairs,
        concurrency: threads,
        store,
        signal,
        sprt,
        onGame,
        elsewhere: run?.games(store !== null),
      }).finally(() => progress.end()),
    );
  });
}

function linesFor(rules: OpenGame, report: MatchReport, given: MatchGiven): string[] {
  const paint = painterFor(process.stdout);
  const { players, games, standing, resumed, builds } = report;
  const endings = Map.groupBy(games, (each) => each.ending);
  const plies = games.reduce((sum, each) => sum + each.plies, 0) / games.length;
  const conditions = [
    plural(games.length / 2, "pair"),
    `${given.opening} random opening plies`,
    `seed ${given.seed}`,
    ...limitsWords(limitsOf(given)),
    ...(given.label ? [`label ${oneLine(given.label)}`] : []),
  ].join(", ");
  return [
    `${paint("bold", players[0])} against ${paint("bold", players[1])}`,
    `${rules.variant ? `${rules.variant}; ` : ""}${conditions}`,
    standingText(standing),
    eloText(standing),
    pairsText(standing),
    ...seatTexts(report, rules.players[0] ?? ""),
    ...(given.sprt && report.sprt ? [sprtText(given.sprt, report.sprt)] : []),
    `${plies.toFixed(1)} plies per game; ended by ${[...endings].map(([ending, list]) => `${ending} ${list.length}`).join(", ")}`,
    ...cpuTexts(report),
    ...forfeitTexts(report),
    ...originTexts(resumed, games.length, builds),
  ];
}

function readBounds(text: string): SprtBounds {
  const numbers = text.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const [elo0, elo1, alpha = 0.05, beta = alpha] = numbers;
  const isRate = (rate: number): boolean => rate > 0 && rate < 0.5;
  const fits =
    elo0 !== undefined && elo1 !== undefined && numbers.length <= 4 && numbers.every(Number.isFinite) && elo0 < elo1;
  if (fits && Math.max(Math.abs(elo0), Math.abs(elo1)) <= 2_000 && isRate(alpha) && isRate(beta))
    return { elo0, elo1, alpha, beta };
  throw new InvalidArgumentError(
    "expected two Elo numbers, the lower first, and error rates below 0.5: 0,10,0.05,0.05",
  );
}
