/** Matches over real sockets: our server, our player, and failing players. */
import type { Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { GameStore } from "../../engine/arena/store.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import { closeAll, HIDE, LAMPS, openSheet, reply, startFake, startPlayer, THREE, TIC_TAC_TOE } from "./ggp.fixture.ts";
import { parseAddress, type RemoteAddress } from "./remote-player.ts";
import { serveMatch, type SeatSpec, type ServedMatch, type ServedMatchSpec, type StepReport } from "./serve-match.ts";
import { storeServedMatch } from "./store-match.ts";

afterEach(closeAll);

const RANDOM: SeatSpec = { kind: "local", player: "random" };
const NO_ERRORS = { late: 0, lost: 0, illegal: 0 };

function specOf(rulesheet: string, seats: readonly SeatSpec[], more: Partial<ServedMatchSpec> = {}): ServedMatchSpec {
  // Servers send rulesheets without comments.
  const sent = rulesheet.replaceAll(/;.*/g, "");
  return { id: "m", rulesheet: sent, seats, startClock: 10, playClock: 2, seed: 1, ...more };
}

function remote(address: RemoteAddress): SeatSpec {
  return { kind: "remote", address };
}

/** A player that misbehaves on every PLAY. */
async function misbehaving(move: (socket: Socket) => void): Promise<SeatSpec> {
  const address = await startFake((socket, message) => {
    if (message.startsWith("(START")) reply(socket, "ready");
    else if (message.startsWith("(PLAY")) move(socket);
    else reply(socket, "done");
  });
  return remote(address);
}

/** Replays the moves of a match. */
async function replayed(rulesheet: string, { moves }: ServedMatch): Promise<readonly number[] | null> {
  const rules = await openSheet(rulesheet);
  let position = rules.initial();
  for (const ply of moves)
    position = rules.play(
      position,
      ply.split("&").map((text) => unwrap(rules.parseMove(position, text))),
    );
  return rules.result(position);
}

test("a game that never ends is a draw after 2,000 steps", async () => {
  const sheet =
    "(role a) (role b) (init on) (<= (legal ?r wait) (role ?r)) (<= (next on) (true on)) (<= terminal (true off)) (goal a 0) (goal b 0)";
  const { steps, scores } = await serveMatch(await openSheet(sheet), specOf(sheet, [RANDOM, RANDOM]));
  expect(steps).toHaveLength(2_000);
  expect(scores).toEqual([0.5, 0.5]);
});

describe("our server and our player", () => {
  test.for([
    ["two roles, alternating", TIC_TAC_TOE, 2],
    ["two roles, simultaneous", HIDE, 2],
    ["one role", LAMPS, 1],
    ["three roles", THREE, 3],
  ] as const)("%s", async ([, sheet, roles]) => {
    const players = await Promise.all(Array.from({ length: roles }, (_, i) => startPlayer({ seed: i + 5 })));
    const steps: StepReport[] = [];
    const rules = await openSheet(sheet);
    const spec = specOf(
      sheet,
      players.map(({ address }) => remote(address)),
    );
    const starts: (readonly string[])[] = [];
    const match = await serveMatch(rules, spec, {
      onStart: (answers) => void starts.push(answers),
      onStep: (step) => void steps.push(step),
    });
    expect(starts).toEqual([players.map(() => "ready")]);
    expect(match.errors).toEqual(players.map(() => NO_ERRORS));
    expect(match.steps).toEqual(steps.map(({ moves }) => moves));
    expect(await replayed(sheet, match)).toEqual(match.scores);
    for (const { player } of players) expect(player.playing).toBe(0);
    // The players have reached the same result.
    for (const { log } of players) await expect.poll(() => log.at(-1)).toBe(`m: ended: ${match.goals.join(" ")}`);
  });

  test("four concurrent matches, some with a local player", async () => {
    const [one, two] = [await startPlayer(), await startPlayer()];
    const rules = await openSheet(TIC_TAC_TOE);
    const matches = await Promise.all(
      ["a", "b", "c", "d"].map((id, i) =>
        serveMatch(
          rules,
          specOf(TIC_TAC_TOE, [remote(one.address), i % 2 ? RANDOM : remote(two.address)], { id, seed: i }),
        ),
      ),
    );
    for (const { errors, goals } of matches) {
      expect(errors).toEqual([NO_ERRORS, NO_ERRORS]);
      expect([0, 50, 100]).toContain(goals[0]);
    }
  });
});

describe("failing players get a random legal move, which is counted", () => {
  test.for([
    ["an illegal move", (socket: Socket) => reply(socket, "(take 9 9)"), "illegal"],
    ["not a move", (socket: Socket) => reply(socket, "))(("), "illegal"],
    ["an endless answer", (socket: Socket) => socket.write(`HTTP/1.0 200 OK\r\n\r\n${"x".repeat(200_000)}`), "illegal"],
    ["connection closed", (socket: Socket) => socket.destroy(), "lost"],
    ["half an answer", (socket: Socket) => socket.end("HTTP/1.0 200 OK\r\nContent-Length: 99\r\n\r\n(take"), "lost"],
    ["not HTTP", (socket: Socket) => socket.end("good morning"), "lost"],
  ] as const)("%s", async ([, move, fault]) => {
    const sheet = TIC_TAC_TOE;
    const seat = await misbehaving(move);
    const match = await serveMatch(await openSheet(sheet), specOf(sheet, [seat, RANDOM]));
    expect(match.errors).toEqual([{ ...NO_ERRORS, [fault]: match.steps.length }, NO_ERRORS]);
    expect(await replayed(sheet, match)).toEqual(match.scores);
  });

  test("unreachable", async () => {
    const address = await startFake(() => {});
    await closeAll();
    const starts: string[] = [];
    const match = await serveMatch(await openSheet(LAMPS), specOf(LAMPS, [remote(address)]), {
      onStart: (answers) => void starts.push(...answers),
    });
    expect(starts).toEqual(["lost: ECONNREFUSED"]);
    expect(match).toMatchObject({ goals: [100], errors: [{ late: 0, lost: 3, illegal: 0 }] });
  });

  test("late: no answer within the play clock and a second", async () => {
    let requests = 0;
    // Only the first move is late.
    const seat = await misbehaving((socket) => requests++ > 0 && socket.destroy());
    const steps: StepReport[] = [];
    const spec = specOf(LAMPS, [seat], { playClock: 1 });
    const match = await serveMatch(await openSheet(LAMPS), spec, { onStep: (step) => void steps.push(step) });
    expect(match.errors).toEqual([{ late: 1, lost: 2, illegal: 0 }]);
    expect(steps[0]?.milliseconds).toBeGreaterThan(1_950);
  });

  test("upper case and lenient HTTP are accepted", async () => {
    const moves = ["(PRESS A)", "( press b )", "(press C)"];
    const seat = await misbehaving((socket) => socket.end(`HTTP/1.1 200 OK\nServer: mine\n\n${moves.shift()}\n`));
    const match = await serveMatch(await openSheet(LAMPS), specOf(LAMPS, [seat]));
    expect(match).toMatchObject({ errors: [NO_ERRORS], steps: [["(press a)"], ["(press b)"], ["(press c)"]] });
  });
});

test("interrupted: players receive ABORT", async () => {
  const messages: string[] = [];
  const address = await startFake((socket, message) => {
    messages.push(message.slice(0, 6));
    if (message.startsWith("(START")) reply(socket, "ready");
    else if (message.startsWith("(ABORT")) reply(socket, "aborted");
  });
  const controller = new AbortController();
  const playing = serveMatch(await openSheet(LAMPS), specOf(LAMPS, [remote(address)]), {
    signal: controller.signal,
    onStart: () => void setTimeout(() => controller.abort(), 100),
  });
  await expect(playing).rejects.toMatchObject({ code: "interrupted" });
  expect(messages).toEqual(["(START", "(PLAY ", "(ABORT"]);
});

test("a player that loses the match and answers again", async () => {
  let steps = 0;
  const tested = await startPlayer();
  const first = remote(tested.address);
  const match = await serveMatch(await openSheet(TIC_TAC_TOE), specOf(TIC_TAC_TOE, [first, RANDOM]), {
    onStep: () => void (++steps === 2 && tested.player.answer({ kind: "abort", match: "m" })),
  });
  expect(match.errors[0]).toEqual({ ...NO_ERRORS, illegal: match.steps.length - 2 });
});

test("a match is stored as a game with the errors of each player; the same id again is another game", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gamelore-ggp-"));
  const store = GameStore.open(join(folder, "games.sqlite"));
  try {
    const rules = await openSheet(THREE);
    const wrong = await misbehaving((socket) => reply(socket, "nothing"));
    const spec = specOf(THREE, [RANDOM, wrong, RANDOM]);
    const matches = [await serveMatch(rules, spec), await serveMatch(rules, spec)];
    const ids = matches.map((match) => storeServedMatch(store, rules, spec, match).id);
    expect(ids).toEqual([1, 2]);
    for (const [i, { scores, moves }] of matches.entries())
      expect(store.find(ids[i] as number)).toMatchObject({
        match: {
          game: "sheet",
          label: "ggp/m",
          first: "random",
          second: expect.stringMatching(/^ggp\(url=http:.*\) & random$/),
        },
        game: {
          number: i,
          points: (scores[0] as number) / scores.reduce((sum, each) => sum + each, 0),
          scores,
          moves,
          errors: [NO_ERRORS, { ...NO_ERRORS, illegal: 3 }, NO_ERRORS],
        },
      });
  } finally {
    store.close();
    rmSync(folder, { recursive: true });
  }
});

test.for([
  ["http://localhost:9147", { host: "localhost", port: 9147 }],
  ["10.0.0.1:80", { host: "10.0.0.1", port: 80 }],
  ["http://[::1]:9000/", { host: "::1", port: 9000 }],
  ["example.org", { host: "example.org", port: 9147 }],
] as const)("the address %s", ([text, address]) => expect(parseAddress(text)).toEqual({ ok: true, value: address }));

test.for(["https://localhost", "http://a/b", "", "a b", "http://u@h:1", "x:99999"])("%s is not an address", (text) => {
  expect(parseAddress(text)).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining("expected an address like http://") },
  });
});
