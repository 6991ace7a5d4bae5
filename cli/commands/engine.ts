/** `gamelore engine`: plays for other people's programs, by their protocols. */
import type { Command } from "commander";
import { aeiCommand } from "./engine-aei.ts";
import { ggpCommand } from "./engine-ggp.ts";
import { uciCommand } from "./engine-uci.ts";

export function engineCommand(program: Command): void {
  const parent = program
    .command("engine")
    .description("plays for other people's programs")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine aei                       Arimaa, on standard input and output
  gamelore engine aei --player random
  gamelore engine uci                       chess, on standard input and output
  gamelore engine uci --player random
  gamelore engine ggp                       general games, over HTTP
  gamelore engine ggp --port 9148 --player random`,
    );
  aeiCommand(parent);
  uciCommand(parent);
  ggpCommand(parent);
}
