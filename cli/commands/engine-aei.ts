/** `gamelore engine aei`: a player of Arimaa on standard input and output. */
import type { Command } from "commander";
import { buildOf } from "../../engine/arena/build.ts";
import { canonicalText, makePlayer, strongestOf } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { arimaaWithEngines } from "../../protocols/aei/player-kind.ts";
import { serveAei } from "../../protocols/aei/serve.ts";
import { parseTimeControl } from "../../protocols/aei/time-control-text.ts";
import { addSeed, interruptible, wholeNumber } from "../command.ts";

interface AeiGiven {
  readonly player?: string;
  readonly ms?: number;
  readonly time?: string;
  readonly log?: string;
  readonly seed: number;
}

const MOST_MS = 2_000_000_000;
/** A player that does not let go is not waited for longer. */
const LETTING_GO_MS = 2_000;

export function aeiCommand(parent: Command): void {
  const command = parent
    .command("aei")
    .description("a player of Arimaa on AEI, the protocol of Arimaa's own tools, on standard input and output")
    .option("--player <PLAYER>", "who plays, as in 'alphabeta(steps=8)' (default: the strongest there is)")
    .option("--ms <N>", "milliseconds for a turn, whatever the controller's clock says", wholeNumber("ms", 1, MOST_MS))
    .option(
      "--time <CONTROL>",
      "Arimaa's short text of a time control, until the controller sets one: 60s/5m/100/0/8h/4m",
    )
    .option("--log <FILE>", "adds everything that is said to this file")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine aei
  gamelore engine aei --player random --seed 7
  gamelore engine aei --ms 2000 --log /tmp/aei.log
  gamelore engine aei --time 15s/90s/100/2m
  printf 'aei\\nnewgame\\ngo\\nquit\\n' | gamelore engine aei --player random
  gamelore match arimaa random 'aei(command=gamelore engine aei --player random)'

Arimaa's tools (analyze, roundrobin, gameroom) take it as their cmdline. protocols/aei/README.md says how the time is used.`,
    );
  addSeed(command).action(async (given: AeiGiven) => {
    const rules = unwrap(await arimaaWithEngines.open(defaultsOf(arimaaWithEngines.options))) as ArimaaRules;
    try {
      const text = canonicalText(rules, given.player ?? strongestOf(rules));
      const { failed } = await interruptible((signal) => serve(rules, text, given, signal));
      if (failed) process.exitCode = 1;
    } finally {
      await rules.close();
    }
  });
}

async function serve(
  rules: ArimaaRules,
  text: string,
  { ms, time, log, seed }: AeiGiven,
  signal: AbortSignal,
): Promise<{ failed: boolean }> {
  const control = time === undefined ? undefined : unwrap(parseTimeControl(time));
  const player = makePlayer(rules, text, seed);
  const spec = { rules, player, name: `Gamelore ${text}`, version: buildOf("arimaa"), milliseconds: ms };
  try {
    return await serveAei({ ...spec, control, log, signal, input: process.stdin, output: process.stdout });
  } finally {
    setTimeout(() => process.exit(), LETTING_GO_MS).unref();
    await player.then((each) => each.close()).catch(() => {});
  }
}
