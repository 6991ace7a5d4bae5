/** Connections that hold the server up, and the bytes of its answers. */
import { connect, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serve, type Served } from "../serve.ts";
import { LIMITS } from "./limits.ts";

let served: Served;
let folder: string;
let port: number;
const sockets: Socket[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "gamelore-connections-"));
  process.env["GAMELORE_HOME"] = folder;
  served = await serve({ host: "127.0.0.1", port: 0, requestMilliseconds: 1_000 });
  port = Number(new URL(served.address).port);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await served.close();
  rmSync(folder, { recursive: true, force: true });
});

function opened(): Promise<Socket> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(socket));
    socket.on("error", () => {});
    sockets.push(socket);
  });
}

/** All that the server sends until it closes the connection. */
async function answerTo(text: string): Promise<string> {
  const socket = await opened();
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString("latin1")));
  socket.write(text);
  await new Promise((resolve) => socket.on("close", resolve));
  return answer;
}

const post = (length: number, body: string): string =>
  `POST /api/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

test("a body that is too large: 413, and the connection is closed as announced", async () => {
  const answer = await answerTo(post(LIMITS.bodyBytes + 1, "{"));
  expect(answer).toMatch(/^HTTP\/1.1 413 /);
  expect(answer).toMatch(/\r\nconnection: close\r\n/i);
});

test("a body that does not arrive in time: 408", async () => {
  expect(await answerTo(post(100, "{"))).toMatch(/^HTTP\/1.1 408 /);
});

test("idle connections do not lock new clients out", async () => {
  for (let i = 0; i < LIMITS.connections + 20; i++) await opened();
  const socket = await opened();
  const answer = new Promise<string>((resolve) => {
    socket.on("data", (chunk) => resolve(chunk.toString()));
    socket.on("close", () => resolve("closed"));
  });
  socket.write("GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await answer).toMatch(/^HTTP\/1.1 200 /);
});

test.each(["/a%00", "/x%0d%0aSet-Cookie:a=b", "/api/games/%00", "/api/tables/a%0a/b", "/%7f"])(
  "%s: 400",
  async (path) => {
    const { status, headers } = await fetch(`${served.address.slice(0, -1)}${path}`, { redirect: "manual" });
    expect([status, headers.get("set-cookie")]).toEqual([400, null]);
  },
);
