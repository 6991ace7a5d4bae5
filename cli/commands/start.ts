/** `gamelore start`: builds the starter tables in seconds, then serves the workbench. */
import type { Command } from "commander";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { buildSet } from "../../engine/tables/build-set.ts";
import { buildTable } from "../../engine/tables/build-table.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import type { OptionParams } from "../../service/api.ts";
import type { JobRequest } from "../../service/job-documents.ts";
import { terminalReporter } from "../build-reporter.ts";
import { interruptible } from "../command.ts";
import { formatNumber, formatSeconds } from "../terminal.ts";
import { addServeOptions, serveUntilInterrupted, type ServeGiven } from "./serve.ts";

export function startCommand(program: Command, games: readonly Game[]): void {
  const command = program
    .command("start")
    .description("builds the starter tables in seconds and serves the workbench, a web page")
    .addHelpText("after", "\nExamples:\n  gamelore start\n  gamelore start --open\n  npm start -- --port 9000");
  addServeOptions(command)
    .option("--no-background", "do not build larger tables in the background")
    .action(async (given: ServeGiven & { readonly background: boolean }) => {
      await interruptible(async (signal) => {
        for (const game of games) await buildStarterTables(game, signal);
      });
      await serveUntilInterrupted(given, given.background ? games.flatMap(backgroundJobs) : []);
    });
}

/** The tables that are built while the page is used already. */
function backgroundJobs(game: Game): JobRequest[] {
  if (!game.backgroundTables) return [];
  const store = new TableStore(tablesFolder());
  const spec = unwrap(game.table({ ...defaultsOf(game.tableOptions), ...game.backgroundTables }));
  if (store.has(spec.identity)) return [];
  return [{ kind: "solve", game: game.id, options: game.backgroundTables as OptionParams }];
}

/** Builds the missing starter tables of a game. */
async function buildStarterTables(game: Game, signal: AbortSignal): Promise<void> {
  if (!game.starterTables) return;
  const options = { ...defaultsOf(game.tableOptions), ...game.starterTables };
  const store = new TableStore(tablesFolder());
  const set = game.tableSet ? unwrap(game.tableSet(options)) : null;
  const specs = set ? set.tables : [unwrap(game.table(options))];
  const [first] = specs;
  if (!first || specs.every(({ identity }) => store.has(identity))) return;
  const { name, summary, command } = set ?? {
    name: first.identity.name,
    summary: first.summary,
    command: first.command,
  };
  process.stdout.write(`Building ${name}: ${summary} …\n`);
  const building = { threads: threadCount(), resume: command, signal, reporter: terminalReporter };
  const started = performance.now();
  if (set) await buildSet(store, set, { ...building, force: false });
  else await buildTable(store, first, building);
  const entries = specs.reduce((sum, { identity }) => sum + identity.entries, 0);
  process.stdout.write(
    `${formatNumber(entries)} exact values in ${formatSeconds((performance.now() - started) / 1000)}.\n`,
  );
}
