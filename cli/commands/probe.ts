/** `gamelore probe GAME POSITION`: the value of a position and of every legal move, best first. */
import type { Command } from "commander";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { tablesFolder } from "../../engine/tables/folder.ts";
import { TableStore } from "../../engine/tables/store.ts";
import { addJson, addOptions, printResult, valuesOf, type Given } from "../command.ts";
import { openForProbing } from "../open-table.ts";
import { painterFor } from "../terminal.ts";

export function probeCommand(parent: Command, game: Game, example: string): void {
  const command = parent
    .command(game.id)
    .argument("<position>", "the position as text, in quotes")
    .description(`the table's values for a position of ${game.title}`)
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore probe ${game.id} "${example}"\n  gamelore probe ${game.id} "${example}" --json`,
    );
  addJson(addOptions(command, game.tableOptions)).action(async (text: string, given: Given) => {
    const offer = unwrap(game.table(valuesOf(game.tableOptions, given)));
    const { table, close } = await openForProbing(new TableStore(tablesFolder()), offer);
    try {
      const probe = unwrap(table.probe(unwrap(table.parsePosition(text))));
      const paint = painterFor(process.stdout);
      const width = Math.max(...probe.moves.map((move) => move.text.length), 4);
      printResult(given["json"] === true, { table: table.identity.name, ...probe }, [
        `${paint("bold", probe.position)}`,
        probe.value.text,
        ...probe.moves.map((move) => `  ${move.text.padEnd(width)}  ${move.after.text}`),
      ]);
    } finally {
      close();
    }
  });
}
