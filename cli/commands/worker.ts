/** `gamelore worker --queue URL`: plays games and builds tables for commands on other machines. */
import { plural } from "../../engine/contracts/quantities.ts";
import type { Command } from "commander";
import { threadCount } from "../../engine/kernel/threads.ts";
import { dataFolder, tablesFolder } from "../../engine/platform/node/folders.ts";
import { interruptible, wholeNumber } from "../command.ts";
import { Progress } from "../progress.ts";

interface WorkerGiven {
  readonly queue: string;
  readonly slots: number;
  readonly allowPrograms?: boolean;
  readonly cache: number;
  readonly lock: number;
}

export function workerCommand(program: Command): void {
  program
    .command("worker")
    .description("plays games and builds tables for commands with --queue on other machines")
    .requiredOption("--queue <URL>", "redis://HOST:PORT, rediss://… for TLS, or the name of a variable with such a URL")
    .option("--slots <N>", "jobs at a time", wholeNumber("slots", 1, 1_024), threadCount())
    .option("--allow-programs", "also play with players that start programs: aei(…), uci(…)")
    .option("--cache <GB>", "limit of the tables fetched from other machines", wholeNumber("cache", 1, 100_000), 20)
    .option(
      "--lock <SECONDS>",
      "a worker that is silent for so long is taken for dead, and its jobs are given to others",
      wholeNumber("lock", 1, 3_600),
      15,
    )
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore worker --queue redis://192.168.1.20:6379\n  GAMELORE_QUEUE=rediss://user:password@host:6380 gamelore worker --queue GAMELORE_QUEUE --slots 8\n  gamelore tournament chess best uct greedy --queue redis://192.168.1.20:6379      # on one machine\n\nAll machines need the same version. Ctrl-C finishes the running jobs; see docs/scale.md for Redis, systemd and compose.",
    )
    .action(async (given: WorkerGiven) => {
      const [{ runWorker }, { queueUrl }] = await Promise.all([
        import("../../distributed/worker.ts"),
        import("../../engine/jobs/bullmq/connection.ts"),
      ]);
      const progress = new Progress("worker");
      const { slots, allowPrograms = false, cache, lock } = given;
      await interruptible((signal) =>
        runWorker({
          url: queueUrl(given.queue),
          slots,
          startsPrograms: allowPrograms,
          lockSeconds: lock,
          cacheBytes: cache * 1e9,
          folder: dataFolder(),
          tables: tablesFolder(),
          signal,
          say: (line) => {
            progress.end();
            process.stderr.write(`gamelore: ${line}\n`);
          },
          onStatus: ({ tasks, games, entries }) =>
            progress.update(
              null,
              `${plural(tasks, "job")}, ${plural(games, "game")}, ${plural(entries, "table entry", "table entries")}`,
            ),
        }),
      ).finally(() => progress.end());
    });
}
