/** Commands that only Arimaa has. */
import type { GameCommands } from "../../engine/contracts/command.ts";
import { ratCommands } from "./rat/commands.ts";
import { recordCommands } from "./record-commands.ts";

export const commands: GameCommands = {
  summary: "position graphs: check, match, draw; analysis and plans of a position; position editor; records and mining",
  commands: [
    ...ratCommands,
    {
      name: "fit",
      summary: "fits the weights of the evaluation to recorded games, so that played turns have the highest value",
      arguments: [{ name: "file", summary: "games as JSON Lines: turns, goldRating, silverRating", required: true }],
      options: [
        { name: "rating", summary: "minimum rating of the players (default 1700)", value: "N" },
        { name: "rounds", summary: "training epochs (default 60)", value: "N" },
        { name: "out", summary: "output file for the weights, in the format of fitted-weights.json", value: "FILE" },
      ],
      examples: ["gamelore arimaa fit games.jsonl --rounds 150 --out weights.json"],
      run: async (given) => (await import("./search/fit-command.ts")).runFitCommand(given),
    },
    {
      name: "score",
      summary: "scores positions of games, and ones after turns that the evaluation likes, by a search of one turn",
      arguments: [{ name: "file", summary: "games as JSON Lines: turns", required: true }],
      options: [
        { name: "out", summary: "output file for the scored positions, the input of fit-scores", value: "FILE" },
        { name: "seed", summary: "seed for the choice of turns (default 1)", value: "N" },
      ],
      examples: ["gamelore arimaa score games.jsonl --out positions.jsonl"],
      run: async (given) => (await import("./search/fit-command.ts")).runScoreCommand(given),
    },
    {
      name: "fit-scores",
      summary: "fits the weights of the evaluation to positions that a search scored",
      arguments: [
        {
          name: "file",
          summary: "JSON Lines: position, and score for the side to move in thousandths of a rabbit",
          required: true,
        },
      ],
      options: [
        { name: "out", summary: "output file for the weights, in the format of strategic-weights.json", value: "FILE" },
      ],
      examples: ["gamelore arimaa fit-scores positions.jsonl --out weights.json"],
      run: async (given) => (await import("./search/fit-command.ts")).runFitScoresCommand(given),
    },
    ...recordCommands,
  ],
};
