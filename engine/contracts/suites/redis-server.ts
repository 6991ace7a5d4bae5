/** A redis-server on a loopback port with an append-only file, for tests and benchmarks: it can be killed and started again. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GameloreError } from "../errors.ts";
import { redisServer } from "./needs.ts";

export class RedisServer {
  readonly url: string;
  readonly #folder: string = mkdtempSync(join(tmpdir(), "gamelore-redis-"));
  readonly #port: number;
  #child: ChildProcess | null = null;

  private constructor(port: number) {
    this.#port = port;
    this.url = `redis://127.0.0.1:${port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const where = ["--bind", "127.0.0.1", "--port", String(this.#port), "--dir", this.#folder];
    const durability = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec"];
    const program = redisServer();
    if (program === null)
      throw new GameloreError(
        "queue-missing",
        "neither redis-server nor valkey-server is on the PATH; install one of them",
      );
    const child = spawn(program, [...where, ...durability]);
    this.#child = child;
    let log = "";
    child.stdout.setEncoding("utf8");
    for await (const text of child.stdout) {
      log += text;
      if (log.includes("Ready to accept connections")) break;
    }
    if (child.exitCode !== null) throw new Error(`redis-server ended: ${log}`);
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null) return;
    const exit = once(child, "exit");
    child.kill(signal);
    await exit;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
