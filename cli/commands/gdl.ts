/** `gamelore gdl`: rulesheets of general games. */
import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { checkRulesheet, type Complaint } from "../../gdl/check.ts";
import { addJson, oneLine, printResult, type Given } from "../command.ts";
import { painterFor } from "../terminal.ts";
import { serveMatchCommand } from "./serve-match.ts";

export function gdlCommand(program: Command): void {
  const parent = program
    .command("gdl")
    .description("rulesheets of general games")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore gdl check game.kif\n  gamelore gdl check game.kif --json\n  gamelore gdl serve-match tic-tac-toe --player http://127.0.0.1:9147 --local random",
    );
  const check = parent
    .command("check")
    .argument("<file>", "a rulesheet")
    .description("lists everything that is wrong with a rulesheet: errors make it unplayable, warnings do not")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore gdl check game.kif\n  gamelore gdl check game.kif --json\n\nEnds with 1 if there are errors.",
    );
  serveMatchCommand(parent);
  addJson(check).action((file: string, given: Given) => {
    const complaints = checkRulesheet(read(file));
    printResult(given["json"] === true, { file, complaints }, linesFor(file, complaints));
    if (complaints.some(({ severity }) => severity === "error")) process.exitCode = 1;
  });
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new GameloreError("bad-usage", `${file} cannot be read; expected a rulesheet`, { cause });
  }
}

function linesFor(file: string, complaints: readonly Complaint[]): string[] {
  const paint = painterFor(process.stdout);
  const count = (severity: Complaint["severity"]): number =>
    complaints.filter((each) => each.severity === severity).length;
  return [
    ...complaints.map(
      ({ severity, at, message }) =>
        `${file}:${at.line}:${at.column}: ${paint(severity === "error" ? "red" : "yellow", severity)}: ${oneLine(message)}`,
    ),
    `${file}: ${count("error")} errors, ${count("warning")} warnings`,
  ];
}
