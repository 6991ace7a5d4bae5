/** `gamelore probe GAME POSITION`: the value of a position and of every legal move, best first. */
import type { Command } from "commander";
import type { Game } from "../../engine/contracts/game.ts";
import { isGdlGame } from "../../gdl/game.ts";
import { openExternal, openProbe, type OpenProbe } from "../../engine/tables/probing.ts";
import { tablesFolder } from "../../engine/platform/node/folders.ts";
import { TableStore } from "../../engine/tables/store.ts";
import {
  addJson,
  addOptions,
  addVariant,
  interruptible,
  printResult,
  valuesOf,
  variantOf,
  type Given,
} from "../command.ts";
import { Progress } from "../progress.ts";
import { painterFor } from "../terminal.ts";

const PROGRESS_MS = 100;

export function probeCommand(parent: Command, game: Game, initial: string): void {
  const example = game.probeExample ?? initial;
  const command = parent
    .command(game.id)
    .argument(
      isGdlGame(game) ? "[position]" : "<position>",
      `the position as text, in quotes${isGdlGame(game) ? "; the initial one if omitted" : ""}`,
    )
    .description(`the value of a position of ${game.title} and of every move`)
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore probe ${game.id} "${example}"\n  gamelore probe ${game.id} "${example}" --json`,
    );
  const withOptions = game.prober ? addVariant(command, game) : addOptions(command, game.tableOptions);
  if (game.externalTables) addOptions(withOptions, game.externalTables.options);
  addJson(withOptions).action(async (text: string | undefined, given: Given) => {
    const opened = await openGiven(game, given);
    const progress = new Progress(`solving ${game.id}`);
    const timer = setInterval(() => {
      if (opened.progress) progress.update(opened.progress.done, opened.progress.note);
    }, PROGRESS_MS);
    const probe = await interruptible((signal) => opened.probe(text ?? "", signal)).finally(() => {
      clearInterval(timer);
      progress.end();
      return opened.close();
    });
    const paint = painterFor(process.stdout);
    const width = Math.max(...probe.moves.map((move) => move.text.length), 4);
    printResult(given["json"] === true, probe, [
      `${paint("bold", probe.position)}`,
      probe.value.text,
      ...probe.moves.map((move) => `  ${move.text.padEnd(width)}  ${move.after.text}`),
    ]);
  });
}

/** External tables if one of their options is given; otherwise the game's own tables or solver. */
async function openGiven(game: Game, given: Given): Promise<OpenProbe> {
  const { externalTables } = game;
  const external = externalTables ? valuesOf(externalTables.options, given) : {};
  if (externalTables && Object.values(external).some((value) => value !== null))
    return openExternal(externalTables, external);
  const values = game.prober ? variantOf(game, given) : valuesOf(game.tableOptions, given);
  return openProbe(new TableStore(tablesFolder()), game, values);
}
