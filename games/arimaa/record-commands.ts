/** Commands that put positions together, and that read recorded games. */
import type { GameCommand } from "../../engine/contracts/command.ts";

const POSITION = "g rrrrrrrr/dhcemchd/......../......../......../......../DHCMECHD/RRRRRRRR";

export const recordCommands: readonly GameCommand[] = [
  {
    name: "setup",
    summary: "puts a position together by words that are typed or piped in, and prints it as text; ? lists the words",
    arguments: [{ name: "position", summary: "where to begin (default: an empty board)", required: false }],
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
    summary: "lists the games of a file of records (text or JSON lines), checks, replays or writes them",
    arguments: [{ name: "file", summary: "one game or several", required: true }],
    options: [
      {
        name: "check",
        summary: "only what is wrong or unusual; exit status 1 where a game is left out",
        value: null,
      },
      { name: "replay", summary: "show one game, turn by turn", value: "N" },
      { name: "at", summary: "with --replay: only this turn, as in 12s", value: "TURN" },
      { name: "export", summary: "write the games: text or json (a line each)", value: "FORM" },
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
