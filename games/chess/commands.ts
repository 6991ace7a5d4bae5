/** Commands that only chess has. */
import type { GameCommands } from "../../engine/contracts/command.ts";

export const commands: GameCommands = {
  summary: "games of chess as PGN: show, check, import into the store, export from it",
  commands: [
    {
      name: "pgn",
      summary: "shows, checks or imports the games of a PGN file, or exports stored games as PGN",
      arguments: [
        { name: "action", summary: "show, check, import or export", required: true },
        { name: "file", summary: "a PGN file to read; for export the file to write, else the output", required: false },
      ],
      options: [
        { name: "game", summary: "with show: one game, with its last position", value: "N" },
        { name: "at", summary: "with show --game: the position after a move, as in 12w or 12b", value: "MOVE" },
        {
          name: "label",
          summary:
            "with import: the label of the stored games (default: the file's name); with export: only games with it",
          value: "TEXT",
        },
        { name: "player", summary: "with export: only games of this player", value: "PLAYER" },
        { name: "id", summary: "with export: only the game of this number (gamelore records list)", value: "N" },
      ],
      examples: [
        "gamelore chess pgn show games.pgn",
        "gamelore chess pgn show games.pgn --game 2 --at 17w",
        "gamelore chess pgn check games.pgn",
        "gamelore chess pgn import games.pgn --label classics",
        "gamelore chess pgn export games.pgn --player random",
      ],
      run: async (given) => {
        const [{ runPgnCommand }, { Board }] = await Promise.all([import("./pgn/command.ts"), import("./board.ts")]);
        return runPgnCommand(given, new Board());
      },
    },
  ],
};
