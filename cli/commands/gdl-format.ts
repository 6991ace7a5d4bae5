/** `gamelore gdl format`: formats rulesheets. */
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
    .argument("<files...>", "rulesheet files, or names of bundled ones")
    .description("formats rulesheets: changes only spaces and line breaks")
    .option("--write", "write to the files instead of stdout")
    .option("--check", "only list files that are not formatted; exit status 1 if there are any")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore gdl format game.kif\n  gamelore gdl format game.kif --write\n  gamelore gdl format rules/*.kif --check",
    );
  addJson(command).action((files: readonly string[], given: FormatGiven) => {
    if (given.write && given.check) throw new GameloreError("bad-usage", "--write and --check cannot be combined");
    // Read all files before writing any, so that an invalid one leaves the others unchanged.
    const sheets = files.map((file) => {
      const before = readRulesheet(file);
      const formatted = formatRulesheet(before);
      if (!formatted.ok) throw new GameloreError(formatted.error.code, `${file}: ${formatted.error.message}`);
      return { file, text: formatted.value, changed: formatted.value !== before };
    });
    const changed = sheets.filter((sheet) => sheet.changed);
    if (given.write) for (const { file, text } of changed) replace(rulesheetPath(file) ?? file, text);
    if (given.check && changed.length > 0) process.exitCode = 1;
    if (!given.json && !given.write && !given.check) {
      process.stdout.write(sheets.map(({ text }) => text).join("\n"));
      return;
    }
    const done = given.write ? "formatted" : "not formatted";
    const document = sheets.map(({ file, text, changed: isChanged }) =>
      given.write || given.check ? { file, changed: isChanged } : { file, changed: isChanged, text },
    );
    printResult(given.json, { files: document }, [
      ...changed.map(({ file }) => `${file}: ${done}`),
      `${sheets.length - changed.length} of ${sheets.length} were already formatted`,
    ]);
  });
}

/** Atomic write. */
function replace(file: string, text: string): void {
  const temporary = `${file}.${process.pid}.new`;
  try {
    writeFileSync(temporary, text, { flush: true });
    renameSync(temporary, file);
  } catch (cause) {
    throw new GameloreError("not-writable", `cannot write ${file}: ${(cause as Error).message}`, { cause });
  }
}
