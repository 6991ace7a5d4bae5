/** Hostile input: invalid bytes, rulesheets that never finish, failing threads. The player keeps answering. */
import { connect } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { closeAll, say, startPlayer, TIC_TAC_TOE, type TestPlayer } from "./ggp.fixture.ts";

afterEach(closeAll);

const START = `(START m x (${TIC_TAC_TOE}) 20 2)`;
const AVAILABLE = "((name tested) (status available))";
const GAME = `(role a) (init p) (<= (legal a go)) (<= (next q) (true p)) (<= terminal (true q)) (goal a 100)`;
const NUMBERS = Array.from({ length: 30 }, (_, i) => `(d ${i})`).join(" ");
const VARIABLES = [..."abcdefgh"].map((letter) => `?${letter}`);
const CHAIN = Array.from({ length: 50_000 }, (_, i) => `(f ${i} ${i + 1})`).join(" ");

/** Sends bytes, and closes the connection at once or waits for the answer. */
function raw({ address }: TestPlayer, bytes: string | Buffer, hangUp: boolean): Promise<string> {
  return new Promise((resolve) => {
    let answer = "";
    const socket = connect(address.port, address.host, () => {
      socket.write(bytes, () => {
        if (hangUp) socket.destroy();
      });
    });
    socket.on("data", (chunk) => (answer += chunk.toString()));
    socket.on("error", () => {});
    socket.on("close", () => resolve(answer));
    setTimeout(() => socket.destroy(), 3_000).unref();
  });
}

describe("invalid bytes", () => {
  const post = (length: number | string, body: string | Buffer): Buffer =>
    Buffer.concat([Buffer.from(`POST / HTTP/1.0\r\nContent-Length: ${length}\r\n\r\n`), Buffer.from(body)]);

  test.for([
    ["garbage", Buffer.from(Array.from({ length: 5_000 }, (_, i) => (i * 7919) % 256)), /^HTTP\/1.1 400/],
    ["no message in the body", post(5, "hello"), /400 Bad Request[^]*expected a message in parentheses/],
    ["invalid UTF-8", post(4, Buffer.from([0xff, 0xfe, 0x00, 0x80])), /400/],
    ["another method", "DELETE / HTTP/1.0\r\n\r\n", /405/],
    ["an invalid path", "GET /%ff%zz HTTP/1.0\r\n\r\n", /400 Bad Request[^]*the path is not a message/],
    ["an invalid length", post("-5", "(INFO)"), /400/],
    ["more than a gigabyte announced", post(2 ** 31, "(INFO)"), /413/],
  ] as const)("%s", async ([, bytes, answer]) => {
    const tested = await startPlayer();
    expect(await raw(tested, bytes, false)).toMatch(answer);
    expect(await say(tested, "(INFO)")).toBe(AVAILABLE);
  });

  test("megabytes, and aborted connections", async () => {
    const tested = await startPlayer();
    const long = "x".repeat(20_000_000);
    expect(["lost", expect.stringContaining("too long")]).toContainEqual(await say(tested, `(PLAY m (${long}))`));
    expect(await say(tested, `(START m x (${"(".repeat(1_000_000)}) 1 1)`)).toMatch(/not closed/);
    expect(await raw(tested, post(1_000, "(STA"), true)).toBe("");
    expect(await raw(tested, post(Buffer.byteLength(START), START), true)).toBe("");
    await expect.poll(() => tested.player.playing).toBe(1);
    expect(await say(tested, START)).toBe("ready");
    expect(await say(tested, "(PLAY m NIL)")).toMatch(/^\(take/);
  });
});

describe("web pages", () => {
  const post = (headers: string): string =>
    `POST / HTTP/1.1\r\n${headers}Content-Length: 6\r\nConnection: close\r\n\r\n(INFO)`;

  test.for([
    ["another host name", "Host: evil.example\r\n"],
    ["a host name that only begins like ours", "Host: localhost.evil.example\r\n"],
    ["a foreign page", "Host: localhost\r\nOrigin: http://evil.example\r\n"],
  ] as const)("%s is refused", async ([, headers]) => {
    const tested = await startPlayer();
    const answer = await raw(tested, post(headers), false);
    expect(answer).toMatch(/^HTTP\/1.1 403/);
    expect(answer).not.toMatch(/access-control|available/i);
  });

  test("an origin can be allowed, and host names added", async () => {
    const allowed = { origin: "http://arena.example", hosts: ["player.example"] };
    const tested = await startPlayer({}, allowed);
    const page = "Host: player.example:9147\r\nOrigin: http://arena.example\r\n";
    expect(await raw(tested, post(page), false)).toMatch(
      /200 OK[^]*Access-Control-Allow-Origin: http:\/\/arena.example\r\n/,
    );
    expect(await raw(tested, post("Host: localhost\r\nOrigin: http://evil.example\r\n"), false)).toMatch(/ 403 /);
    const any = await startPlayer({}, { origin: "*", hosts: [] });
    expect(await raw(any, post("Host: localhost\r\nOrigin: http://evil.example\r\n"), false)).toMatch(/200 OK/);
  });
});

describe("rulesheets", () => {
  test.for([
    ["not a rulesheet", "what is this", /no role is defined|no legal/],
    ["without the role", GAME.replaceAll(/\ba\b/g, "b"), /unknown role a; expected one of b/],
    ["a million parentheses", `${"(".repeat(500_000)}${")".repeat(500_000)}`, /parentheses are nested/],
    ["an or of ors", `${GAME} (<= x ${"(or p q) ".repeat(20)})`, /more than 4096 rules/],
  ] as const)("%s: answered busy at once", async ([, rules, why]) => {
    const tested = await startPlayer();
    expect(await say(tested, `(START m a (${rules}) 20 2)`)).toBe("busy");
    expect(tested.log.join("\n")).toMatch(why);
    expect(tested.player.playing).toBe(0);
  });

  test.for([
    ["states that grow without end", `(init (c z)) (<= (next (c (s ?x))) (true (c ?x)))`],
    [
      "moves of eight numbers",
      `${NUMBERS} (<= (legal a (m ${VARIABLES.join(" ")})) ${VARIABLES.map((v) => `(d ${v})`).join(" ")})`,
    ],
    [
      "a large transitive closure",
      `${CHAIN} (<= (r ?x ?y) (f ?x ?y)) (<= (r ?x ?z) (r ?x ?y) (f ?y ?z)) (<= terminal (r 7 5))`,
    ],
  ] as const)("%s: ready, answered, and aborted", async ([, evil]) => {
    const tested = await startPlayer();
    const starting = say(tested, `(START m a (${GAME} ${evil}) 1 1)`);
    for (let i = 0; i < 5; i++) expect(await say(tested, "(INFO)")).toContain("(name tested)");
    expect(["ready", "busy"]).toContain(await starting);
    expect(await say(tested, "(PLAY m NIL)")).not.toBe("");
    await say(tested, "(ABORT m)");
    expect(tested.player.playing).toBe(0);
    expect(await say(tested, START.replace("START m", "START n"))).toBe("ready");
  });
});
