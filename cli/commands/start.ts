/** `gamelore start`: what a newcomer gets first: the starter table in seconds, then the workbench in the browser. */
import type { Command } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { buildTable } from "../../engine/tables/build-table.ts";
import { tablesFolder } from "../../engine/tables/folder.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { terminalReporter } from "../build-reporter.ts";
import { interruptible } from "../command.ts";
import { formatNumber, formatSeconds } from "../terminal.ts";
import { addServeOptions, serveUntilInterrupted, type ServeGiven } from "./serve.ts";

const STARTER = { game: "chinese-checkers", options: { side: 7 } };

export function startCommand(program: Command, games: readonly Game[]): void {
  const command = program
    .command("start")
    .description("builds the starter table in seconds and serves the workbench, a page in the browser")
    .addHelpText("after", "\nExamples:\n  gamelore start\n  gamelore start --open\n  npm start -- --port 9000");
  addServeOptions(command).action(async (given: ServeGiven) => {
    await interruptible((signal) => buildStarterTable(games, signal));
    await serveUntilInterrupted(given);
  });
}

async function buildStarterTable(games: readonly Game[], signal: AbortSignal): Promise<void> {
  const game = games.find((each) => each.id === STARTER.game);
  if (!game) throw new GameloreError("unknown-game", `the starter game ${STARTER.game} is not there`);
  const offer = unwrap(game.table({ ...defaultsOf(game.tableOptions), ...STARTER.options }));
  const store = new TableStore(tablesFolder());
  if (store.has(offer.identity)) return;
  process.stdout.write(`Building ${offer.identity.name}: ${offer.summary} …\n`);
  const reporter = terminalReporter;
  const built = await buildTable(store, offer, { threads: threadCount(), resume: offer.command, signal, reporter });
  process.stdout.write(
    `${formatNumber(built.identity.entries)} exact values in ${formatSeconds(built.solveSeconds)}.\n`,
  );
}
