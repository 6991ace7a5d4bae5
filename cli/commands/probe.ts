/** `gamelore probe GAME POSITION`: the value of a position and of every legal move, best first. */
import type { Command } from "commander";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { Probe } from "../../engine/contracts/table.ts";
import { tablesFolder } from "../../engine/tables/folder.ts";
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
import { openForProbing } from "../open-table.ts";
import { painterFor } from "../terminal.ts";

export function probeCommand(parent: Command, game: Game, example: string): void {
  const command = parent
    .command(game.id)
    .argument("<position>", "the position as text, in quotes")
    .description(`the values of a position of ${game.title}`)
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore probe ${game.id} "${example}"\n  gamelore probe ${game.id} "${example}" --json`,
    );
  const withOptions = game.prober ? addVariant(command, game) : addOptions(command, game.tableOptions);
  addJson(withOptions).action(async (text: string, given: Given) => {
    const { name, probe } = await (game.prober ? solvedProbe(game, text, given) : storedProbe(game, text, given));
    const paint = painterFor(process.stdout);
    const width = Math.max(...probe.moves.map((move) => move.text.length), 4);
    printResult(given["json"] === true, { table: name, ...probe }, [
      `${paint("bold", probe.position)}`,
      probe.value.text,
      ...probe.moves.map((move) => `  ${move.text.padEnd(width)}  ${move.after.text}`),
    ]);
  });
}

interface NamedProbe {
  readonly name: string;
  readonly probe: Probe;
}

async function storedProbe(game: Game, text: string, given: Given): Promise<NamedProbe> {
  const offer = unwrap(game.table(valuesOf(game.tableOptions, given)));
  const { table, close } = await openForProbing(new TableStore(tablesFolder()), offer);
  try {
    return { name: table.identity.name, probe: unwrap(table.probe(unwrap(table.parsePosition(text)))) };
  } finally {
    close();
  }
}

async function solvedProbe(game: Game, text: string, given: Given): Promise<NamedProbe> {
  if (!game.prober) throw new Error(`${game.id} solves no positions`);
  const prober = unwrap(await game.prober(variantOf(game, given)));
  try {
    const position = unwrap(prober.parsePosition(text));
    return { name: prober.name, probe: unwrap(await interruptible((signal) => prober.probe(position, signal))) };
  } finally {
    await prober.close();
  }
}
