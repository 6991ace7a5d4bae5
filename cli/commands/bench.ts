/** `gamelore bench NAME`: benchmarks, as ratios within one run. */
import type { Command } from "commander";
import { benches } from "../../bench/benches.ts";
import { addJson, addOptions, interruptible, valuesOf, type Given } from "../command.ts";

export function benchCommand(program: Command): void {
  const parent = program
    .command("bench")
    .description("runs benchmarks; results are ratios within one run")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore bench solve\n  gamelore bench solve --pieces 6\n  gamelore bench search --json",
    );
  for (const bench of benches) {
    const command = parent
      .command(bench.name)
      .description(bench.summary)
      .addHelpText("after", `\nExamples:\n  gamelore bench ${bench.name}\n  gamelore bench ${bench.name} --json`);
    addJson(addOptions(command, bench.options)).action(async (given: Given) => {
      const json = given["json"] === true;
      const print = (line: string): void => void (json ? process.stderr : process.stdout).write(`${line}\n`);
      const document = await interruptible((signal) => bench.run(valuesOf(bench.options, given), print, signal));
      if (json) process.stdout.write(`${JSON.stringify(document, null, 2)}\n`);
    });
  }
}
