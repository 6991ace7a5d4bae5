/** `gamelore gdl`: tools for rulesheets of general games. */
import type { Command } from "commander";
import { checkRulesheet, type Diagnostic } from "../../gdl/language/check.ts";
import { addJson, oneLine, printResult, type Given } from "../command.ts";
import { readRulesheet } from "../read-rulesheet.ts";
import { painterFor } from "../terminal.ts";
import { diffCommand } from "./gdl-diff.ts";
import { explainCommand } from "./gdl-explain.ts";
import { formatCommand } from "./gdl-format.ts";
import { serveMatchCommand } from "./serve-match.ts";

export function gdlCommand(program: Command): void {
  const parent = program
    .command("gdl")
    .description("tools for rulesheets of general games")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore gdl check game.kif\n  gamelore gdl format game.kif --write\n  gamelore gdl diff a.kif b.kif\n  gamelore gdl explain tic-tac-toe terminal\n  gamelore gdl serve-match tic-tac-toe --player http://127.0.0.1:9147 --local random",
    );
  const check = parent
    .command("check")
    .argument("<file>", "a rulesheet file, or the name of a bundled one")
    .description("lists the errors and warnings of a rulesheet; errors make it unplayable")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore gdl check game.kif\n  gamelore gdl check game.kif --json\n\nExit status 1 if there are errors.",
    );
  addJson(check).action((file: string, given: Given) => {
    const complaints = checkRulesheet(readRulesheet(file));
    printResult(given["json"] === true, { file, complaints }, linesFor(file, complaints));
    if (complaints.some(({ severity }) => severity === "error")) process.exitCode = 1;
  });
  formatCommand(parent);
  diffCommand(parent);
  explainCommand(parent);
  serveMatchCommand(parent);
}

function linesFor(file: string, complaints: readonly Diagnostic[]): string[] {
  const paint = painterFor(process.stdout);
  const count = (severity: Diagnostic["severity"]): number =>
    complaints.filter((each) => each.severity === severity).length;
  return [
    ...complaints.map(
      ({ severity, at, message }) =>
        `${file}:${at.line}:${at.column}: ${paint(severity === "error" ? "red" : "yellow", severity)}: ${oneLine(message)}`,
    ),
    `${file}: ${count("error")} errors, ${count("warning")} warnings`,
  ];
}
