/** Commands that only chess has. */
import type { GameCommands } from "../../engine/contracts/command.ts";

export const commands: GameCommands = {
  summary:
    "games of chess as PGN (show, check, import, export); weights of the evaluation from self-play; random positions of an endgame",
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
    {
      name: "fit",
      summary: "plays a player against itself and fits the weights of the evaluation to the results",
      arguments: [],
      options: [
        { name: "games", summary: "games to play (default 2000); 0: only those kept", value: "N" },
        {
          name: "keep",
          summary: "a file of games: those in it are fitted to as well, and new ones are added",
          value: "FILE",
        },
        { name: "player", summary: "the player (default alphabeta(nodes=3000, tt=4))", value: "PLAYER" },
        { name: "from", summary: "the evaluation whose weights are the start (default handmade)", value: "EVALUATION" },
        { name: "rounds", summary: "rounds of the regression (default 150)", value: "N" },
        {
          name: "freedom",
          summary: "how far, in hundredths of a pawn, weights may go from their start (default 10)",
          value: "N",
        },
        {
          name: "results",
          summary:
            "share of the games' results in what is fitted to, in per cent; the rest are search values (default 10)",
          value: "N",
        },
        { name: "seed", summary: "for the openings (default 1)", value: "N" },
        { name: "out", summary: "the file to write the weights to, as JSON", value: "FILE" },
      ],
      examples: [
        "gamelore chess fit --games 2000 --out games/chess/search/tuned-weights.json",
        "gamelore chess fit --from tuned --player 'alphabeta(nodes=20000)' --games 500",
      ],
      run: async (given) => (await import("./search/fit-command.ts")).runFitCommand(given),
    },
    {
      name: "positions",
      summary:
        "random positions of an endgame in which no captures decide within three plies, one FEN a line: the files that --start KRPP-KBN reads",
      arguments: [{ name: "material", summary: "the pieces of White and Black, as in KRPP-KBN", required: true }],
      options: [
        { name: "count", summary: "how many (default 25)", value: "N" },
        { name: "seed", summary: "of the random numbers (default 1)", value: "N" },
      ],
      examples: ["gamelore chess positions KRPP-KBN", "gamelore chess positions KRP-KR --count 100 --seed 7"],
      run: async (given) => {
        const [{ runPositionsCommand }, { Board }] = await Promise.all([
          import("./endgames/command.ts"),
          import("./board.ts"),
        ]);
        return runPositionsCommand(given, new Board());
      },
    },
  ],
};
