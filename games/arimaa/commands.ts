/** Commands that only Arimaa has. */
import type { GameCommands } from "../../engine/contracts/command.ts";
import { recordCommands } from "./record-commands.ts";

const POSITION = "g rrrrrrrr/dhcemchd/......../......../......../......../DHCMECHD/RRRRRRRR";

export const commands: GameCommands = {
  summary:
    "position graphs of Arimaa: check, match, draw; analysis and plans of a position; positions put together; records and mining",
  commands: [
    {
      name: "graph",
      summary:
        "checks a directed position graph, matches a position with it, or draws it; without a file lists those there are",
      arguments: [
        { name: "file", summary: "a .graph file, or the name of one that comes with the project", required: false },
      ],
      options: [
        {
          name: "check",
          summary: "list everything that is wrong with it (what happens without options, too)",
          value: null,
        },
        {
          name: "match",
          summary: "what it suggests in a position, and why: side to move and squares a8 to h1",
          value: "POSITION",
        },
        {
          name: "svg",
          summary: "draw it, into a file or to the output; with --match, what holds is marked",
          value: "OUT",
          valueOptional: true,
        },
      ],
      examples: [
        "gamelore arimaa graph elephant-horse",
        "gamelore arimaa graph my.graph --check",
        `gamelore arimaa graph opening --match '${POSITION}'`,
        "gamelore arimaa graph elephant-horse --svg elephant-horse.svg",
      ],
      run: async (given) => {
        const [{ runGraphCommand }, { kernelTurns }, { Board }] = await Promise.all([
          import("./graphs/command.ts"),
          import("./graphs/kernel-turn.ts"),
          import("./board.ts"),
        ]);
        return runGraphCommand(given, kernelTurns(new Board()));
      },
    },
    {
      name: "plans",
      summary: "the analysis of a position and the plans that the player rat would try, in order, with reasons",
      arguments: [{ name: "position", summary: "side to move and squares a8 to h1", required: false }],
      options: [
        {
          name: "measure",
          summary: "instead: how few moves rat looks at, over middle games of recorded games, or of its own",
          value: "RECORDS",
          valueOptional: true,
        },
        { name: "positions", summary: "how many positions are measured (default 100)", value: "N" },
      ],
      examples: [
        `gamelore arimaa plans '${POSITION}'`,
        "gamelore arimaa plans --measure game.txt --positions 50",
        "gamelore arimaa plans --measure",
      ],
      run: async (given) => (await import("./rat/command.ts")).runPlansCommand(given),
    },
    {
      name: "patterns",
      summary: "checks a file of local patterns around traps; without a file, those that come with the project",
      arguments: [{ name: "file", summary: "a .patterns file", required: false }],
      options: [{ name: "match", summary: "which of them hold at each trap of a position", value: "POSITION" }],
      examples: ["gamelore arimaa patterns my.patterns", `gamelore arimaa patterns --match '${POSITION}'`],
      run: async (given) => (await import("./rat/patterns-command.ts")).runPatternsCommand(given),
    },
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
