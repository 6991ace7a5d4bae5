/** `gamelore engine uci`: a chess engine on stdin and stdout. */
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
import { addPlugin, gameWithPlugins, type PluginGiven } from "../plugin-option.ts";

interface UciGiven extends PluginGiven {
  readonly player?: string;
  readonly ms?: number;
  readonly log?: string;
  readonly seed: number;
}

const MAX_MS = 2_000_000_000;
/** Time limit for closing the player. */
const CLOSE_MS = 2_000;

export function uciCommand(parent: Command): void {
  const command = parent
    .command("uci")
    .description("a chess engine that speaks UCI, the Universal Chess Interface, on stdin and stdout")
    .option("--player <PLAYER>", "the player, for example 'alphabeta(depth=6)' (default: the strongest)")
    .option("--ms <N>", "milliseconds per move, regardless of the GUI's clock", wholeNumber("ms", 1, MAX_MS))
    .option("--log <FILE>", "appends the protocol dialogue to this file")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine uci
  gamelore engine uci --player random --seed 7
  gamelore engine uci --player mine --plugin ./mine.ts
  gamelore engine uci --ms 2000 --log /tmp/uci.log
  printf 'uci\\nposition startpos moves e2e4\\ngo movetime 500\\n' | gamelore engine uci --player random
  gamelore match chess random 'uci(command=gnuchess --uci, depth=3)'
  xboard -fUCI -fcp 'gamelore engine uci'

Chess GUIs and match runners use "gamelore engine uci" as the command of an engine. Time management and options: protocols/uci/README.md.`,
    );
  addPlugin(addSeed(command)).action(async (given: UciGiven) => {
    const rules = unwrap(
      await (await gameWithPlugins(chessWithEngines, given)).open(defaultsOf(chessWithEngines.options)),
    ) as ChessRules;
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
    setTimeout(() => process.exit(), CLOSE_MS).unref();
    await players.close();
  }
}
