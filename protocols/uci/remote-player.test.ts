/** External engines as players: good ones play, bad ones lose their games only, and no process is left running. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { playMatch, type MatchReport } from "../../engine/arena/match.ts";
import { canonicalText, makePlayer, startsPrograms } from "../../engine/arena/players.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { unwrap, type Fault } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import type { Player, SearchInfo } from "../../engine/contracts/player.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { chessWithEngines } from "./player-kind.ts";

const FIXTURE = fileURLToPath(new URL("hostile.fixture.js", import.meta.url));
const SERVED = fileURLToPath(new URL("served.fixture.ts", import.meta.url));
/** One of our players behind the protocol. */
const served = `uci(command="${process.execPath}" "${SERVED}" 3, ms=4000, grace=4000)`;
const home = mkdtempSync(join(tmpdir(), "gamelore-uci-"));
vi.stubEnv("GAMELORE_HOME", home);
const rules = unwrap(await chessWithEngines.open({})) as ChessRules;
afterAll(async () => {
  await rules.close();
  rmSync(home, { recursive: true, force: true });
});

function hostile(fault: string, more: string = "ms=150, grace=3000, start=9000"): string {
  return `uci(command="${process.execPath}" "${FIXTURE}" ${fault}, ${more})`;
}

/** Two games against a player that never fails, each colour once; the engine as the first player of the match. */
function match(text: string, pairs: number = 1): Promise<MatchReport> {
  const spec = { label: "", first: text, second: "random", openingPlies: 0, seed: 5, limits: {} };
  return playMatch(rules, spec, { pairs, concurrency: 2 });
}

