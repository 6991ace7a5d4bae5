/** `gamelore serve`: the workbench in the browser. */
import { spawn } from "node:child_process";
import { InvalidArgumentError, type Command } from "commander";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { queueUrl } from "../../engine/jobs/bullmq/connection.ts";
import type { QueueSettings } from "../../server/jobs/queued-job.ts";
import type { JobRequest } from "../../service/job-documents.ts";
import { interruptible, wholeNumber } from "../command.ts";

export interface ServeGiven {
  readonly port?: number;
  readonly host?: string;
  readonly memory?: number;
  readonly origin?: readonly string[];
  readonly open?: boolean;
  readonly queue?: string;
  readonly listen?: string;
}

export function addServeOptions(command: Command): Command {
  return command
    .option("--port <N>", "port (default 8127, or the next free one)", wholeNumber("port", 0, 65_535))
    .option("--host <NAME>", "address to listen on (default 127.0.0.1: this machine only)")
    .option(
      "--memory <MB>",
      "memory of all games, players and jobs together (default: half of the machine's)",
      wholeNumber("memory", 256, 1_000_000),
    )
    .option(
      "--origin <URL>",
      "address of a proxy in front of the server, for example https://gamelore.example.org; can be repeated",
      readOrigin,
    )
    .option("--open", "open the page in a browser")
    .option(
      "--queue <URL>",
      "give the page's jobs to workers on many machines through this Redis or Valkey, redis://HOST:PORT or the name of a variable with its URL (see: gamelore worker --help)",
    )
    .option(
      "--listen <HOST:PORT>",
      "with --queue: where workers on other machines fetch and return tables (default: this machine only)",
    );
}

export function serveCommand(program: Command): void {
  const command = program
    .command("serve")
    .description("serves the workbench, a web page, and its API")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore serve\n  gamelore serve --port 9000 --open\n  gamelore serve --host 192.168.1.20\n  gamelore serve --origin https://gamelore.example.org\n  gamelore serve --queue GAMELORE_QUEUE\n\nStop with Ctrl-C; running builds are saved and resume when they are started again.",
    );
  addServeOptions(command).action((given: ServeGiven) => serveUntilInterrupted(given));
}

function readOrigin(text: string, before: readonly string[] = []): readonly string[] {
  if (!/^https?:/i.test(text) || !URL.canParse(text) || new URL(text).origin !== text.replace(/\/$/, "").toLowerCase())
    throw new InvalidArgumentError("expected an address without a path, such as https://gamelore.example.org");
  return [...before, new URL(text).origin];
}

/** `background`: jobs that start when the server is up. */
export async function serveUntilInterrupted(
  { port, host, memory, origin = [], open, queue, listen }: ServeGiven,
  background: readonly JobRequest[] = [],
): Promise<void> {
  // Loaded only when needed: the server is large.
  const { LOOPBACK_HOST, serve } = await import("../../server/serve.ts");
  const settings = await queueSettings(queue, listen);
  const isLoopback = host === undefined || ["localhost", "127.0.0.1", "::1"].includes(host);
  await interruptible(async (signal) => {
    const served = await serve({
      host: host ?? LOOPBACK_HOST,
      port: port ?? null,
      megabytes: memory ?? null,
      origins: origin,
      queue: settings,
      onProblem: (line) => void process.stderr.write(`gamelore: ${line}\n`),
    });
    if (!isLoopback)
      process.stderr.write(
        `gamelore: warning: ${host}: anyone who can connect can use this machine's CPU and memory through the server; there is no password\n`,
      );
    process.stdout.write(`Gamelore is running at ${served.address}\nStop with Ctrl-C.\n`);
    for (const request of background) {
      const { title } = await served.submit(request);
      process.stdout.write(`In the background: ${title}\n`);
    }
    if (open) openInBrowser(served.address);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    process.stdout.write("\nstopping …\n");
    await served.close();
  });
}

async function queueSettings(queue: string | undefined, listen: string | undefined): Promise<QueueSettings | null> {
  if (queue === undefined) {
    if (listen !== undefined) throw new GameloreError("bad-usage", "--listen requires --queue");
    return null;
  }
  const { listenAt } = await import("../../distributed/run.ts");
  return { url: queueUrl(queue), listen: listen === undefined ? null : listenAt(listen) };
}

/** Errors are ignored: the address has been printed. */
function openInBrowser(address: string): void {
  const [command, ...words] =
    process.platform === "darwin" ? ["open"] : process.platform === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
  const child = spawn(command as string, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
