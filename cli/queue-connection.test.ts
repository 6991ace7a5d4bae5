/** Connections to Redis with TLS and a password: an authority and certificates of the test's own, and errors that say what is wrong. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTestProgram, canTestRedis } from "../engine/contracts/suites/needs.ts";
import { RedisServer } from "../engine/contracts/suites/redis-server.ts";
import { connect, withoutPassword } from "../engine/jobs/bullmq/connection.ts";
import { commandLine, hidePasswords } from "../engine/jobs/command-line.ts";

const PASSWORD = "s3cret";
const COMMAND = fileURLToPath(new URL("./gamelore.js", import.meta.url));
const silent = (): void => {};

test("passwords are hidden in command lines", () => {
  const hidden = (word: string): string | undefined => hidePasswords([word])[0];
  expect(hidden("redis://user:secret@host:6379/2")).toBe("redis://user:PASSWORD@host:6379/2");
  expect(hidden("--queue=rediss://:secret@host")).toBe("--queue=rediss://:PASSWORD@host");
  expect(hidden("redis://host/?password=secret")).toBe("redis://host/");
  for (const same of ["redis://user@host:6379", "redis://host", "GAMELORE_QUEUE", "a:b@c", "redis:"])
    expect(hidden(same)).toBe(same);
  expect(commandLine(["match", "chess", "a b", "--queue", "redis://:x y@h"])).not.toContain("x y");
  expect(withoutPassword("redis://:secret@host:1/?password=secret")).toBe("redis://host:1/");
});

describe.runIf(canTestRedis() && canTestProgram("openssl"))("TLS and a password", () => {
  const folder = mkdtempSync(join(tmpdir(), "gamelore-tls-"));
  const path = (name: string): string => join(folder, name);
  let server: RedisServer;
  let plain: RedisServer;
  beforeAll(async () => {
    const openssl = (...words: string[]): void => void execFileSync("openssl", words, { stdio: "pipe" });
    const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
    const authority = ["-x509", "-days", "2", "-subj", "/CN=authority of a test"];
    openssl("req", ...newKey, ...authority, "-keyout", path("ca.key"), "-out", path("ca.pem"));
    openssl("req", ...newKey, "-subj", "/CN=redis", "-keyout", path("redis.key"), "-out", path("redis.csr"));
    writeFileSync(path("names"), "subjectAltName=IP:127.0.0.1");
    const signing = ["-CA", path("ca.pem"), "-CAkey", path("ca.key"), "-CAcreateserial", "-days", "2"];
    openssl("x509", "-req", "-in", path("redis.csr"), ...signing, "-extfile", path("names"), "-out", path("redis.pem"));
    const tls = { certificate: path("redis.pem"), key: path("redis.key"), authority: path("ca.pem") };
    [server, plain] = await Promise.all([
      RedisServer.start({ password: PASSWORD, tls }),
      RedisServer.start({ password: PASSWORD }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([server.remove(), plain.remove()]);
    rmSync(folder, { recursive: true });
  });

  const why = async (url: string): Promise<string> => {
    const error = await connect(url, silent).then(
      () => null,
      (reason: unknown) => reason as Error,
    );
    expect(error).toMatchObject({ code: "queue-unreachable" });
    expect(error?.message).not.toContain(PASSWORD);
    return error?.message ?? "";
  };

  test("an unknown authority, another name, and TLS where there is none", async () => {
    expect(await why(server.url)).toMatch(/certificate.*; no known authority.*NODE_EXTRA_CA_CERTS$/);
    expect(await why(plain.url.replace("redis:", "rediss:"))).toMatch(
      /; if it does not speak TLS on this port, use redis:/,
    );
    expect(await why(server.url.replace("rediss:", "redis:"))).toMatch(/; if it speaks TLS on this port, use rediss:/);
  });

  test("no password, a wrong password, a wrong user", async () => {
    const { host } = new URL(plain.url);
    expect(await why(`redis://${host}`)).toMatch(/NOAUTH.*; it requires a password: redis:\/\/:PASSWORD@HOST:PORT$/);
    for (const user of [":wrong", `nobody:${PASSWORD}`])
      expect(await why(`redis://${user}@${host}`)).toMatch(
        /WRONGPASS.*; the user or the password in the URL is wrong$/,
      );
  });

  test("with the authority, commands of the queue work; a detached run has its errors in the list", async () => {
    const env = {
      ...process.env,
      GAMELORE_HOME: folder,
      NODE_EXTRA_CA_CERTS: path("ca.pem"),
      TEST_QUEUE: server.url,
    };
    const run = async (...words: string[]): Promise<{ status: number; output: string }> => {
      const child = spawn(process.execPath, [COMMAND, ...words, "--queue", "TEST_QUEUE"], { env });
      let output = "";
      for (const stream of [child.stdout, child.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      const [status] = (await once(child, "close")) as [number];
      expect(output).not.toContain(PASSWORD);
      return { status, output };
    };
    const worker = spawn(process.execPath, [COMMAND, "worker", "--queue", "TEST_QUEUE", "--slots", "1"], {
      env,
      stdio: "ignore",
    });
    try {
      const match = await run("match", "tic-tac-toe", "random", "uct(playouts=5)", "--pairs", "1");
      expect(match).toEqual({ status: 0, output: expect.stringContaining("random against uct(playouts=5)") });
      const wrong = await run("match", "chinese-checkers", "random", "greedy", "--side", "99", "--detach");
      expect(wrong).toEqual({ status: 1, output: expect.stringMatching(/^gamelore: [^\n]*side[^\n]*\n$/) });
      expect((await run("match", "tic-tac-toe", "random", "nobody", "--detach")).status).toBe(0);
      const jobs = async (): Promise<string> => (await run("jobs")).output;
      await expect
        .poll(jobs, { timeout: 60_000 })
        .toMatch(/failed on .*: gamelore match tic-tac-toe random nobody.*\n.*no player "nobody"/);
      expect(await jobs()).toMatch(
        /done on .*: gamelore match tic-tac-toe random 'uct\(playouts=5\)' --pairs 1 --queue/,
      );
    } finally {
      worker.kill("SIGKILL");
    }
  });
});
