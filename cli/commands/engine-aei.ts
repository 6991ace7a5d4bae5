/** `gamelore engine aei`: an Arimaa engine on stdin and stdout. */
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
import { addPlugin, gameWithPlugins, type PluginGiven } from "../plugin-option.ts";

interface AeiGiven extends PluginGiven {
  readonly player?: string;
  readonly ms?: number;
  readonly time?: string;
  readonly log?: string;
  readonly seed: number;
}

const MAX_MS = 2_000_000_000;
/** Time limit for closing the player. */
const CLOSE_MS = 2_000;

export function aeiCommand(parent: Command): void {
  const command = parent
    .command("aei")
    .description("an Arimaa engine that speaks AEI, the Arimaa Engine Interface, on stdin and stdout")
    .option("--player <PLAYER>", "the player, for example 'alphabeta(steps=8)' (default: the strongest)")
    .option("--ms <N>", "milliseconds per turn, regardless of the controller's clock", wholeNumber("ms", 1, MAX_MS))
    .option("--time <CONTROL>", "Arimaa time control until the controller sets one, for example 60s/5m/100/0/8h/4m")
    .option("--log <FILE>", "appends the protocol dialogue to this file")
    .addHelpText(
      "after",
      `\nExamples:
  gamelore engine aei
  gamelore engine aei --player random --seed 7
  gamelore engine aei --player mine --plugin ./mine.ts
  gamelore engine aei --ms 2000 --log /tmp/aei.log
  gamelore engine aei --time 15s/90s/100/2m
  printf 'aei\\nnewgame\\ngo\\nquit\\n' | gamelore engine aei --player random
  gamelore match arimaa random 'aei(command=gamelore engine aei --player random)'

Arimaa's tools (analyze, roundrobin, gameroom) use it as their cmdline. Time management: protocols/aei/README.md.`,
    );
  addPlugin(addSeed(command)).action(async (given: AeiGiven) => {
    const rules = unwrap(
      await (await gameWithPlugins(arimaaWithEngines, given)).open(defaultsOf(arimaaWithEngines.options)),
    ) as ArimaaRules;
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
    setTimeout(() => process.exit(), CLOSE_MS).unref();
    await player.then((each) => each.close()).catch(() => {});
  }
}
