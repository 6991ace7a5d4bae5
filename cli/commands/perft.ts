/** `gamelore perft GAME [POSITION]`: counts move sequences, to check the rules against published numbers. */
import type { Command } from "commander";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import { addJson, addVariant, printResult, variantOf, wholeNumber, type Given } from "../command.ts";
import { formatNumber } from "../terminal.ts";

interface PerftGiven {
  readonly depth: number;
  readonly divide?: boolean;
  readonly json?: boolean;
}

export function perftCommand(parent: Command, game: Game, example: string): void {
  const command = parent
    .command(game.id)
    .argument("[position]", "the position as text, in quotes (default: the initial position)")
    .description(`perft: counts move sequences of ${game.title}`)
    .option("--depth <N>", "maximum depth", wholeNumber("depth", 1, 30), 4)
    .option("--divide", "also print the count after every first move")
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore perft ${game.id} --depth 5\n  gamelore perft ${game.id} "${example}" --depth 3 --divide`,
    );
  addJson(addVariant(command, game)).action(async (text: string | undefined, given: PerftGiven & Given) => {
    const rules = unwrap(await game.open(variantOf(game, given)));
    const position = text === undefined ? rules.initial() : unwrap(rules.parsePosition(text));
    const counts: { depth: number; sequences: number; seconds: number }[] = [];
    for (let depth = 1; depth <= given.depth; depth++) {
      const started = performance.now();
      counts.push({ depth, sequences: rules.perft(position, depth), seconds: (performance.now() - started) / 1000 });
    }
    const actor = rules.actors(position)[0];
    const divided =
      given.divide && actor !== undefined
        ? rules.moves(position, actor).map((move) => ({
            move: rules.formatMove(position, move),
            sequences: rules.perft(rules.play(position, [move]), given.depth - 1),
          }))
        : [];
    printResult(given.json, { variant: rules.variant, position: rules.formatPosition(position), counts, divided }, [
      ...divided.map(({ move, sequences }) => `  ${move.padEnd(8)} ${formatNumber(sequences)}`),
      ...counts.map(
        ({ depth, sequences, seconds }) =>
          `depth ${depth}: ${formatNumber(sequences)} (${formatNumber(Math.round(sequences / Math.max(seconds, 1e-6)))} per second)`,
      ),
    ]);
    await rules.close();
  });
}
