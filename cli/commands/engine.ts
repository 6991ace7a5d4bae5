/** `gamelore engine`: Gamelore as an engine for other programs. */
import type { Command } from "commander";
import { aeiCommand } from "./engine-aei.ts";
import { ggpCommand } from "./engine-ggp.ts";
import { uciCommand } from "./engine-uci.ts";

export function engineCommand(program: Command): void {
  const parent = program
    .command("engine")
    .description("runs as an engine for GUIs, match runners and game servers")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine aei                       Arimaa, on stdin and stdout
  gamelore engine aei --player random
  gamelore engine uci                       chess, on stdin and stdout
  gamelore engine uci --player random
  gamelore engine ggp                       general games, over HTTP
  gamelore engine ggp --port 9148 --player random`,
    );
  aeiCommand(parent);
  uciCommand(parent);
  ggpCommand(parent);
}
