/** Commands of this game. */
import type { GameCommands } from "../../engine/contracts/command.ts";

export const commands: GameCommands = {
  summary:
    "mazes of Thief and Police (list, show, generate, check, import); accuracy of players against the solved game",
  commands: [
    {
      name: "maze",
      summary: "list, show or generate mazes; check or import a file",
      arguments: [
        { name: "action", summary: "list, show, generate, check or import", required: true },
        {
          name: "what",
          summary:
            "show: a name or random(20x20,seed=7); generate: the size, for example 20x20; check and import: a file",
          required: false,
        },
        { name: "name", summary: "import: name of the maze", required: false },
      ],
      options: [
        { name: "seed", summary: "generate: the same seed gives the same maze (default 1)", value: "N" },
        { name: "winding", summary: "generate: 0 (short corridors) to 1 (long corridors) (default 0.5)", value: "N" },
        { name: "braid", summary: "generate: share of dead ends to open, 0 to 1", value: "N" },
        { name: "loops", summary: "generate: walls between corridors to open; each makes a loop", value: "N" },
        { name: "squares", summary: "generate: fill dead ends until N empty squares are left", value: "N" },
        { name: "exits", summary: "generate: number of exits (default 1)", value: "N" },
        { name: "store", summary: "generate: store the maze under this name instead of printing it", value: "NAME" },
        {
          name: "replace",
          summary: "generate --store, import: replace your maze of the same name",
          value: null,
        },
      ],
      examples: [
        "gamelore thief-and-police maze list",
        "gamelore thief-and-police maze show 20x20-1",
        "gamelore thief-and-police maze generate 20x20 --seed 7 --loops 10 --squares 150",
        "gamelore thief-and-police maze generate 31x21 --seed 3 --braid 0.5 --exits 2 --store garden",
        "gamelore thief-and-police maze check my-maze.txt",
        "gamelore thief-and-police maze import my-maze.txt cellar",
        "gamelore play thief-and-police --maze cellar",
      ],
      run: async (given) => (await import("./maze-command.ts")).runMazeCommand(given),
    },
    {
      name: "compare",
      summary: "accuracy of players in random positions: how often they preserve the outcome, by the table of the game",
      arguments: [],
      options: [
        { name: "maze", summary: "the maze (default 20x20-1)", value: "MAZE" },
        { name: "policemen", summary: "policemen (default 2)", value: "N" },
        { name: "turns", summary: "alternating or alternating-one", value: "RULE" },
        { name: "stay", summary: "yes or no", value: "WORD" },
        {
          name: "players",
          summary: "players separated by ; (default: alphabeta(depth=1) with each evaluation)",
          value: "LIST",
        },
        { name: "positions", summary: "number of positions (default 1000)", value: "N" },
        { name: "seed", summary: "the same seed gives the same positions (default 1)", value: "N" },
      ],
      examples: [
        "gamelore solve thief-and-police --kind game --policemen 2",
        "gamelore thief-and-police compare",
        "gamelore thief-and-police compare --policemen 2 --players 'alphabeta(depth=1,eval=maze);alphabeta(depth=5,eval=maze)'",
      ],
      run: async (given) => (await import("./compare-command.ts")).runCompareCommand(given),
    },
  ],
};
