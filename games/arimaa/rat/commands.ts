/** Commands of Rat's folder: its analysis and plans, position graphs, local patterns, and mining them from recorded games. */
import type { GameCommand } from "../../../engine/contracts/command.ts";
import type * as Measure from "./measure.ts";

/** How few moves Rat searches, for the lab. */
export const measureOutput: typeof Measure.measureOutput = async (...given) =>
  (await import("./measure.ts")).measureOutput(...given);

const POSITION = "g rrrrrrrr/dhcemchd/......../......../......../......../DHCMECHD/RRRRRRRR";

export const ratCommands: readonly GameCommand[] = [
  {
    name: "graph",
    summary: "checks, matches or draws a directed position graph; without a file, lists the built-in graphs",
    arguments: [{ name: "file", summary: "a .graph file, or the name of a built-in graph", required: false }],
    options: [
      {
        name: "check",
        summary: "list all errors (the default)",
        value: null,
      },
      {
        name: "match",
        summary: "show what it suggests in a position, and why: side to move and squares a8 to h1",
        value: "POSITION",
      },
      {
        name: "svg",
        summary: "draw it to a file or to the output; with --match, matching nodes are highlighted",
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
        import("../board.ts"),
      ]);
      return runGraphCommand(given, kernelTurns(new Board()));
    },
  },
  {
    name: "plans",
    summary: "shows the analysis of a position and the plans of the player rat, in order, with reasons",
    arguments: [{ name: "position", summary: "side to move and squares a8 to h1", required: false }],
    options: [
      {
        name: "measure",
        summary: "measure how few moves rat searches, over middle games of recorded games or of its own",
        value: "RECORDS",
        valueOptional: true,
      },
      { name: "positions", summary: "number of positions to measure (default 100)", value: "N" },
    ],
    examples: [
      `gamelore arimaa plans '${POSITION}'`,
      "gamelore arimaa plans --measure game.txt --positions 50",
      "gamelore arimaa plans --measure",
    ],
    run: async (given) => (await import("./plans-command.ts")).runPlansCommand(given),
  },
  {
    name: "patterns",
    summary: "checks a file of local patterns around traps; without a file, the built-in patterns",
    arguments: [{ name: "file", summary: "a .patterns file", required: false }],
    options: [{ name: "match", summary: "show the patterns that match at each trap of a position", value: "POSITION" }],
    examples: ["gamelore arimaa patterns my.patterns", `gamelore arimaa patterns --match '${POSITION}'`],
    run: async (given) => (await import("./patterns/command.ts")).runPatternsCommand(given),
  },
  {
    name: "mine",
    summary:
      "mines setups, patterns around traps and turns that the plans miss from recorded games; writes candidates for manual editing",
    arguments: [{ name: "records", summary: "a file of records, as for gamelore arimaa records", required: true }],
    options: [
      {
        name: "out",
        summary: "output folder for setups.txt, traps.patterns, missed.graph and missed.txt",
        value: "FOLDER",
      },
      {
        name: "rating",
        summary: "minimum rating of players whose turns are compared with plans (default: the best third)",
        value: "N",
      },
      { name: "positions", summary: "number of turns to compare, sampled evenly (default 1000)", value: "N" },
      { name: "ahead", summary: "turns within which captures on a trap count (default 4)", value: "N" },
      { name: "min-count", summary: "minimum number of occurrences (default 8)", value: "N" },
      { name: "min-games", summary: "minimum number of games (default 4)", value: "N" },
    ],
    examples: [
      "gamelore arimaa mine games.jsonl",
      "gamelore arimaa mine games.jsonl --rating 2000 --out candidates",
      "gamelore arimaa graph candidates/missed.graph --check",
    ],
    run: async (given) => {
      const [{ runMineCommand }, { ratPlans }, { Board }] = await Promise.all([
        import("./mining/command.ts"),
        import("./mining/planned.ts"),
        import("../board.ts"),
      ]);
      const board = new Board();
      return runMineCommand(given, board, ratPlans(board, 3));
    },
  },
];
