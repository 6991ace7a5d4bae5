/** `gamelore match GAME A B`: pairs of games between two players, with their statistics. */
import type { Command } from "commander";
import { playMatch } from "../../engine/arena/match.ts";
import type { Standing } from "../../engine/arena/statistics.ts";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import {
  addJson,
  addVariant,
  addSeed,
  interruptible,
  printResult,
  variantOf,
  wholeNumber,
  type Given,
} from "../command.ts";
import { Progress } from "../progress.ts";
import { painterFor } from "../terminal.ts";

interface MatchGiven {
  readonly pairs: number;
  readonly opening: number;
  readonly threads: number;
  readonly seed: number;
  readonly games?: boolean;
  readonly json?: boolean;
}

export function matchCommand(parent: Command, game: Game): void {
  const command = parent
    .command(game.id)
    .argument("<first>", "a player, as in 'alphabeta(depth=3)'")
    .argument("<second>", "the other player")
    .description(`games of ${game.title} between two players, each opening played from both sides`)
    .option("--pairs <N>", "pairs of games", wholeNumber("pairs", 1, 1_000_000), 25)
    .option("--opening <N>", "random plies before the players take over", wholeNumber("opening", 0, 1_000), 10)
    .option("--threads <N>", "games played at once", wholeNumber("threads", 1, 64), threadCount())
    .option("--games", "with --json: the moves of every game too")
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore match ${game.id} greedy random --pairs 50\n  gamelore match ${game.id} 'alphabeta(depth=3, eval=table)' 'alphabeta(depth=3, eval=rows)' --seed 7`,
    );
  addSeed(addJson(addVariant(command, game))).action(
    async (first: string, second: string, given: MatchGiven & Given) => {
      const rules = unwrap(await game.open(variantOf(game, given)));
      try {
        // A player that cannot be made, for want of a table say, is told before the first game.
        for (const text of [first, second]) await (await makePlayer(rules, text, 0)).close();
        const progress = new Progress(`${first} against ${second}`);
        const report = await interruptible((signal) =>
          playMatch(
            rules,
            (seed) => makePlayer(rules, first, seed),
            (seed) => makePlayer(rules, second, seed),
            {
              pairs: given.pairs,
              openingPlies: given.opening,
              seed: given.seed,
              limits: {},
              concurrency: given.threads,
              signal,
              onGame: (done, total, soFar) => progress.update(done / total, () => summary(soFar())),
            },
          ).finally(() => progress.end()),
        );
        const { games, ...outcome } = report;
        const paint = painterFor(process.stdout);
        const endings = Map.groupBy(games, (each) => each.ending);
        const plies = games.reduce((sum, each) => sum + each.plies, 0) / games.length;
        printResult(
          given.json,
          {
            game: game.id,
            variant: rules.variant,
            seed: given.seed,
            openingPlies: given.opening,
            ...outcome,
            ...(given.games ? { games } : {}),
          },
          [
            `${paint("bold", outcome.players[0])} against ${paint("bold", outcome.players[1])}`,
            `${rules.variant ? `${rules.variant}; ` : ""}${given.pairs} pairs, ${given.opening} random plies to open, seed ${given.seed}`,
            summary(outcome.standing),
            `${plies.toFixed(1)} plies a game; ended by ${[...endings].map(([ending, list]) => `${ending} ${list.length}`).join(", ")}`,
          ],
        );
      } finally {
        await rules.close();
      }
    },
  );
}

function summary({ wins, draws, losses, percent, interval }: Standing): string {
  return `+${wins} =${draws} -${losses}, ${percent.toFixed(1)} % of the points (95 % interval ${interval[0].toFixed(1)} to ${interval[1].toFixed(1)})`;
}
