/** The command `gamelore`: finds the game and the subcommand, reports errors. */
import { existsSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { defaultsOf } from "../engine/contracts/options.ts";
import {
  findGame,
  gameloreVersion,
  gamesWithCommands,
  loadGameCommands,
  loadGames,
  nativeGameIds,
  rulesheetNames,
} from "../games/games.ts";
import { isGdlGame } from "../gdl/game.ts";
import { withExternalEngines } from "../protocols/external-engines.ts";
import { oneLine, reportError } from "./command.ts";
import { gameCommands } from "./commands/game-commands.ts";

type AddCommand = (program: Command, games: readonly Game[]) => void;
type AddGameCommand = (parent: Command, game: Game, example: string) => void;

/** Commands whose first argument is a game. A command line imports only the modules of its own command. */
const GAME_COMMANDS: Readonly<Record<string, { description: string; load: () => Promise<AddGameCommand> }>> = {
  analyse: {
    description: "prints the value of a position with the best lines: exact, or searched",
    load: async () => (await import("./commands/analyse.ts")).analyseCommand,
  },
  solve: {
    description: "builds and verifies tables, with checkpoints and resume; solves small general games",
    load: async () => {
      const [{ solveCommand }, { solveGeneralCommand }] = await Promise.all([
        import("./commands/solve.ts"),
        import("./commands/solve-general.ts"),
      ]);
      return (parent, game) => (isGdlGame(game) ? solveGeneralCommand(parent, game) : solveCommand(parent, game));
    },
  },
  probe: {
    description: "prints the value of a position and of every legal move",
    load: async () => (await import("./commands/probe.ts")).probeCommand,
  },
  perft: {
    description: "counts move sequences, to check the rules",
    load: async () => (await import("./commands/perft.ts")).perftCommand,
  },
  play: {
    description: "plays a game in the terminal",
    load: async () => (await import("./commands/play.ts")).playCommand,
  },
  match: {
    description: "plays games between two players, with paired statistics",
    load: async () => (await import("./commands/match.ts")).matchCommand,
  },
  tournament: {
    description: "plays games between several players, with a ranking",
    load: async () => (await import("./commands/tournament.ts")).tournamentCommand,
  },
  symmetry: {
    description: "counts equivalent material, which shares one table",
    load: async () => (await import("./commands/symmetry.ts")).symmetryCommand,
  },
  learn: {
    description: "learns weights of evaluations from self-play; for general games, features from random games",
    load: async () => {
      const [{ learnCommand }, { learnFeaturesCommand }] = await Promise.all([
        import("./commands/learn.ts"),
        import("./commands/learn-features.ts"),
      ]);
      return (parent, game) => (isGdlGame(game) ? learnFeaturesCommand(parent, game) : learnCommand(parent, game));
    },
  },
  tune: {
    description: "tunes a player's parameters by playing games",
    load: async () => (await import("./commands/tune.ts")).tuneCommand,
  },
};
/** Benchmarks are not part of the package. */
const HAS_BENCHMARKS = existsSync(new URL("../bench", import.meta.url));
/** All other commands, but those of single games. */
const COMMANDS: Readonly<Record<string, () => Promise<AddCommand>>> = {
  games: async () => (await import("./commands/games.ts")).gamesCommand,
  records: async () => (await import("./commands/records.ts")).recordsCommand,
  lab: async () => {
    const { labCommand } = await import("./commands/lab.ts");
    return (program) => labCommand(program);
  },
  gdl: async () => (await import("./commands/gdl.ts")).gdlCommand,
  engine: async () => (await import("./commands/engine.ts")).engineCommand,
  ...(HAS_BENCHMARKS && { bench: async () => (await import("./commands/bench.ts")).benchCommand }),
  completion: async () => {
    const { completionCommand } = await import("./commands/completion.ts");
    return (program) => completionCommand(program, completeProgram);
  },
  serve: async () => (await import("./commands/serve.ts")).serveCommand,
  start: async () => (await import("./commands/start.ts")).startCommand,
  worker: async () => (await import("./commands/worker.ts")).workerCommand,
  jobs: async () => (await import("./commands/jobs.ts")).jobsCommand,
};
/** Commands that list or serve every game. */
const NEEDS_ALL_GAMES: readonly string[] = ["games", "start"];
/** These need material symmetries, which general games do not have. */
const NATIVE_ONLY: readonly string[] = ["symmetry"];
const VERSION_WORDS: readonly string[] = ["-V", "--version"];
const HELP_WORDS: readonly string[] = ["help", "-h", "--help"];

/** The whole program, or only the part of it that a command line uses: its command, for its game. */
async function buildProgram(games: readonly Game[], named: string, only: string | null): Promise<Command> {
  const program = new Command("gamelore")
    .description(
      "A workbench for game-playing knowledge: exact tables, players that use them, and the value of every move.",
    )
    .configureHelp({ showGlobalOptions: false })
    .version(versionText(), "-V, --version", "prints version and build")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore games\n  gamelore solve chinese-checkers --side 7\n  gamelore play chinese-checkers --side 7",
    );
  const isUsed = (name: string): boolean => only === null || only === name;
  const { games: addGames, ...others } = COMMANDS;
  if (isUsed("games")) (await addGames?.())?.(program, games);
  const example = await examplePosition(games.find(({ id }) => id === named));
  for (const [name, { description, load }] of Object.entries(GAME_COMMANDS)) {
    if (!isUsed(name)) continue;
    const parent = program.command(name).description(description).usage("GAME [options]");
    const add = await load();
    for (const game of games) add(parent, game, example);
    const examples = parent.commands.map((child) => `  gamelore ${name} ${child.name()} --help`);
    parent
      .addHelpText("after", `\nExamples:\n${examples.join("\n")}`)
      .addHelpText("after", NATIVE_ONLY.includes(name) ? "" : generalGamesText(name));
  }
  for (const [name, load] of Object.entries(others)) if (isUsed(name)) (await load())(program, games);
  for (const id of gamesWithCommands()) if (isUsed(id)) gameCommands(program, id, await loadGameCommands(id));
  return program;
}

