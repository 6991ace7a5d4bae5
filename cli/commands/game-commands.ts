/** `gamelore GAME …`: the commands of a single game, from its commands.ts. */
import { type Command, Option } from "commander";
import type { GameCommand, GameCommands } from "../../engine/contracts/command.ts";
import { StandardTerminal } from "../command-terminal.ts";
import { addJson, camelCase, interruptible, printResult, type Given } from "../command.ts";

export function gameCommands(program: Command, game: string, { summary, commands }: GameCommands): void {
  const parent = program
    .command(game)
    .description(summary)
    .addHelpText("after", examplesText(commands.flatMap(({ examples }) => examples.slice(0, 1))));
  for (const command of commands) addCommand(parent, command);
}

function addCommand(parent: Command, declared: GameCommand): void {
  const command = parent
    .command(declared.name)
    .description(declared.summary)
    .addHelpText("after", examplesText(declared.examples));
  for (const { name, summary, required } of declared.arguments)
    command.argument(required ? `<${name}>` : `[${name}]`, summary);
  for (const { name, summary, value, valueOptional } of declared.options) {
    const placeholder = value === null ? "" : valueOptional ? ` [${value}]` : ` <${value}>`;
    command.addOption(new Option(`--${name}${placeholder}`, summary));
  }
  addJson(command).action(async (...called: unknown[]) => {
    const words = called.slice(0, declared.arguments.length) as (string | undefined)[];
    const given = called[declared.arguments.length] as Given;
    const options = Object.fromEntries(declared.options.map(({ name }) => [name, given[camelCase(name)]]));
    const answer = await interruptible(async (signal) => {
      const terminal = new StandardTerminal(declared.name, signal);
      try {
        return await declared.run({ words, options, signal, terminal });
      } finally {
        terminal.end();
      }
    });
    printResult(given["json"] === true, answer.document, answer.lines);
    if (answer.refused) process.exitCode = 1;
  });
}

function examplesText(examples: readonly string[]): string {
  return `\nExamples:\n${examples.map((example) => `  ${example}`).join("\n")}`;
}
