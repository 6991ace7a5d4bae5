/** `gamelore gdl format`: a rulesheet in its canonical layout. */
import { renameSync, writeFileSync } from "node:fs";
import type { Command } from "commander";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { formatRulesheet } from "../../gdl/language/format.ts";
import { rulesheetPath } from "../../games/games.ts";
import { addJson, printResult } from "../command.ts";
import { readRulesheet } from "../read-rulesheet.ts";

interface FormatGiven {
  readonly write?: boolean;
  readonly check?: boolean;
  readonly json?: boolean;
}

export function formatCommand(parent: Command): void {
  const command = parent
    .command("format")
    .argument("<files...>", "rulesheets, or names of ours")
    .description(
      "lays rulesheets out: comments, words and the order of rules stay, spaces and line breaks become uniform",
    )
    .option("--write", "into the files themselves, not to the terminal")
    .option("--check", "only says which files are laid out otherwise, and ends with 1 if there are any")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore gdl format game.kif\n  gamelore gdl format game.kif --write\n  gamelore gdl format rules/*.kif --check",
    );
  addJson(command).action((files: readonly string[], given: FormatGiven) => {
    if (given.write && given.check) throw new GameloreError("bad-usage", "--write and --check exclude each other");
    // All are read before any is written: one that is no rulesheet leaves the others as they were.
    const sheets = files.map((file) => {
      const before = readRulesheet(file);
      const laid = formatRulesheet(before);
      if (!laid.ok) throw new GameloreError(laid.error.code, `${file}: ${laid.error.message}`);
      return { file, text: laid.value, changed: laid.value !== before };
    });
    const changed = sheets.filter((sheet) => sheet.changed);
    if (given.write) for (const { file, text } of changed) replace(rulesheetPath(file) ?? file, text);
    if (given.check && changed.length > 0) process.exitCode = 1;
    if (!given.json && !given.write && !given.check) {
      process.stdout.write(sheets.map(({ text }) => text).join("\n"));
      return;
    }
    const done = given.write ? "laid out" : "not laid out canonically";
    const document = sheets.map(({ file, text, changed: isChanged }) =>
      given.write || given.check ? { file, changed: isChanged } : { file, changed: isChanged, text },
    );
    printResult(given.json, { files: document }, [
      ...changed.map(({ file }) => `${file}: ${done}`),
      `${sheets.length - changed.length} of ${sheets.length} were laid out canonically`,
    ]);
  });
}

/** Written whole or not at all. */
function replace(file: string, text: string): void {
  const beside = `${file}.${process.pid}.new`;
  try {
    writeFileSync(beside, text, { flush: true });
    renameSync(beside, file);
  } catch (cause) {
    throw new GameloreError("not-writable", `${file} cannot be written: ${(cause as Error).message}`, { cause });
  }
}
