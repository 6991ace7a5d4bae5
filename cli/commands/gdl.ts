/** `gamelore gdl`: tools for rulesheets of general games. */
import type { Command } from "commander";
import { GameloreError, unwrap } from "../../engine/contracts/errors.ts";
import { gdlGame } from "../../gdl/game.ts";
import { checkRulesheet, type Diagnostic } from "../../gdl/language/check.ts";
import { addJson, oneLine, printResult, type Given } from "../command.ts";
import { readRulesheet } from "../read-rulesheet.ts";
import { painterFor, plural } from "../terminal.ts";
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
    .description(
      "lists the errors and warnings of a rulesheet, opens it, and says how it is played; errors make it unplayable",
    )
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore gdl check game.kif\n  gamelore gdl check game.kif --json\n\nExit status 1 if there are errors.",
    );
  addJson(check).action(async (file: string, given: Given) => {
    const text = readRulesheet(file);
    const complaints = [...checkRulesheet(text)];
    if (!complaints.some(isError)) complaints.push(...(await openingComplaints(file, text)));
    printResult(given["json"] === true, { file, complaints }, linesFor(file, complaints));
    if (complaints.some(isError)) process.exitCode = 1;
  });
  formatCommand(parent);
  diffCommand(parent);
  explainCommand(parent);
  serveMatchCommand(parent);
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

/** What only opening the game shows: rules that cannot be grounded, no legal moves, a game for the slow interpreter. */
async function openingComplaints(file: string, text: string): Promise<Diagnostic[]> {
  const notices: string[] = [];
  const game = unwrap(gdlGame(file, text, (line) => void notices.push(line)));
  const complaint = (severity: Diagnostic["severity"], message: string): Diagnostic => {
    const line = /\bline (\d+)/.exec(message);
    return { severity, at: { line: Number(line?.[1] ?? 1), column: 1 }, message: message.replace(`${file}: `, "") };
  };
  try {
    const rules = unwrap(await game.open({}));
    try {
      const start = rules.initial();
      for (const actor of rules.actors(start)) rules.moves(start, actor);
    } finally {
      await rules.close();
    }
    return notices.map((line) => complaint("warning", line));
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    return [complaint("error", error.message)];
  }
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
    `${file}: ${plural(count("error"), "error")}, ${plural(count("warning"), "warning")}`,
  ];
}
