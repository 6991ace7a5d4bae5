/** `gamelore play GAME`: play in the terminal; with a table, the values of the moves are shown. */
import type { Command } from "commander";
import { makePlayer, strongestOf } from "../../engine/arena/players.ts";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import type { Game, OpenGame } from "../../engine/contracts/game.ts";
import type { PlayerNumber, Position } from "../../engine/contracts/position.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { addVariant, addSeed, interruptible, sameCommand, variantOf, type Given } from "../command.ts";
import { addPlugin, gameWithPlugins, type PluginGiven } from "../plugin-option.ts";
import { saveGame, readSavedGame } from "../saved-game.ts";
import { ensureTables } from "../../engine/arena/player-tables.ts";
import { terminalReporter } from "../build-reporter.ts";
import { Session } from "../session.ts";
import { TerminalAnalysis } from "../terminal-analysis.ts";

interface PlayGiven extends PluginGiven {
  readonly as?: string;
  readonly against?: string;
  readonly position?: string;
  readonly saved?: string;
  readonly build?: boolean;
  readonly seed: number;
}

export function playCommand(parent: Command, game: Game, example: string): void {
  const command = parent
    .command(game.id)
    .description(`play ${game.title} in the terminal`)
    .option("--as <PLAYER>", 'your seat, by name or number; "none" to watch the computer play itself')
    .option("--against <PLAYER>", "your opponent (default: the strongest player)")
    .option("--position <TEXT>", "start from this position")
    .option("--saved <FILE>", "resume a saved game with hidden information")
    .option("--build", "build tables that the opponent needs")
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore play ${game.id}\n  gamelore play ${game.id} --against random\n  gamelore play ${game.id} --position "${example}" --as none`,
    );
  addPlugin(addSeed(addVariant(command, game))).action(async (given: PlayGiven & Given) => {
    const values = variantOf(game, given);
    const rules = unwrap(await (await gameWithPlugins(game, given)).open(values));
    try {
      const person = given.as === undefined ? 0 : seatOf(rules.players, given.as);
      const start = startOf(rules, given);
      const against = given.against ?? strongestOf(rules);
      await interruptible((signal) =>
        ensureTables(rules, [against], {
          build: given.build ?? false,
          threads: threadCount(),
          signal,
          resume: sameCommand(),
          reporter: terminalReporter,
        }),
      );
      const opponent = await interruptible((signal) => makePlayer(rules, against, given.seed, signal));
      const variant = game.options
        .filter(({ name, default: usual }) => values[name] !== usual)
        .map(({ name }) => `--${name} ${shellWord(String(values[name]))} `)
        .join("");
      const plugins = (given.plugin ?? []).map((file) => `--plugin ${shellWord(file)} `).join("");
      const analysis = new TerminalAnalysis(rules, person < 0 ? null : (person as PlayerNumber));
      const session = (signal: AbortSignal): Session =>
        new Session({
          rules,
          seats: rules.players.map((_, player) => (player === person ? null : opponent)),
          adviser: opponent,
          analysis,
          start,
          seed: given.seed,
          resume: (position) => {
            const words = `gamelore play ${game.id} ${variant}--against '${opponent.text}' ${plugins}--as ${given.as ?? rules.players[0]}`;
            // A player must not see hidden information.
            return rules.hidden && person >= 0
              ? `${words} --saved "${saveGame(game.id, position, given.saved)}"`
              : `${words} --position "${position}"`;
          },
          signal,
        });
      await interruptible(async (signal) => {
        await session(signal).run();
        // The resume command has been printed.
        if (signal.aborted) process.exitCode = 130;
      }).finally(async () => {
        await analysis.close();
        await opponent.close();
      });
    } finally {
      await rules.close();
    }
  });
}

/** Quoted as one word of a shell. */
function shellWord(text: string): string {
  return /^[\w.,+-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function startOf(rules: OpenGame, { position, saved }: PlayGiven): Position {
  if (saved === undefined) return position === undefined ? rules.initial() : unwrap(rules.parsePosition(position));
  if (position !== undefined) throw new GameloreError("bad-usage", "--position and --saved cannot be combined");
  const start = rules.parsePosition(readSavedGame(saved));
  // No details: the text may contain hidden cards.
  if (!start.ok) throw new GameloreError("bad-position", `--saved ${saved}: not a position of ${rules.game.id}`);
  return start.value;
}

/** The person's seat; -1 for none. */
function seatOf(players: readonly string[], text: string): number {
  if (text === "none") return -1;
  const byName = players.indexOf(text);
  const seat = byName >= 0 ? byName : Number(text) - 1;
  if (players[seat] !== undefined) return seat;
  throw new GameloreError(
    "bad-usage",
    `--as ${text}: expected ${players.join(", ")}, a number from 1 to ${players.length}, or none`,
  );
}
