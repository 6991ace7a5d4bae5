/** External engines as players: good ones play, bad ones lose their games only, and no process is left running. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { playMatch, type MatchReport } from "../../engine/arena/match.ts";
import { playGame } from "../../engine/arena/play-game.ts";
import { canonicalText, makePlayer, startsPrograms } from "../../engine/arena/players.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { unwrap, type Fault } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Limits, Player } from "../../engine/contracts/player.ts";
import type { ArimaaRules } from "../../games/arimaa/rules.ts";
import { parseTurn, playMoves } from "../../games/arimaa/turns.ts";
import { arimaaWithEngines } from "./player-kind.ts";

const FIXTURE = fileURLToPath(new URL("hostile.fixture.js", import.meta.url));
const SERVED = fileURLToPath(new URL("served.fixture.ts", import.meta.url));
/** One of our players behind the protocol. */
const served = `aei(command="${process.execPath}" "${SERVED}" 3, ms=4000)`;
const home = mkdtempSync(join(tmpdir(), "gamelore-aei-"));
vi.stubEnv("GAMELORE_HOME", home);
const rules = unwrap(await arimaaWithEngines.open({ setup: "99of9" })) as ArimaaRules;
afterAll(async () => {
  await rules.close();
  rmSync(home, { recursive: true, force: true });
});

function hostile(fault: string, more: string = "ms=150, grace=3000, start=9000"): string {
  return `aei(command="${process.execPath}" "${FIXTURE}" ${fault}, ${more})`;
}

/** Two games against a player that never fails, each side once; the engine as the first player of the match. */
function match(text: string, pairs: number = 1): Promise<MatchReport> {
  const spec = { label: "", first: text, second: "random", openingPlies: 0, seed: 5, limits: {} };
  return playMatch(rules, spec, { pairs, concurrency: 2 });
}

