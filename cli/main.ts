/** The command `gamelore`: finds the game and the subcommand, reports errors. */
import { Command, CommanderError } from "commander";
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import { findGame, loadGameCommands, loadGames, rulesheetNames } from "../games/games.ts";
import { isGdlGame } from "../gdl/game.ts";
import { withExternalEngines } from "../protocols/external-engines.ts";
import { oneLine, reportError } from "./command.ts";
import { analyseCommand } from "./commands/analyse.ts";
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
import { solveGeneralCommand } from "./commands/solve-general.ts";
import { startCommand } from "./commands/start.ts";
import { symmetryCommand } from "./commands/symmetry.ts";
import { tournamentCommand } from "./commands/tournament.ts";
import { tuneCommand } from "./commands/tune.ts";

/** Commands whose first argument is a game. */
const GAME_COMMANDS: Readonly<
  Record<string, { description: string; add: (parent: Command, game: Game, example: string) => void }>
> = {
  analyse: {
    description: "prints the value of a position with the best lines: exact, or searched",
    add: analyseCommand,
  },
  solve: {
    description: "builds and verifies tables, with checkpoints and resume; solves small general games",
    add: (parent, game) => (isGdlGame(game) ? solveGeneralCommand(parent, game) : solveCommand(parent, game)),
  },
  probe: { description: "prints the value of a position and of every legal move", add: probeCommand },
  perft: { description: "counts move sequences, to check the rules", add: perftCommand },
  play: { description: "plays a game in the terminal", add: playCommand },
  match: { description: "plays games between two players, with paired statistics", add: matchCommand },
  tournament: { description: "plays games between several players, with a ranking", add: tournamentCommand },
  symmetry: { description: "counts equivalent material, which shares one table", add: symmetryCommand },
  learn: {
    description: "learns weights of evaluations from self-play; for general games, features from random games",
    add: (parent, game) => (isGdlGame(game) ? learnFeaturesCommand(parent, game) : learnCommand(parent, game)),
  },
  tune: { description: "tunes a player's parameters by playing games", add: tuneCommand },
};
/** These need material symmetries, which general games do not have. */
const NATIVE_ONLY: readonly string[] = ["symmetry"];
const HELP_WORDS: readonly string[] = ["help", "-h", "--help"];

async function buildProgram(games: readonly Game[], named: string): Promise<Command> {
  const program = new Command("gamelore")
    .description(
      "A workbench for game-playing knowledge: exact tables, players that use them, and the value of every move.",
    )
    .configureHelp({ showGlobalOptions: false })
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore games\n  gamelore solve chinese-checkers --side 7\n  gamelore play chinese-checkers --side 7",
    );
  gamesCommand(program, games);
  const example = await examplePosition(games.find(({ id }) => id === named));
  for (const [name, { description, add }] of Object.entries(GAME_COMMANDS)) {
    const parent = program.command(name).description(description).usage("GAME [options]");
    for (const game of games) add(parent, game, example);
    const examples = parent.commands.map((child) => `  gamelore ${name} ${child.name()} --help`);
    parent
      .addHelpText("after", `\nExamples:\n${examples.join("\n")}`)
      .addHelpText("after", NATIVE_ONLY.includes(name) ? "" : generalGamesText(name));
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

function generalGamesText(command: string): string {
  const names = rulesheetNames()
    .join(", ")
    .replaceAll(/(.{1,76}(?:,|$))(?: |$)/g, "  $1\n");
  return `\nGeneral games:\n${names}  or any rulesheet by its file: gamelore ${command} game.kif`;
}

/** A position for the help text of the named game; other games are not opened. */
async function examplePosition(game: Game | undefined): Promise<string> {
  if (!game) return "";
  if (game.example !== undefined) return game.example;
  const rules = unwrap(await game.open(defaultsOf(game.options)));
  const text = rules.formatPosition(rules.initial());
  await rules.close();
  return text;
}

/** Usage errors of all (sub)commands are reported in one line with exit status 2. */
function quietErrors(command: Command): void {
  command.exitOverride();
  command.configureOutput({ writeErr: () => {} });
  command.commands.forEach((child) => quietErrors(child));
}

/**
 * The game that a command names, if any. A missing or unknown game is reported as such; commander would report an unknown command.
 */
async function gameOf(games: readonly Game[], [command = "", word = ""]: readonly string[]): Promise<Game | null> {
  if (!Object.hasOwn(GAME_COMMANDS, command) || HELP_WORDS.includes(word)) return null;
  if (word !== "" && !word.startsWith("-")) return withExternalEngines(unwrap(await findGame(word, warn)));
  const known = games.map((game) => game.id).join(", ");
  throw new GameloreError(
    "bad-usage",
    `${command}: expected a game first: ${known} or a general game (listed by: gamelore games)`,
  );
}

/** Not every game has every command: some have no material symmetry. */
function refuseUnsupported(program: Command, game: Game | null, [name = ""]: readonly string[]): void {
  const supported = program.commands.find((each) => each.name() === name)?.commands.map((child) => child.name()) ?? [];
  if (game && !supported.includes(game.id))
    throw new GameloreError("bad-usage", `${game.id} does not support ${name}; these do: ${supported.join(", ")}`);
}

function warn(line: string): void {
  process.stderr.write(`gamelore: ${oneLine(line)}\n`);
}

/** Runs a command line. The exit status; undefined if the command ran, which may have set its own. */
export async function main(words: readonly string[]): Promise<number | undefined> {
  const json = words.includes("--json");
  try {
    const games = (await loadGames()).map(withExternalEngines);
    const game = await gameOf(games, words);
    if (game && !games.some(({ id }) => id === game.id)) games.push(game);
    const program = await buildProgram(games, game?.id ?? "");
    quietErrors(program);
    refuseUnsupported(program, game, words);
    // A general game may be given by its file.
    const named = game ? words.with(1, game.id) : words;
    await program.parseAsync(named.length === 0 ? ["--help"] : named, { from: "user" });
    return undefined;
  } catch (error) {
    if (!(error instanceof CommanderError)) return reportError(error, json);
    if (error.exitCode === 0) return 0;
    // Commander reports a missing subcommand this way.
    const message = error.code === "commander.help" ? `${words.join(" ")}: expected a command` : error.message;
    return usageError(message, json);
  }
}

function usageError(message: string, json: boolean): number {
  // Commander writes sentences; here the message is part of one line.
  const line = oneLine(message.replace(/^error: |\.$/g, "").replace(" is invalid. ", " is invalid: "));
  process.stderr.write(`gamelore: ${line}; see --help\n`);
  if (json) process.stdout.write(`${JSON.stringify({ error: { code: "bad-usage", message: line } }, null, 2)}\n`);
  return 2;
}
