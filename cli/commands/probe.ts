/** `gamelore probe GAME POSITION`: the value of a position and of every legal move, best first. */
import type { Command } from "commander";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { Probe, TableOffer, TableSetOffer } from "../../engine/contracts/table.ts";
import { tablesFolder } from "../../engine/tables/folder.ts";
import type { TableFile } from "../../engine/tables/read.ts";
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
import { openForProbing, openStored } from "../open-table.ts";
import { painterFor } from "../terminal.ts";

export function probeCommand(parent: Command, game: Game, initial: string): void {
  const example = game.probeExample ?? initial;
  const command = parent
    .command(game.id)
    .argument("<position>", "the position as text, in quotes")
    .description(`the table's values for a position of ${game.title}`)
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
  const values = valuesOf(game.tableOptions, given);
  const store = new TableStore(tablesFolder());
  const set = game.tableSet ? unwrap(game.tableSet(values)) : null;
  const { name, table, close } = set ? openSet(store, set) : await openOne(store, unwrap(game.table(values)));
  try {
    return { name, probe: unwrap(table.probe(unwrap(table.parsePosition(text)))) };
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

interface Opened {
  readonly name: string;
  readonly table: ReturnType<TableSetOffer["open"]>;
  close(): void;
}

async function openOne(store: TableStore, offer: TableOffer): Promise<Opened> {
  return { name: offer.identity.name, ...(await openForProbing(store, offer)) };
}

/** Of the set's files, those that the position asks for. */
function openSet(store: TableStore, set: TableSetOffer): Opened {
  const files: TableFile[] = [];
  const entries = (offer: TableOffer): TableFile => {
    const file = openStored(store, offer);
    files.push(file);
    return file;
  };
  return { name: set.name, table: set.open(entries), close: () => files.forEach((file) => file.close()) };
}