function logText(): string {
  return readFileSync(join(home, "logs", "uci-node.log"), "utf8");
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const after = (position: Position, ...texts: readonly string[]): Position =>
  texts.reduce((now, text) => rules.play(now, [unwrap(rules.parseMove(now, text))]), position);

describe("a program that is not an engine is reported before the first game", () => {
  test.for([
    ["uci(command=/nowhere/engine)", /: handshake \(uciok\): the program \/nowhere\/engine does not exist/],
    ["uci", /expected a program, as in uci\(command=gnuchess --uci\)/],
    [hostile("says-hello"), /: handshake \(uciok\): exited with status 0$/],
    [hostile("dies-at-once"), /: handshake \(uciok\): exited with status 7$/],
    [hostile("dies-in-handshake"), /exited with status 4/],
    [hostile("silent", "start=400"), /: handshake \(uciok\): no answer within 0\.4 s$/],
    [hostile("never-ready", "start=1200"), /^isready: no answer within 1\.2 s$/],
    [
      hostile("floods-handshake", "start=9000"),
      /: handshake \(uciok\): output flood: more than 16 MB while waiting for an answer$/,
    ],
    [
      hostile("good", "threads=2"),
      /has no option "Threads"; its options: Hash, OwnBook, Style, Book File, Clear Hash$/,
    ],
    [hostile("good", "elo=1500"), /has no option "UCI_LimitStrength"/],
    [hostile("good", "syzygy=/tables"), /has no option "SyzygyPath"/],
    [hostile("good", "hash=4096"), /option Hash: "4096" is not a whole number from 1 to 1024$/],
    [hostile("good", "options=Bok File=x"), /has no option "Bok File"; did you mean "Book File"\?/],
    [hostile("good", "options=OwnBook=maybe"), /option OwnBook: "maybe" is not true or false$/],
    [hostile("good", "options=Style=Calm"), /option Style: "Calm" is not one of Solid, Very Wild, Normal$/],
    [hostile("good", "options=Clear Hash=now"), /option Clear Hash: "now" is not allowed: a button takes no value/],
    [hostile("good", "options==3"), /options: "=3" has no name; expected NAME=VALUE/],
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
    ["illegal", "illegal", /^bestmove e2e5 in \S+ [wb] KQkq \S+ \d+ \d+: e2e5 is not a legal move here; legal moves: /],
    ["moves-for-the-other", "illegal", /^bestmove g[18]f[36] in .*: g[18]f[36] is not a legal move here/],
    [
      "san",
      "illegal",
      /^bestmove Nf3 in .*: "Nf3" is not a UCI move; expected two squares, for example e2e4 or e7e8q$/,
    ],
    ["nonsense", "illegal", /^bestmove {2}\[2J¯\\_\(ツ\)_\/¯ resign in .*: .* is not a UCI move/],
    ["empty", "illegal", /^bestmove {2}in \S+ [wb] KQkq - .*: no move, although legal moves exist$/],
    ["none", "illegal", /^bestmove \(none\) in .*: no move, although legal moves exist$/],
    ["zeros", "illegal", /^bestmove 0000 in .*: no move/],
    ["null-move", "illegal", /^bestmove NULL ponder e2e4 in .*: no move/],
    ["fills-lines", "illegal", /^bestmove x{59}… in .*: "x+…$/],
    ["floods-one-line", "lost", /^bestmove: output flood: a line that is too long/],
    ["'dies' later", "lost", /^bestmove: exited with status 3$/],
    ["'zeros' later", "illegal", /^bestmove 0000 in .*: no move/],
  ])("%s: %s", async ([fault, kind, why]) => {
    const time = fault === "stalls" ? "ms=150, grace=150" : "ms=2000, grace=2000";
    const { games, standing } = await match(hostile(fault, `${time}, start=9000`));
    expect(standing).toMatchObject({ wins: 0, losses: 2 });
    for (const { ending, forfeit, firstPlaysFirst, scores, plies } of games) {
      expect(ending).toBe("forfeit");
      expect(forfeit).toEqual({ seat: firstPlaysFirst ? 0 : 1, fault: kind, why: expect.stringMatching(why) });
      expect(scores).toEqual(firstPlaysFirst ? [0, 1] : [1, 0]);
      expect(plies).toBe((firstPlaysFirst ? 0 : 1) + (fault.endsWith("later") ? 2 : 0));
    }
  });

  test("an engine limited by depth alone is late after its patience", async () => {
    const { games } = await match(hostile("stalls", "depth=3, patience=200"));
    for (const { forfeit } of games)
      expect(forfeit).toMatchObject({ fault: "late", why: "bestmove: no answer within 0.2 s" });
  });

  test("a promotion must name the piece", async () => {
    const player = await makePlayer(rules, hostile("forgets-promotion"), 1);
    const promoting = unwrap(rules.parsePosition("8/P6k/8/8/8/8/8/K7 w - - 0 1"));
    await expect(player.choose(promoting, {})).rejects.toMatchObject({
      fault: "illegal",
      message: expect.stringMatching(/a7a8 is a promotion without a piece; expected one of a7a8/),
    });
    await player.close();
  });

  test("a flood of output loses the game and uses no memory", async () => {
    const before = process.memoryUsage().rss;
    const { games } = await match(hostile("floods", "ms=3000, grace=3000, start=9000"));
    for (const { forfeit } of games) expect(forfeit?.why).toMatch(/output flood: more than 16 MB/);
    expect(process.memoryUsage().rss - before).toBeLessThan(150e6);
  });
});

describe("an ill-behaved engine can still play", () => {
  let player: Player | null = null;
  afterEach(() => player?.close());
  const start = rules.initial();
  const manners = [
    "needs-stop",
    "prints-garbage",
    "answers-twice",
    "bare-carriage-returns",
    "complains",
    "none-at-all",
  ];

  test.for(manners)("%s", async (fault) => {
    player = await makePlayer(rules, hostile(fault), 1);
    const first = await player.choose(start, {});
    expect(rules.formatMove(start, first.move)).toBe("Nf3");
    expect(first.info).toMatchObject({ unit: "pawns", pv: [first.move] });
    expect(first.info.nodes).toBeGreaterThanOrEqual(1);
    // No output of the first search is taken for the second answer.
    const next = after(start, "Nf3", "a6");
    const second = await player.choose(next, {});
    expect(rules.formatMove(next, second.move)).toBe("Ng1");
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

test("reported score, depth, nodes and principal variation become the search info", async () => {
  const player = await makePlayer(rules, hostile("thinks-aloud"), 1);
  const { info } = await player.choose(rules.initial(), {});
  await player.close();
  const text = (pv: SearchInfo["pv"]): string =>
    pv
      .reduce<[Position, string[]]>(
        ([now, texts], move) => [rules.play(now, [move]), [...texts, rules.formatMove(now, move)]],
        [rules.initial(), []],
      )[1]
      .join(" ");
  // The bound at depth 6 does not replace the exact score; the largest node count is used.
  expect(info).toMatchObject({ value: 0.31, unit: "pawns", nodes: 1234, depth: 6, hashfull: 12 });
  expect(text(info.pv)).toBe("Nf3 a6 h3");
  expect(info.candidates).toEqual([
    { kind: "move", text: "Nf3", value: 0.31 },
    { kind: "move", text: "h3", value: -0.12 },
  ]);
});

describe("messages to an engine", () => {
  const received = (): string[] =>
    [...logText().matchAll(/received: (.*)/g)].map(([, line = ""]) => line).filter((line) => line !== "isready");
  const messagesOf = async (text: string, act: (player: Player) => Promise<unknown>): Promise<string[]> => {
    const before = received().length;
    const player = await makePlayer(rules, text, 1);
    await act(player);
    await player.close();
    await expect.poll(() => received().at(-1)).toBe("quit");
    return received().slice(before + 1, -1);
  };
  const start = rules.initial();
  const repeats = (more: string): string => hostile("repeats", `${more}, start=9000, grace=3000`);

  test("options at the start, a new game, the position, and the limits", async () => {
    const options = "options=Style=Very Wild; Clear Hash; Book File=";
    expect(await messagesOf(repeats(`depth=7, hash=64, ${options}`), (player) => player.choose(start, {}))).toEqual([
      "setoption name OwnBook value false",
      "setoption name Hash value 64",
      "setoption name Style value Very Wild",
      "setoption name Clear Hash",
      "setoption name Book File value <empty>",
      "ucinewgame",
      "position startpos",
      "go depth 7",
    ]);
    expect(await messagesOf(repeats("nodes=5000, options=OwnBook=true"), (player) => player.choose(start, {}))).toEqual(
      ["setoption name OwnBook value true", "ucinewgame", "position startpos", "go nodes 5000"],
    );
  });

  test("the tighter of the player's limits and the match's applies", async () => {
    const limits = { depth: 9, nodes: 400, milliseconds: 900 };
    expect((await messagesOf(repeats("depth=7, ms=2000"), (player) => player.choose(start, limits))).at(-1)).toBe(
      "go depth 7 nodes 400 movetime 900",
    );
    expect((await messagesOf(repeats("hash=1"), (player) => player.choose(start, {}))).at(-1)).toBe("go movetime 1000");
  });

  test("the game from the last irreversible move", async () => {
    const lines = await messagesOf(repeats("depth=1"), async (player) => {
      await player.choose(start, {});
      const second = after(start, "Nf3", "Nf6");
      await player.choose(second, {});
      const third = after(second, "Ng1", "Ng8");
      await player.choose(third, {});
      // After a pawn move no earlier position can repeat.
      await player.choose(after(third, "Nf3", "d5"), {});
    });
    expect(lines.filter((line) => /^(position|ucinewgame)/.test(line))).toEqual([
      "ucinewgame",
      "position startpos",
      "position startpos moves g1f3 g8f6",
      "position startpos moves g1f3 g8f6 f3g1 f6g8",
      "position fen rnbqkbnr/ppp1pppp/8/3p4/8/5N2/PPPPPPPP/RNBQKB1R w KQkq - 0 4",
    ]);
  });

  test("the history given by the caller, and ucinewgame for another game", async () => {
    const moves = ["Nf3", "Nf6", "Ng1", "Ng8"];
    const history = moves.map((_, i) => after(start, ...moves.slice(0, i)));
    const position = after(start, ...moves);
    const lines = await messagesOf(repeats("depth=1"), async (player) => {
      await player.choose(position, {}, { history });
      await player.choose(unwrap(rules.parsePosition("4k1n1/8/8/8/8/8/8/4K1N1 w - - 5 60")), {}, { history: [] });
    });
    expect(lines.filter((line) => /^(position|ucinewgame)/.test(line))).toEqual([
      "ucinewgame",
      "position startpos moves g1f3 g8f6 f3g1 f6g8",
      "ucinewgame",
      "position fen 4k1n1/8/8/8/8/8/8/4K1N1 w - - 5 60",
    ]);
  });

  test("searchmoves", async () => {
    const searchMoves = ["Nf3", "e4"].map((text) => unwrap(rules.parseMove(start, text)));
    const lines = await messagesOf(repeats("depth=1"), (player) => player.choose(start, {}, { searchMoves }));
    expect(lines.at(-1)).toBe("go depth 1 searchmoves g1f3 e2e4");
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

test.for(["needs-stop", "ready-before-its-move"])(
  "%s: a signal ends a search at once; a late bestmove is not mistaken for the next one",
  async (fault) => {
    const player = await makePlayer(rules, hostile(fault, "ms=600000, grace=3000, start=9000"), 1);
    const aborter = new AbortController();
    const choice = player.choose(rules.initial(), {}, { signal: aborter.signal });
    setTimeout(() => aborter.abort(), 50);
    // With a move, or interrupted without one.
    if (fault === "needs-stop") expect(rules.formatMove(rules.initial(), (await choice).move)).toBe("Nf3");
    else await expect(choice).rejects.toMatchObject({ code: "interrupted" });
    const next = after(rules.initial(), "d4", "d5");
    const reply = await player.choose(next, { milliseconds: 100 });
    expect(rules.formatMove(next, reply.move)).toBe("Nf3");
    await player.close();
  },
);

test("one of our players behind the protocol plays a match to the end by the rules", async () => {
  const spec = { label: "", first: served, second: "random", openingPlies: 3, seed: 2, limits: {} };
  const { games } = await playMatch(rules, spec, { pairs: 1, concurrency: 2 });
  for (const { ending, moves, start, scores } of games) {
    expect(["rules", "repetition"]).toContain(ending);
    const end = after(unwrap(rules.parsePosition(start)), ...moves);
    if (ending === "rules") expect(rules.result(end)).toEqual(scores);
  }
});

describe("the contract of players", () => {
  playerSuite(async () => {
    const own = unwrap(await chessWithEngines.open({})) as ChessRules;
    return {
      rules: own,
      text: served,
      quick: { milliseconds: 300 },
      deepText: hostile("needs-stop", "ms=600000, grace=3000"),
      deep: {},
      positions: [own.initial(), after(own.initial(), "e4"), after(own.initial(), "e4", "e5")],
      ended: unwrap(own.parsePosition("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")),
    };
  });
});

test("the canonical text contains the limits; the player starts a program", () => {
  const text = canonicalText(rules, "uci( command = engine -n 'a, b)' , hash=64)");
  expect(text).toBe("uci(command=engine -n 'a, b)', ms=1000, hash=64)");
  expect(canonicalText(rules, text)).toBe(text);
  const deep = "uci(command=stockfish, depth=7, options=Skill Level=3; Use NNUE=false)";
  expect(canonicalText(rules, deep)).toBe(deep);
  expect(startsPrograms(rules, `several(of=${text})`)).toBe(true);
  expect(startsPrograms(rules, "random")).toBe(false);
});