function logText(): string {
  return readFileSync(join(home, "logs", "aei-node.log"), "utf8");
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const play = async (player: Player, position: Position, limits: Limits = {}): Promise<Position> => {
  let now = position;
  while (rules.actors(now)[0] === rules.actors(position)[0]) {
    const { move } = await player.choose(now, limits);
    now = rules.play(now, [move]);
  }
  return now;
};

describe("a program that is not an engine is reported before the first game", () => {
  test.for([
    ["aei(command=/nowhere/bot)", /: handshake \(aeiok\): the program \/nowhere\/bot does not exist/],
    ["aei", /expected a program, as in aei\(command=\.\/bot --quiet\)/],
    [hostile("says-hello"), /: handshake \(aeiok\): exited with status 0$/],
    [hostile("dies-at-once"), /: handshake \(aeiok\): exited with status 7$/],
    [hostile("dies-in-handshake"), /exited with status 4/],
    [hostile("silent", "start=400"), /: handshake \(aeiok\): no answer within 0\.4 s$/],
    [hostile("never-ready", "start=1200"), /^isready: no answer within 1\.2 s$/],
    [
      hostile("floods-handshake", "start=9000"),
      /: handshake \(aeiok\): output flood: more than 16 MB while waiting for an answer$/,
    ],
  ] as const)("%s", async ([text, why]) => {
    await expect(match(text)).rejects.toMatchObject({ message: expect.stringMatching(why) });
  });
});

describe("a bad engine loses its games, with the reason in the record", () => {
  test.for<readonly [string, Fault, RegExp]>([
    ["stalls", "late", /^bestmove: no answer within 0\.3 s$/],
    ["dies", "lost", /^bestmove: exited with status 3$/],
    ["is-killed", "lost", /^bestmove: killed by SIGKILL$/],
    ["closes-output", "lost", /^bestmove: closed its output$/],
    ["illegal", "illegal", /^bestmove Ra2s: "Ra2s" is not a move here/],
    ["nonsense", "illegal", /^bestmove {2}\[2J¯\\_\(ツ\)_\/¯ resign: .* is (no|not a) move; expected a step/],
    ["empty", "illegal", /^bestmove : "" is (no|not a) move/],
    ["fills-lines", "illegal", /^bestmove x{59}…: "x+…$/],
    ["floods-one-line", "lost", /^bestmove: output flood: a line that is too long/],
    ["'dies' later", "lost", /^bestmove: exited with status 3$/],
  ])("%s: %s", async ([fault, kind, why]) => {
    const time = fault === "stalls" ? "ms=150, grace=150" : "ms=2000, grace=2000";
    const { games, standing } = await match(hostile(fault, `${time}, start=9000`));
    expect(standing).toMatchObject({ wins: 0, losses: 2 });
    for (const { ending, forfeit, firstPlaysFirst, scores, plies } of games) {
      expect(ending).toBe("forfeit");
      expect(forfeit).toEqual({ seat: firstPlaysFirst ? 0 : 1, fault: kind, why: expect.stringMatching(why) });
      expect(scores).toEqual(firstPlaysFirst ? [0, 1] : [1, 0]);
      if (fault.endsWith("later")) expect(plies).toBeGreaterThan(firstPlaysFirst ? 2 : 3);
    }
  });

  test("a flood of output loses the game and uses no memory", async () => {
    const before = process.memoryUsage().rss;
    const { games } = await match(hostile("floods", "ms=3000, grace=3000, start=9000"));
    for (const { forfeit } of games) expect(forfeit?.why).toMatch(/output flood: more than 16 MB/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });
});

describe("an ill-behaved engine can still play", () => {
  const start = rules.initial();
  const afterFirst = playMoves(rules.board, start, unwrap(parseTurn(rules.board, start, "Ee2n")));
  let player: Player | null = null;
  afterEach(() => player?.close());

  test.for(["needs-stop", "prints-garbage", "answers-twice", "complains", "old", "none"])("%s", async (fault) => {
    player = await makePlayer(rules, hostile(fault), 1);
    const first = await play(player, start);
    expect(rules.formatPosition(first)).toBe(rules.formatPosition(afterFirst));
    // As silver in another game: no output of the first game is taken for an answer.
    const second = await play(player, first);
    expect(rules.formatPosition(second)).toMatch(/^g /);
  });

  test("its stderr is logged up to a limit", async () => {
    player = await makePlayer(rules, hostile("complains"), 1);
    await expect.poll(() => logText()).toMatch(/trouble 700 x+\n/);
    await player.close();
    expect(logText()).not.toMatch(/trouble 1500/);
    expect(logText()).toContain("further output is not logged");
    expect(logText()).toMatch(/Z \d+ unknown message: {3}garbage 99 /);
    expect(logText()).not.toMatch(/garbage 100 /);
  });
});

test.runIf(process.platform === "linux")("an engine that does not quit is killed with its children", async () => {
  const player = await makePlayer(rules, hostile("never-quits"), 1);
  await expect.poll(() => logText()).toMatch(/child \d+ of \d+/);
  const pids = [...(/child (\d+) of (\d+)/.exec(logText()) ?? [])].slice(1).map(Number);
  expect(pids.map(isRunning)).toEqual([true, true]);
  await player.close();
  await expect.poll(() => pids.map(isRunning)).toEqual([false, false]);
});

test("a signal ends a turn at once; a late answer is not mistaken for the next one", async () => {
  const player = await makePlayer(rules, hostile("needs-stop", "ms=60000"), 1);
  const aborter = new AbortController();
  const choice = player.choose(rules.initial(), {}, { signal: aborter.signal });
  setTimeout(() => aborter.abort(), 50);
  await expect(choice).rejects.toMatchObject({ code: "interrupted" });
  expect(rules.formatPosition(await play(player, rules.initial(), { milliseconds: 200 }))).toMatch(/^s /);
  await player.close();
}, 5_000);

describe("one of our players behind the protocol", () => {
  test("plays a match: legal turns to the end by the rules, setups too", async () => {
    const free = unwrap(await arimaaWithEngines.open({ setup: "free" }));
    const spec = { label: "", first: served, second: "random", openingPlies: 0, seed: 2, limits: {} };
    const { games } = await playMatch(free, spec, { pairs: 1, concurrency: 2 });
    for (const { ending, moves, start, scores } of games) {
      expect(ending).toBe("rules");
      let position = unwrap(free.parsePosition(start));
      for (const text of moves) position = free.play(position, [unwrap(free.parseMove(position, text))]);
      expect(free.result(position)).toEqual(scores);
    }
    await free.close();
  });

  test("starts in the middle of a setup or turn, which AEI cannot express", async () => {
    const free = unwrap(await arimaaWithEngines.open({ setup: "free" }));
    const spec = { label: "", first: served, second: "random", openingPlies: 9, seed: 4, limits: {} };
    const { games } = await playMatch(free, spec, { pairs: 1, concurrency: 2 });
    expect(games.map(({ ending }) => ending)).toEqual(["rules", "rules"]);
    const half = rules.play(rules.initial(), [unwrap(rules.parseMove(rules.initial(), "Ee2n"))]);
    const player = await makePlayer(rules, served, 1);
    const other = await makePlayer(rules, "random", 1);
    expect(await playGame(rules, [player, other], { start: half })).toMatchObject({ ending: "rules" });
    await player.close();
    await free.close();
  });
});

describe("the contract of players", () => {
  playerSuite(async () => {
    const own = unwrap(await arimaaWithEngines.open({ setup: "99of9" })) as ArimaaRules;
    const start = own.initial();
    const turn = (from: Position, text: string): Position =>
      playMoves(own.board, from, unwrap(parseTurn(own.board, from, text)));
    return {
      rules: own,
      text: served,
      quick: { milliseconds: 300 },
      deepText: hostile("needs-stop", "ms=60000"),
      deep: {},
      positions: [start, turn(turn(start, "Ee2n Ee3n"), "ed7s")],
      ended: unwrap(own.parsePosition("s R......r......................................................r.")),
    };
  });
});

test("a score that an engine only logs, in thousandths of a rabbit, is its search info", async () => {
  const player = await makePlayer(rules, hostile("logs-its-score"), 1);
  const { info } = await player.choose(rules.initial(), { milliseconds: 9_000 });
  await player.close();
  expect(info).toMatchObject({ unit: "rabbits", depth: 5 });
  expect(info.value).toBeCloseTo(-0.224, 9);
});

test("options are passed on", async () => {
  const text = hostile("needs-options", "hash=8, options=skill=low level;, start=9000");
  const player = await makePlayer(rules, text, 1);
  const { move } = await player.choose(rules.initial(), { milliseconds: 9_000 });
  expect(rules.moves(rules.initial())).toContain(move);
  await player.close();
});

test("the canonical text contains the time; the player starts a program", () => {
  const text = canonicalText(rules, "aei( command = ./bot -n 'a, b)' , hash=64)");
  expect(text).toBe("aei(command=./bot -n 'a, b)', ms=5000, hash=64)");
  expect(canonicalText(rules, text)).toBe(text);
  expect(startsPrograms(rules, `several(of=${text})`)).toBe(true);
  expect(startsPrograms(rules, "random")).toBe(false);
});
