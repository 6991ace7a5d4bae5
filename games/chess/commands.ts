/** Commands that only chess has. */
import type { GameCommands } from "../../engine/contracts/command.ts";

export const commands: GameCommands = {
  summary: "PGN files (show, check, import, export); fit evaluation weights to self-play; random endgame positions",
  commands: [
    {
      name: "pgn",
      summary: "shows, checks or imports the games of a PGN file, or exports stored games as PGN",
      arguments: [
        { name: "action", summary: "show, check, import or export", required: true },
        {
          name: "file",
          summary: "the PGN file to read, or to write with export (default: standard output)",
          required: false,
        },
      ],
      options: [
        { name: "game", summary: "with show: this game and its last position", value: "N" },
        { name: "at", summary: "with show --game: the position after a move, for example 12w or 12b", value: "MOVE" },
        {
          name: "label",
          summary:
            "with import: the label of the stored games (default: the file name); with export: only games with this label",
          value: "TEXT",
        },
        { name: "player", summary: "with export: only games of this player", value: "PLAYER" },
        { name: "id", summary: "with export: only the game with this id (gamelore records list)", value: "N" },
      ],
      examples: [
        "gamelore chess pgn show games.pgn",
        "gamelore chess pgn show games.pgn --game 2 --at 17w",
        "gamelore chess pgn check games.pgn",
        "gamelore chess pgn import games.pgn --label classics",
        "gamelore chess pgn export games.pgn --player random",
      ],
      run: async (input) => {
        const [{ runPgnCommand }, { Board }] = await Promise.all([import("./pgn/command.ts"), import("./board.ts")]);
        return runPgnCommand(input, new Board());
      },
    },
    {
      name: "fit",
      summary: "plays a player against itself and fits the weights of the evaluation to the results",
      arguments: [],
      options: [
        { name: "games", summary: "games to play (default 2000); 0: use only the games of --keep", value: "N" },
        {
          name: "keep",
          summary: "a file of self-play games: its games are used too, and new ones are appended",
          value: "FILE",
        },
        { name: "player", summary: "the player (default alphabeta(nodes=3000, tt=4))", value: "PLAYER" },
        { name: "from", summary: "the evaluation with the initial weights (default handmade)", value: "EVALUATION" },
        { name: "rounds", summary: "iterations of the regression (default 150)", value: "N" },
        {
          name: "freedom",
          summary: "standard deviation of the prior around the initial weights, in centipawns (default 10)",
          value: "N",
        },
        {
          name: "results",
          summary: "percentage of the game result in the training target; the rest is the search value (default 10)",
          value: "N",
        },
        { name: "seed", summary: "seed of the openings (default 1)", value: "N" },
        { name: "out", summary: "the JSON file to write the weights to", value: "FILE" },
      ],
      examples: [
        "gamelore chess fit --games 2000 --out games/chess/search/tuned-weights.json",
        "gamelore chess fit --from tuned --player 'alphabeta(nodes=20000)' --games 500",
      ],
      run: async (input) => (await import("./search/fit-command.ts")).runFitCommand(input),
    },
    {
      name: "positions",
      summary: "random quiet positions of an endgame, one FEN per line: the files that --start KRPP-KBN reads",
      arguments: [{ name: "material", summary: "the pieces of White and Black, for example KRPP-KBN", required: true }],
      options: [
        { name: "count", summary: "number of positions (default 25)", value: "N" },
        { name: "seed", summary: "random seed (default 1)", value: "N" },
      ],
      examples: ["gamelore chess positions KRPP-KBN", "gamelore chess positions KRP-KR --count 100 --seed 7"],
      run: async (input) => {
        const [{ runPositionsCommand }, { Board }] = await Promise.all([
          import("./endgames/command.ts"),
          import("./board.ts"),
        ]);
        return runPositionsCommand(input, new Board());
      },
    },
  ],
};
