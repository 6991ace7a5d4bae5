/** The position editor and commands for recorded games. */
import type { GameCommand } from "../../engine/contracts/command.ts";

const POSITION = "g rrrrrrrr/dhcemchd/......../......../......../......../DHCMECHD/RRRRRRRR";

export const recordCommands: readonly GameCommand[] = [
  {
    name: "setup",
    summary: "edits a position with typed or piped commands and prints it as text; ? lists the commands",
    arguments: [{ name: "position", summary: "initial position (default: an empty board)", required: false }],
    options: [],
    examples: [
      "gamelore arimaa setup",
      "echo '99of9 Ee2>e4 silver' | gamelore arimaa setup",
      `echo 'mirror -a2' | gamelore arimaa setup '${POSITION}'`,
    ],
    run: async (given) => {
      const [{ runSetupCommand }, { Board }] = await Promise.all([import("./setup/command.ts"), import("./board.ts")]);
      return runSetupCommand(given, new Board());
    },
  },
  {
    name: "records",
    summary: "lists, checks, replays or converts recorded games (text or JSON Lines)",
    arguments: [{ name: "file", summary: "one or more games", required: true }],
    options: [
      {
        name: "check",
        summary: "show only errors and remarks; exit status 1 if a game is skipped",
        value: null,
      },
      { name: "replay", summary: "show one game, turn by turn", value: "N" },
      { name: "at", summary: "with --replay: show only this turn, as in 12s", value: "TURN" },
      { name: "export", summary: "write the games as text or json (JSON Lines)", value: "FORM" },
    ],
    examples: [
      "gamelore arimaa records games.jsonl",
      "gamelore arimaa records games.txt --check",
      "gamelore arimaa records games.txt --replay 3 --at 12s",
      "gamelore arimaa records games.jsonl --export text > games.txt",
    ],
    run: async (given) => {
      const [{ runRecordsCommand }, { Board }] = await Promise.all([
        import("./records/command.ts"),
        import("./board.ts"),
      ]);
      return runRecordsCommand(given, new Board());
    },
  },
];
