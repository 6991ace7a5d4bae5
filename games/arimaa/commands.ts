/** Commands that only Arimaa has. */
import type { GameCommands } from "../../engine/contracts/command.ts";
import { ratCommands } from "./rat/commands.ts";
import { recordCommands } from "./record-commands.ts";

export const commands: GameCommands = {
  summary:
    "position graphs of Arimaa: check, match, draw; analysis and plans of a position; positions put together; records and mining",
  commands: [
    ...ratCommands,
    {
      name: "fit",
      summary: "weights of the evaluation from recorded games: what was played shall be valued highest",
      arguments: [
        { name: "file", summary: "games, one JSON document a line: turns, goldRating, silverRating", required: true },
      ],
      options: [
        { name: "rating", summary: "turns of players rated so or more (default 1700)", value: "N" },
        { name: "rounds", summary: "how often all turns are gone through (default 60)", value: "N" },
        { name: "out", summary: "where the weights are written, as fitted-weights.json has them", value: "FILE" },
      ],
      examples: ["gamelore arimaa fit games.jsonl --rounds 150 --out weights.json"],
      run: async (given) => (await import("./search/fit-command.ts")).runFitCommand(given),
    },
    ...recordCommands,
  ],
};
