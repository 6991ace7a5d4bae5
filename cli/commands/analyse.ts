/** `gamelore analyse GAME [POSITION]`: exact values, else the best lines of a search that deepens until its time is up. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { Command } from "commander";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { Game } from "../../engine/contracts/game.ts";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import { addJson, addVariant, interruptible, printResult, variantOf, wholeNumber, type Given } from "../command.ts";
import { painterFor } from "../terminal.ts";
import { analysisLines, TerminalAnalysis } from "../terminal-analysis.ts";

const MAX_LINES = 5;
const MAX_MS = 3_600_000;

interface AnalyseGiven {
  readonly lines: number;
  readonly ms: number;
  readonly json?: boolean;
}

export function analyseCommand(parent: Command, game: Game, example: string): void {
  const command = parent
    .command(game.id)
    .argument("[position]", "the position as text, in quotes (default: the initial position)")
    .description(`the value of a position of ${game.title} with the best lines`)
    .option("--lines <N>", "number of lines of a search", wholeNumber("lines", 1, MAX_LINES), 3)
    .option("--ms <N>", "time for a search in milliseconds", wholeNumber("ms", 1, MAX_MS), 3_000)
    .addHelpText(
      "after",
      `\nExamples:\n  gamelore analyse ${game.id}\n  gamelore analyse ${game.id} "${example}" --lines 5 --ms 10000`,
    );
  addJson(addVariant(command, game)).action(async (text: string | undefined, given: AnalyseGiven & Given) => {
    const rules = unwrap(await game.open(variantOf(game, given)));
    const analysis = new TerminalAnalysis(rules, null);
    try {
      const position = text === undefined ? rules.initial() : unwrap(rules.parsePosition(text));
      const actors = rules.actors(position);
      const progress = new SearchLine();
      const found = await interruptible((signal) =>
        analysis.analyse(
          { rules, position, actors, forbidden: undefined, plies: [] },
          {
            lines: given.lines,
            limits: { milliseconds: given.ms },
            signal,
            emit: (document) => progress.show(document),
          },
        ),
      ).finally(() => progress.end());
      const ended = rules.result(position) === null ? [] : ["the game has ended"];
      printResult(
        given.json,
        found,
        ended.length > 0
          ? ended
          : analysisLines(found, rules.players, painterFor(process.stdout), Number.POSITIVE_INFINITY),
      );
    } finally {
      await analysis.close();
      await rules.close();
    }
  });
}

/** The best line so far, on a line of the terminal that is redrawn and then erased. */
class SearchLine {
  #shown = false;

  show({ depth, playouts, evaluation, lines }: AnalysisDocument): void {
    if (process.stderr.isTTY !== true) return;
    const work = playouts !== null ? plural(playouts, "playout") : `depth ${depth ?? "?"}`;
    const text = `${work}  ${evaluation?.label ?? ""}  ${lines[0]?.moves.join(" ") ?? ""}`;
    process.stderr.write(`\r\u001B[K${text.slice(0, Math.max(1, (process.stderr.columns || 80) - 1))}`);
    this.#shown = true;
  }

  end(): void {
    if (this.#shown) process.stderr.write("\r\u001B[K");
  }
}
