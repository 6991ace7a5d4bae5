/** A redis-server on a loopback port with an append-only file, for tests and benchmarks: it can be killed and started again. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GameloreError } from "../errors.ts";
import { redisServer } from "./needs.ts";

export interface RedisOptions {
  readonly password?: string;
  /** Files in PEM: only clients that trust the authority connect. */
  readonly tls?: { readonly certificate: string; readonly key: string; readonly authority: string };
}

export class RedisServer {
  /** With the password. */
  readonly url: string;
  readonly #folder: string = mkdtempSync(join(tmpdir(), "gamelore-redis-"));
  readonly #port: number;
  readonly #options: RedisOptions;
  #child: ChildProcess | null = null;

  private constructor(port: number, options: RedisOptions) {
    this.#port = port;
    this.#options = options;
    const { password, tls } = options;
    this.url = `${tls ? "rediss" : "redis"}://${password === undefined ? "" : `:${password}@`}127.0.0.1:${port}`;
  }

  static async start(options: RedisOptions = {}): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), options);
    await server.start();
    return server;
  }

  async start(): Promise<void> {
    const { password, tls } = this.#options;
    const port = String(this.#port);
    const where = ["--bind", "127.0.0.1", "--dir", this.#folder, ...(tls ? ["--port", "0"] : ["--port", port])];
    const access = [
      ...(password === undefined ? [] : ["--requirepass", password]),
      ...(tls ? ["--tls-port", port, "--tls-auth-clients", "no"] : []),
      ...(tls ? ["--tls-cert-file", tls.certificate, "--tls-key-file", tls.key] : []),
      ...(tls ? ["--tls-ca-cert-file", tls.authority] : []),
    ];
    const durability = ["--save", "", "--appendonly", "yes", "--appendfsync", "everysec"];
    const program = redisServer();
    if (program === null)
      throw new GameloreError(
        "queue-missing",
        "neither redis-server nor valkey-server is on the PATH; install one of them",
      );
    const child = spawn(program, [...where, ...access, ...durability]);
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
