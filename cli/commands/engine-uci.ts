/** `gamelore engine uci`: a player of chess on standard input and output. */
import type { Command } from "commander";
import { buildOf } from "../../engine/arena/build.ts";
import { strongestOf } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { chessWithEngines } from "../../protocols/uci/player-kind.ts";
import { TextPlayerSource } from "../../protocols/uci/player-source.ts";
import { serveUci } from "../../protocols/uci/serve.ts";
import { addSeed, interruptible, wholeNumber } from "../command.ts";

interface UciGiven {
  readonly player?: string;
  readonly ms?: number;
  readonly log?: string;
  readonly seed: number;
}

const MOST_MS = 2_000_000_000;
/** A player that does not let go is not waited for longer. */
const LETTING_GO_MS = 2_000;

export function uciCommand(parent: Command): void {
  const command = parent
    .command("uci")
    .description("a player of chess on UCI, the protocol of chess programs, on standard input and output")
    .option("--player <PLAYER>", "who plays, as in 'alphabeta(depth=6)' (default: the strongest there is)")
    .option("--ms <N>", "milliseconds for a move, whatever the clock of the GUI says", wholeNumber("ms", 1, MOST_MS))
    .option("--log <FILE>", "adds everything that is said to this file")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine uci
  gamelore engine uci --player random --seed 7
  gamelore engine uci --ms 2000 --log /tmp/uci.log
  printf 'uci\\nposition startpos moves e2e4\\ngo movetime 500\\n' | gamelore engine uci --player random
  gamelore match chess random 'uci(command=gnuchess --uci, depth=3)'
  xboard -fUCI -fcp 'gamelore engine uci'

Chess programs with a board (GUIs) and match runners take "gamelore engine uci" as the command of an engine. protocols/uci/README.md says
how the time is used and which options there are.`,
    );
  addSeed(command).action(async (given: UciGiven) => {
    const rules = unwrap(await chessWithEngines.open(defaultsOf(chessWithEngines.options))) as ChessRules;
    try {
      const players = new TextPlayerSource(rules, given.player ?? strongestOf(rules), given.seed);
      const { failed } = await interruptible((signal) => serve(rules, players, given, signal));
      if (failed) process.exitCode = 1;
    } finally {
      await rules.close();
    }
  });
}

async function serve(
  rules: ChessRules,
  players: TextPlayerSource,
  { ms, log }: UciGiven,
  signal: AbortSignal,
): Promise<{ failed: boolean }> {
  const spec = { rules, players, name: `Gamelore ${buildOf("chess")} ${players.text}`, milliseconds: ms };
  try {
    return await serveUci({ ...spec, log, signal, input: process.stdin, output: process.stdout });
  } finally {
    setTimeout(() => process.exit(), LETTING_GO_MS).unref();
    await players.close();
  }
}
