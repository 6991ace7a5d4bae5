/** The command `gamelore`. */
import { Command, CommanderError } from "commander";
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { findGame, loadGameCommands, loadGames } from "../games/games.ts";
import { isGdlGame } from "../gdl/game.ts";
import { withExternalEngines } from "../protocols/external-engines.ts";
import { oneLine, reportError } from "./command.ts";
import { benchCommand } from "./commands/bench.ts";
import { engineCommand } from "./commands/engine.ts";
import { gdlCommand } from "./commands/gdl.ts";
import { gameCommands } from "./commands/game-commands.ts";
import { gamesCommand } from "./commands/games.ts";
import { learnCommand } from "./commands/learn.ts";
import { learnFeaturesCommand } from "./commands/learn-features.ts";
import { labCommand } from "./commands/lab.ts";
import { matchCommand } from "./commands/match.ts";
import { perftCommand } from "./commands/perft.ts";
import { playCommand } from "./commands/play.ts";
import { probeCommand } from "./commands/probe.ts";
import { recordsCommand } from "./commands/records.ts";
import { serveCommand } from "./commands/serve.ts";
import { solveCommand } from "./commands/solve.ts";
import { startCommand } from "./commands/start.ts";
import { symmetryCommand } from "./commands/symmetry.ts";
import { tournamentCommand } from "./commands/tournament.ts";
import { tuneCommand } from "./commands/tune.ts";

/** Commands whose next word is a game. */
const GAME_COMMANDS: Readonly<
  Record<string, { description: string; add: (parent: Command, game: Game, example: string) => void }>
> = {
  solve: { description: "builds tables, with progress, checkpoints and resume", add: solveCommand },
  probe: { description: "a position's value and the value of every legal move", add: probeCommand },
  perft: { description: "counts sequences of moves: the check of the rules", add: perftCommand },
  play: { description: "play in the terminal", add: playCommand },
  match: { description: "games between two players, with paired statistics", add: matchCommand },
  tournament: { description: "games between several players, with a table", add: tournamentCommand },
  symmetry: { description: "which material is equivalent, so that one table serves it all", add: symmetryCommand },
  learn: {
    description:
      "weights of evaluations from self-play, judged on other games; of general games features of random play",
    add: (parent, game) => (isGdlGame(game) ? learnFeaturesCommand(parent, game) : learnCommand(parent, game)),
  },
  tune: { description: "tunes a player's parameters by games", add: tuneCommand },
};
const HELP_WORDS: readonly string[] = ["help", "-h", "--help"];

async function buildProgram(games: readonly Game[], named: string): Promise<Command> {
  const program = new Command("gamelore")
    .description(
      "A workbench for game-playing knowledge: exact tables, players that use them, the truth of every move.",
    )
    .configureHelp({ showGlobalOptions: false })
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore games\n  gamelore solve chinese-checkers --side 7\n  gamelore play chinese-checkers --side 7",
    );
  gamesCommand(program, games);
  const example = await examplePosition(games.find(({ id }) => id === named));
  for (const [name, { description, add }] of Object.entries(GAME_COMMANDS)) {
    const parent = program
      .command(name)
      .description(description)
      .usage("GAME [options]")
      .addHelpText("after", `\nExamples:\n${games.map(({ id }) => `  gamelore ${name} ${id} --help`).join("\n")}`);
    for (const game of games) add(parent, game, example);
  }
  recordsCommand(program);
  labCommand(program);
  gdlCommand(program);
  engineCommand(program);
  benchCommand(program);
  serveCommand(program);
  startCommand(program, games);
  for (const { game, commands } of await loadGameCommands()) gameCommands(program, game, commands);
  return program;
}

/** A position for the help of the game that is asked about; the others need not be opened for that. */
async function examplePosition(game: Game | undefined): Promise<string> {
  if (!game) return "";
  if (game.example !== undefined) return game.example;
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  const text = rules.formatPosition(rules.initial());
  await rules.close();
  return text;
}

/** Errors of usage come out as one line and exit 2, whichever (sub)command they are of. */
function quietErrors(command: Command): void {
  command.exitOverride();
  command.configureOutput({ writeErr: () => {} });
  command.commands.forEach((child) => quietErrors(child));
}

/**
 * The game that a command is about, where it is about one. One that is missing or not there is told as such; commander would call it
 * an unknown command.
 */
async function gameOf(games: readonly Game[], [command = "", word = ""]: readonly string[]): Promise<Game | null> {
  if (!Object.hasOwn(GAME_COMMANDS, command) || HELP_WORDS.includes(word)) return null;
  if (word !== "" && !word.startsWith("-")) return withExternalEngines(unwrap(await findGame(word, say)));
  const known = games.map((game) => game.id).join(", ");
  throw new GameloreError("bad-usage", `${command}: expected a game first, one of: ${known}`);
}

function say(line: string): void {
  process.stderr.write(`gamelore: ${oneLine(line)}\n`);
}

/** The exit status; undefined where the command ran, and has set another than 0 itself if its answer is no. */
async function main(words: readonly string[]): Promise<number | undefined> {
  const json = words.includes("--json");
  try {
    const games = (await loadGames()).map(withExternalEngines);
    const game = await gameOf(games, words);
    if (game && !games.some(({ id }) => id === game.id)) games.push(game);
    const program = await buildProgram(games, game?.id ?? "");
    quietErrors(program);
    // A general game may be named by its file.
    const named = game ? words.with(1, game.id) : words;
    await program.parseAsync(named.length === 0 ? ["--help"] : named, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, json);
    if (error.exitCode === 0) return 0;
    // Commander's way of saying that a command lacks its subcommand.
    const message = error.code === "commander.help" ? `${words.join(" ")}: expected a command` : error.message;
    return usageError(message, json);
  }
}

function usageError(message: string, json: boolean): number {
  const line = oneLine(message.replace(/^error: /, ""));
  process.stderr.write(`gamelore: ${line}; see --help\n`);
  if (json) process.stdout.write(`${JSON.stringify({ error: { code: "bad-usage", message: line } }, null, 2)}\n`);
  return 2;
}

// A reader that has seen enough (`gamelore games | head`) is no error.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = (await main(process.argv.slice(2))) ?? process.exitCode;