/** `gamelore 0.1.0, build 1f2e3d4c5b, commit 0a1b2c3d4e, Node v24.0.0`. */
function versionText(): string {
  const { version, build, commit } = gameloreVersion();
  const at = commit === null ? "" : `, commit ${commit.slice(0, build.length)}`;
  return `gamelore ${version}, build ${build}${at}, Node ${process.version}`;
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
async function gameOf([command = "", word = ""]: readonly string[]): Promise<Game | null> {
  if (!Object.hasOwn(GAME_COMMANDS, command) || HELP_WORDS.includes(word)) return null;
  if (word !== "" && !word.startsWith("-")) return withExternalEngines(unwrap(await findGame(word, warn)));
  throw new GameloreError(
    "bad-usage",
    `${command}: expected a game first: ${nativeGameIds().join(", ")} or a general game (listed by: gamelore games)`,
  );
}

/** All commands for all native games, and for a general game, which stands for all of them. */
async function completeProgram(): Promise<{ program: Command; like: string; generalGames: readonly string[] }> {
  const generalGames = rulesheetNames();
  const like = generalGames[0] as string;
  const games = [...(await allGames()), unwrap(await findGame(like))];
  return { program: await buildProgram(games, "", null), like, generalGames };
}

async function allGames(): Promise<Game[]> {
  return Promise.all((await loadGames()).map(withExternalEngines));
}

/** Not every game has every command: some have no material symmetry. */
async function refuseUnsupported(program: Command, game: Game | null, [name = ""]: readonly string[]): Promise<void> {
  const supported = (whole: Command): string[] =>
    whole.commands.find((each) => each.name() === name)?.commands.map((child) => child.name()) ?? [];
  if (!game || supported(program).includes(game.id)) return;
  const others = supported(await buildProgram(await allGames(), "", name));
  throw new GameloreError("bad-usage", `${game.id} does not support ${name}; these do: ${others.join(", ")}`);
}

function warn(line: string): void {
  process.stderr.write(`gamelore: ${oneLine(line)}\n`);
}

/** Runs a command line. The exit status; undefined if the command ran, which may have set its own. */
export async function main(words: readonly string[]): Promise<number | undefined> {
  const json = words.includes("--json");
  try {
    const game = await gameOf(words);
    const [command = ""] = words;
    const isKnown = [GAME_COMMANDS, COMMANDS].some((commands) => Object.hasOwn(commands, command));
    const loadsNothing = VERSION_WORDS.includes(command);
    const only = isKnown || loadsNothing || gamesWithCommands().includes(command) ? command : null;
    const needsAll = only === null || NEEDS_ALL_GAMES.includes(command) || Object.hasOwn(GAME_COMMANDS, command);
    const games = game ? [game] : needsAll ? await allGames() : [];
    const program = await buildProgram(games, game?.id ?? "", only);
    quietErrors(program);
    await refuseUnsupported(program, game, words);
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
