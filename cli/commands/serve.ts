/** `gamelore serve`: the workbench in the browser. */
import { spawn } from "node:child_process";
import type { Command } from "commander";
import { interruptible, wholeNumber } from "../command.ts";

export interface ServeGiven {
  readonly port?: number;
  readonly host?: string;
  readonly open?: boolean;
}

export function addServeOptions(command: Command): Command {
  return command
    .option("--port <N>", "the port (default 8127, or the next that is free)", wholeNumber("port", 0, 65_535))
    .option("--host <NAME>", "the address to listen on (default 127.0.0.1: only this machine)")
    .option("--open", "open the page in the browser");
}

export function serveCommand(program: Command): void {
  const command = program
    .command("serve")
    .description("serves the workbench: a page in the browser, and its API")
    .addHelpText(
      "after",
      "\nExamples:\n  gamelore serve\n  gamelore serve --port 9000 --open\n  gamelore serve --host 192.168.1.20\n\nCtrl-C ends it; what is being built is saved and goes on when it is started again.",
    );
  addServeOptions(command).action((given: ServeGiven) => serveUntilInterrupted(given));
}

export async function serveUntilInterrupted({ port, host, open }: ServeGiven): Promise<void> {
  // The server is large; other commands need not load it.
  const { LOOPBACK_HOST, serve } = await import("../../server/serve.ts");
  const isLoopback = host === undefined || ["localhost", "127.0.0.1", "::1"].includes(host);
  await interruptible(async (signal) => {
    const served = await serve({ host: host ?? LOOPBACK_HOST, port: port ?? null });
    if (!isLoopback)
      process.stderr.write(
        `gamelore: warning: on ${host} everyone who reaches this machine can use its processor and memory through the server; there is no password\n`,
      );
    process.stdout.write(`Gamelore is at ${served.address}\nCtrl-C ends it.\n`);
    if (open) openInBrowser(served.address);
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    process.stdout.write("\nending …\n");
    await served.close();
  });
}

/** Where there is no browser, the address is printed anyway. */
function openInBrowser(address: string): void {
  const [command, ...words] =
    process.platform === "darwin" ? ["open"] : process.platform === "win32" ? ["cmd", "/c", "start", ""] : ["xdg-open"];
  const child = spawn(command as string, [...words, address], { stdio: "ignore", detached: true });
  child.on("error", () => {});
  child.unref();
}
