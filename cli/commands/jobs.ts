/** `gamelore jobs --queue URL`: the runs and workers of a queue; stops a run. */
import type { Command } from "commander";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { RunStatus } from "../../engine/jobs/bullmq/registry.ts";
import type { WorkerStatus } from "../../engine/jobs/task-queue.ts";
import { addJson, oneLine, printResult } from "../command.ts";
import { formatNumber, formatSeconds, painterFor, plural } from "../terminal.ts";

interface JobsGiven {
  readonly queue: string;
  readonly json?: boolean;
}

export function jobsCommand(program: Command): void {
  const jobs = program
    .command("jobs")
    .description("lists the runs and workers of a queue, and stops runs")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore jobs --queue redis://192.168.1.20:6379\n  gamelore jobs stop 3f09ac --queue redis://192.168.1.20:6379\n\nA stopped run has stored what was finished, except learn, which stores its result only; its command resumes it.",
    );
  const list = jobs
    .command("list", { isDefault: true })
    .description("lists the runs of the last day, and the workers with their speed")
    .requiredOption("--queue <URL>", "redis://HOST:PORT, or the name of a variable with the URL")
    .addHelpText("after", "\nExamples:\n  gamelore jobs list --queue redis://192.168.1.20:6379 --json");
  addJson(list).action(async (given: JobsGiven) => {
    const { connect, queueUrl } = await import("../../engine/jobs/bullmq/connection.ts");
    const { listRuns, listWorkers } = await import("../../engine/jobs/bullmq/registry.ts");
    const redis = await connect(queueUrl(given.queue), () => {});
    try {
      const [runs, workers] = await Promise.all([listRuns(redis), listWorkers(redis)]);
      printResult(given.json, { runs, workers }, [...runs.flatMap(runLines), ...workerLines(workers)]);
    } finally {
      redis.disconnect();
    }
  });
  jobs
    .command("stop")
    .argument("<RUN>", "as listed by `jobs list`")
    .description("stops a run; what is finished is stored, and its command resumes it")
    .requiredOption("--queue <URL>", "redis://HOST:PORT, or the name of a variable with the URL")
    .addHelpText("after", "\nExamples:\n  gamelore jobs stop 3f09ac --queue redis://192.168.1.20:6379")
    .action(async (id: string, given: JobsGiven) => {
      const { connect, queueUrl } = await import("../../engine/jobs/bullmq/connection.ts");
      const { listRuns, requestStop } = await import("../../engine/jobs/bullmq/registry.ts");
      const redis = await connect(queueUrl(given.queue), () => {});
      try {
        const run = (await listRuns(redis)).find((each) => each.id === id);
        if (run?.state !== "running")
          throw new GameloreError("bad-usage", `no run ${oneLine(id)} is running; see: gamelore jobs list`);
        await requestStop(redis, id);
        process.stdout.write(`run ${id} is stopping; resume it with: ${run.command}\n`);
      } finally {
        redis.disconnect();
      }
    });
}

function runLines({ id, state, done, command, host, note, log }: RunStatus): string[] {
  const paint = painterFor(process.stdout);
  const percent = state === "running" && done !== null ? ` ${Math.floor(100 * done)} %` : "";
  const why = state === "lost" ? ", ended without a message, for example by a signal," : "";
  return [
    `${paint("bold", id)} ${state}${percent}${why} on ${host}: ${oneLine(command)}`,
    ...(note === "" ? [] : [`  ${oneLine(note)}`]),
    ...(log === null ? [] : [`  ${log}`]),
  ];
}

function workerLines(workers: readonly WorkerStatus[]): string[] {
  const lines = workers.map((worker) => {
    const { id, slots, busy, games, entries, seconds, startsPrograms, build, tasks } = worker;
    const { gamesPerSecond, entriesPerSecond } = worker;
    const counts = [
      plural(tasks, "job"),
      ...(games > 0 ? [plural(games, "game")] : []),
      ...(entries > 0 ? [plural(entries, "table entry", "table entries")] : []),
    ].join(", ");
    const speeds = [
      ...(gamesPerSecond > 0 ? [`${gamesPerSecond.toFixed(1)} games a second`] : []),
      ...(entriesPerSecond > 0 ? [`${formatNumber(Math.round(entriesPerSecond))} entries a second`] : []),
    ].join(", ");
    const now = speeds === "" ? "" : `, now ${speeds}`;
    const programs = startsPrograms ? ", may start programs" : "";
    return `  ${id}: ${busy} of ${slots} busy, ${counts} in ${formatSeconds(seconds)}${now}${programs}; build ${build}`;
  });
  return [plural(workers.length, "worker"), ...lines];
}
