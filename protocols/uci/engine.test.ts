/** The engine's side of the protocol: a whole dialogue word for word, stop, ponder, lines of play, the clock, messages at the wrong time. */
import { afterAll, describe, expect, test } from "vitest";
import { fail, GameloreError, ok, unwrap } from "../../engine/contracts/errors.ts";
import type { Move, Position } from "../../engine/contracts/game.ts";
import type { Asking, Choice, Limits, Player, Thought } from "../../engine/contracts/player.ts";
import { game } from "../../games/chess/game.ts";
import { formatUci, parseUci } from "../../games/chess/moves.ts";
import type { ChessRules } from "../../games/chess/rules.ts";
import { UciEngine, type EngineSpec } from "./engine.ts";
import { TextPlayerSource, type PlayerSource } from "./player-source.ts";

const rules = unwrap(await game.open({})) as ChessRules;
afterAll(() => rules.close());

interface Asked {
  readonly position: Position;
  readonly limits: Limits;
  readonly asking: Asking;
}
type Choose = (asked: Asked, move: (text: string) => Move) => Promise<Choice> | Choice;

function movesOf(position: Position, texts: string): Move[] {
  const moves: Move[] = [];
  let now = position;
  for (const text of texts.split(" ")) {
    const move = unwrap(parseUci(text, rules.board.legalMoves(now)));
    moves.push(move);
    now = rules.board.play(now, move);
  }
  return moves;
}

/** A choice with a line of play. */
function choice({ position }: Asked, texts: string, more: Partial<Thought> = {}): Choice {
  const line = movesOf(position, texts);
  const thought = { value: 0.42, unit: "pawns", line, nodes: 99, milliseconds: 5, depth: 8, ...more };
  return { move: line[0] as Move, thought };
}

const stopped = ({ asking }: Asked): Promise<void> =>
  new Promise((resolve) => {
    if (asking.signal?.aborted) resolve();
    asking.signal?.addEventListener("abort", () => resolve(), { once: true });
  });

function playing(choose: Choose): Player {
  return {
    text: "scripted",
    choose: async (position, limits, asking = {}) =>
      choose({ position, limits, asking }, (text) => unwrap(parseUci(text, rules.moves(position)))),
    close: async () => {},
  };
}

/** A source of one player, which counts the games that begin. */
function source(player: Player | Promise<Player>): PlayerSource & { games: number } {
  const current = (): Promise<Player> => Promise.resolve(player);
  return {
    games: 0,
    optionNames: ["Hash"],
    declarations: () => ["name Hash type spin default 16 min 1 max 64"],
    set: (name, value) => (value === "7" ? fail("bad-usage", `${name}: not 7`) : ok(null)),
    current,
    forSearch: current,
    newGame() {
      this.games++;
    },
    close: async () => {},
  };
}

interface Session {
  readonly engine: UciEngine;
  readonly said: string[];
  /** Sends lines and waits for a line that begins so. */
  send(lines: readonly string[], until?: string): Promise<string[]>;
}

function open(player: Choose | PlayerSource, more: Partial<EngineSpec> = {}): Session {
  const said: string[] = [];
  const say = (line: string): void => void said.push(line.replace(/ nps \d+/, "").replace(/ time \d+/, " …"));
  const players = typeof player === "function" ? source(playing(player)) : player;
  const engine = new UciEngine({ rules, players, name: "Tester 9", say, ...more });
  return {
    engine,
    said,
    send: async (lines, until) => {
      const before = said.length;
      for (const line of lines) engine.receive(line);
      if (until !== undefined)
        await expect
          .poll(() => said.slice(before).some((line) => line.startsWith(until)), { timeout: 5_000 })
          .toBe(true);
      return said.slice(before);
    },
  };
}

const pause = (ms: number = 30): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("a dialogue from the handshake to quit, word for word", async () => {
  const asked: Asked[] = [];
  const answers = ["e2e4 e7e5", "g1f3 b8c6 f1b5"];
  const { engine, send } = open((each) => {
    asked.push(each);
    return choice(each, answers[asked.length - 1] as string);
  });
  expect(await send(["uci"])).toEqual([
    "id name Tester 9",
    "id author the Gamelore authors",
    "option name MultiPV type spin default 1 min 1 max 256",
    "option name Move Overhead type spin default 50 min 0 max 10000",
    "option name Ponder type check default false",
    "option name Hash type spin default 16 min 1 max 64",
    "uciok",
  ]);
  expect(await send(["isready"], "readyok")).toEqual(["readyok"]);
  expect(await send(["setoption name hash value 32", "setoption name Ponder value true", "ucinewgame"])).toEqual([]);
  expect(await send(["position startpos", "go depth 8"], "bestmove")).toEqual([
    "info depth 8 score cp 42 nodes 99 … pv e2e4 e7e5",
    "bestmove e2e4 ponder e7e5",
  ]);
  expect(await send(["position startpos moves e2e4 e7e5", "go wtime 60000 btime 60000"], "bestmove")).toEqual([
    "info depth 8 score cp 42 nodes 99 … pv g1f3 b8c6 f1b5",
    "bestmove g1f3 ponder b8c6",
  ]);
  expect(asked.map(({ limits }) => limits)).toEqual([{ depth: 8 }, { milliseconds: expect.any(Number) }]);
  expect(await send(["quit", "isready"])).toEqual([]);
  expect(await engine.ended).toEqual({ failed: false });
});

describe("limits reach the player", () => {
  const limits = async (go: string, fen = "startpos"): Promise<Limits> => {
    const asked: Asked[] = [];
    const { send } = open((each, move) => {
      asked.push(each);
      return choice(each, formatUci(rules.moves(each.position)[0] ?? move("e2e4")));
    });
    await send([`position ${fen}`, go]);
    await pause(10);
    await send(["stop"]);
    return (asked[0] as Asked).limits;
  };

  test.for<readonly [string, Limits]>([
    ["go", {}],
    ["go depth 5", { depth: 5 }],
    ["go depth 500", { depth: 64 }],
    ["go depth 0", { depth: 1 }],
    ["go nodes 1000", { nodes: 1_000 }],
    ["go nodes 0", { nodes: 1 }],
    ["go infinite", { milliseconds: 2_000_000_000 }],
    ["go ponder wtime 1000 btime 1000", { milliseconds: 2_000_000_000 }],
    ["go mate 2", { depth: 12, milliseconds: 2_000_000_000 }],
  ])("%s", async ([go, expected]) => expect(await limits(go)).toEqual(expected));

  test("a time for the move, or a share of the clock", async () => {
    const near = (given: Limits, most: number): void => {
      expect(given.milliseconds).toBeGreaterThan(most - 100);
      expect(given.milliseconds).toBeLessThanOrEqual(most);
    };
    near(await limits("go movetime 1000"), 950);
    near(await limits("go wtime 25050 btime 1"), 1_000);
    near(await limits("go wtime 1 btime 25050", "startpos moves e2e4"), 1_000);
    near(await limits("go wtime 25050 btime 25050 depth 3"), 1_000);
  });

  test("where only one move is legal, by the clock, next to nothing", async () => {
    expect((await limits("go wtime 60000 btime 60000", "fen k7/8/8/8/8/8/6q1/7K w - - 0 1")).depth).toBe(1);
    expect((await limits("go movetime 1000", "fen k7/8/8/8/8/8/6q1/7K w - - 0 1")).depth).toBeUndefined();
  });
});

test("what a player thinks so far is told before its answer, where it has changed, and not after", async () => {
  let tell: (depth: number, nodes: number) => void = () => {};
  const { send, said } = open(async (asked) => {
    const { thought } = choice(asked, "e2e4 e7e5");
    tell = (depth, nodes) => asked.asking.tell?.({ ...thought, depth, nodes, hashfull: 17 });
    await stopped(asked);
    return choice(asked, "e2e4", { depth: 12, nodes: 30 });
  });
  await send(["position startpos", "go depth 20", "isready"], "readyok");
  await expect.poll(() => (tell(4, 10), said.some((line) => line.startsWith("info depth 4")))).toBe(true);
  tell(4, 15);
  tell(8, 20);
  await send(["stop"], "bestmove");
  tell(16, 40);
  expect(said.slice(1)).toEqual([
    "info depth 4 score cp 42 nodes 10 hashfull 17 … pv e2e4 e7e5",
    "info depth 8 score cp 42 nodes 20 hashfull 17 … pv e2e4 e7e5",
    "info depth 12 score cp 42 nodes 30 … pv e2e4",
    "bestmove e2e4",
  ]);
});

test("go infinite has no move before stop, also where the player has finished", async () => {
  const { send } = open((asked) => choice(asked, "e2e4"));
  expect(await send(["go infinite", "isready"], "info depth")).not.toContain("bestmove e2e4");
  await pause();
  expect(await send(["isready"], "readyok")).toEqual(["readyok"]);
  expect(await send(["stop", "stop"], "bestmove")).toEqual(["bestmove e2e4"]);
});

describe("pondering", () => {
  test("after ponderhit a search goes on by the clock, and ends", async () => {
    const { send } = open(async (asked) => {
      await stopped(asked);
      return choice(asked, "g1f3");
    });
    await send(["position startpos moves e2e4 e7e5", "go ponder wtime 1000 btime 1000 movestogo 20"]);
    await pause(150);
    expect(await send(["isready"], "readyok")).toEqual(["readyok"]);
    const began = performance.now();
    expect((await send(["ponderhit"], "bestmove")).at(-1)).toBe("bestmove g1f3");
    expect(performance.now() - began).toBeLessThan(900);
  });

  test("an answer that is there is said with ponderhit at once", async () => {
    const { send } = open((asked) => choice(asked, "e2e4 e7e5"));
    await send(["go ponder wtime 60000 btime 60000"], "info depth");
    await pause();
    expect(await send(["ponderhit"])).toEqual(["bestmove e2e4 ponder e7e5"]);
  });

  test("the next search may be asked for before the pondered one has answered", async () => {
    const { send, said } = open(async (asked) => {
      await stopped(asked);
      await pause();
      return choice(asked, formatUci(rules.moves(asked.position)[0] as Move));
    });
    await send(["position startpos moves e2e4 e7e5", "go ponder wtime 900 btime 900"]);
    await pause();
    await send(["stop", "position startpos moves e2e4 c7c5", "go wtime 600 btime 600 movestogo 10", "isready"]);
    await expect.poll(() => said.filter((line) => line.startsWith("bestmove")).length, { timeout: 3_000 }).toBe(2);
    await send(["go ponder", "stop", "go ponder", "stop", "go infinite"], "info string go during a search");
    await expect.poll(() => said.filter((line) => line.startsWith("bestmove")).length, { timeout: 3_000 }).toBe(4);
    await pause(50);
    expect(said.filter((line) => line.startsWith("bestmove"))).toHaveLength(4);
  });

  test("of a search that waits, ponderhit and stop are remembered", async () => {
    const { send, said } = open(async (asked) => {
      await stopped(asked);
      await pause(5);
      return choice(asked, "e2e4");
    });
    await send(["go infinite"]);
    await send(["stop", "go ponder movetime 500", "ponderhit"]);
    await expect.poll(() => said.filter((line) => line.startsWith("bestmove")).length, { timeout: 3_000 }).toBe(2);
    expect(said.join("\n")).not.toContain("info string");
  });
});

describe("several lines of play", () => {
  const VALUES: Readonly<Record<string, number>> = { e2e4: 0.5, d2d4: 0.4, g1f3: 0.2, c2c4: 0.1 };
  const valueOf = (move: Move): number => VALUES[formatUci(move)] ?? -1;
  /** Knows the values above, to any depth; of `only` it takes note where it is told to. */
  const knowing =
    (isObedient: boolean): Choose =>
    ({ position, limits, asking }) => {
      const isFirst = rules.formatPosition(position).startsWith("rnbqkbnr/pppppppp/8/8/8/8");
      const among = (isObedient && asking.only) || rules.moves(position);
      const [move = 0] = among.toSorted((a, b) => valueOf(b) - valueOf(a));
      // After a first move, what the opponent has is the opposite of its value.
      const made = rules.board.legalMoves(rules.initial()).find((each) => {
        return Buffer.compare(rules.board.play(rules.initial(), each), position) === 0;
      });
      const value = isFirst ? valueOf(move) : -valueOf(made as Move);
      return {
        move,
        thought: { value, unit: "pawns", line: [move], nodes: 10, milliseconds: 0, depth: limits.depth ?? 1 },
      };
    };

  test.for([true, false])(
    "are the best moves in order, where the player chooses among some (%s) or not",
    async (is) => {
      const { send } = open(knowing(is));
      await send(["setoption name MultiPV value 3"]);
      const lines = await send(["go depth 3"], "bestmove");
      expect(lines.at(-1)).toMatch(/^bestmove e2e4/);
      const told = lines.filter((line) => line.startsWith("info depth 3"));
      expect(told.map((line) => /multipv (\d) score cp (-?\d+) .* pv (\w+)/.exec(line)?.slice(1))).toEqual([
        ["1", "50", "e2e4"],
        ["2", "40", "d2d4"],
        ["3", "20", "g1f3"],
      ]);
      expect(lines.filter((line) => line.startsWith("info depth 1 "))).toHaveLength(3);
    },
  );

  test.for([true, false])("of the moves that are named: searchmoves (%s)", async (is) => {
    const { send } = open(knowing(is));
    const lines = await send(["go depth 3 searchmoves c2c4 g1f3 e2e5"], "bestmove");
    expect(lines[0]).toBe('info string go searchmoves: "e2e5" is not a legal move and is ignored');
    expect(lines.at(-1)).toMatch(/^bestmove g1f3/);
    await send(["setoption name MultiPV value 5"]);
    const both = await send(["go depth 1 searchmoves c2c4 g1f3"], "bestmove");
    expect(both.filter((line) => line.includes("multipv"))).toHaveLength(2);
  });

  test("share the time where the player knows no depth", async () => {
    const given: Limits[] = [];
    const { send } = open(async ({ limits, asking, position }) => {
      given.push(limits);
      const [move = 0] = asking.only ?? rules.moves(position);
      return { move, thought: { value: null, unit: "none", line: [move], nodes: 1, milliseconds: 0, depth: null } };
    });
    await send(["setoption name MultiPV value 4"]);
    const lines = await send(["go movetime 1000"], "bestmove");
    expect(lines.filter((line) => line.includes("multipv"))).toHaveLength(4);
    expect(given).toHaveLength(4);
    for (const { milliseconds } of given) expect(milliseconds).toBeLessThanOrEqual(238);
  });

  test("a search for a mate ends with it", async () => {
    const { send } = open(async (asked) => {
      const { thought } = choice(asked, "h1h8", { value: 29_997 });
      asked.asking.tell?.(thought);
      await stopped(asked);
      return choice(asked, "h1h8", { value: 29_997 });
    });
    const lines = await send(["position fen k7/8/1K6/8/8/8/8/7R w - - 0 1", "go mate 2"], "bestmove");
    expect(lines.at(-2)).toMatch(/score mate 2/);
    expect(lines.at(-1)).toBe("bestmove h1h8");
  });
});

describe("bad input is answered with info string, and nothing ends", () => {
  test.for([
    ["frob", /"frob" is not a command of UCI/],
    ["position fen 8/8/8/8 w - - 0 1", /position: placement: 4 ranks/],
    ["position fen 4k3/8/8/8/8/8/8/4K2r b - - 0 1", /position: White's king on e1 is in check/],
    ["position startpos moves e2e4 e2e4", /position: the position is left as it was; move 2: e2e4 is not a legal move/],
    ["position startpos moves Nf3", /move 1: "Nf3" is not a UCI move/],
    [`position fen ${"x".repeat(60_000)}`, /position: /],
    ["setoption name Colour value red", /there is no option "Colour"/],
    ["setoption name MultiPV value many", /option MultiPV: "many" is not a whole number from 1 to 256/],
    ["setoption name MultiPV", /option MultiPV: "" is not a whole number/],
    ["setoption name Hash value 7", /setoption: Hash: not 7/],
    ["ponderhit", /ponderhit while nothing is pondered on/],
    ["debug maybe", /expected debug on or debug off/],
    ["\u0000\u001B[2J", /is not a command of UCI/],
  ] as const)("%s", async ([line, why]) => {
    const { send } = open((asked) => choice(asked, "b8c6"));
    await send(["position startpos moves e2e4"]);
    const [error = "", ...more] = await send([line]);
    expect(error).toMatch(/^info string /);
    expect(error).toMatch(why);
    expect(error.length).toBeLessThan(320);
    expect(error).not.toMatch(/\p{Cc}/u);
    expect(more).toEqual([]);
    // The position is the one before.
    expect((await send(["go depth 1"], "bestmove")).at(-1)).toBe("bestmove b8c6");
  });

  test("limits that cannot be read are left out, and the move comes all the same", async () => {
    const { send } = open((asked) => choice(asked, "e2e4"));
    expect((await send(["go depth deep wtime x"], "bestmove")).map((line) => line.slice(0, 20))).toEqual([
      "info string go: dept",
      "info string go: wtim",
      "info depth 8 score c",
      "bestmove e2e4",
    ]);
  });

  test("go during a search is ignored; stop without one means nothing", async () => {
    const { send, said } = open(async (asked) => {
      await stopped(asked);
      return choice(asked, "e2e4");
    });
    expect(await send(["stop"])).toEqual([]);
    expect(await send(["go infinite", "go depth 1"])).toEqual([
      "info string go during a search is ignored; stop ends the search",
    ]);
    await send(["stop"], "bestmove");
    await pause();
    expect(said.filter((line) => line.startsWith("bestmove"))).toHaveLength(1);
  });
});

test("a position that has ended has no move, or any; the player is not asked", async () => {
  const { send } = open(() => Promise.reject(new Error("asked")));
  const mated = "position fen rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
  expect(await send([mated, "go depth 3"])).toEqual(["info depth 0 score mate 0", "bestmove (none)"]);
  expect(await send(["position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "go"])).toEqual([
    "info depth 0 score cp 0",
    "bestmove (none)",
  ]);
  const bare = await send(["position fen 7k/8/8/8/8/8/8/K7 w - - 0 1", "go infinite"]);
  expect(bare).toEqual(["info depth 0 score cp 0"]);
  expect(await send(["stop"])).toEqual([expect.stringMatching(/^bestmove a1[ab][12]$/)]);
});

test("the positions since the last irreversible move come with the question", async () => {
  const asked: Asked[] = [];
  const { send } = open((each) => {
    asked.push(each);
    return choice(each, formatUci(rules.moves(each.position)[0] as Move));
  });
  await send(["position startpos moves e2e4 g8f6 f1e2 f6g8", "go depth 1"], "bestmove");
  expect(asked[0]?.asking.past?.map((each) => rules.formatPosition(each).split(" ")[0])).toEqual([
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR",
    "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPPBPPP/RNBQK1NR",
  ]);
  await send(["position startpos moves g1f3 g8f6 e2e4", "go depth 1"], "bestmove");
  expect(asked[1]?.asking.past).toHaveLength(3);
});

describe("whatever becomes of the player, a legal move is said", () => {
  test.for<readonly [string, Choose, RegExp]>([
    ["it fails", () => Promise.reject(new Error("no idea")), /the player has failed: no idea/],
    ["it has no answer", () => Promise.reject(new GameloreError("interrupted", "")), /no answer yet; some legal move/],
    ["it never answers", () => new Promise<never>(() => {}), /does not (stop|answer in time); some legal move is made/],
    [
      "its move is not legal",
      (asked) => ({ ...choice(asked, "e2e4"), move: 12 | (44 << 6) }),
      /the player has failed: its move is not legal/,
    ],
  ])("%s", async ([, choose, why]) => {
    const { send } = open(choose);
    const lines = await send(["position startpos", "go movetime 200"], "bestmove");
    expect(lines.filter((line) => line.startsWith("info string")).join("\n")).toMatch(why);
    const text = (lines.at(-1) as string).slice("bestmove ".length);
    expect(parseUci(text, rules.moves(rules.initial())).ok).toBe(true);
    expect(lines.filter((line) => line.startsWith("bestmove"))).toHaveLength(1);
  });

  test("what it has told is its answer where it does not stop", async () => {
    const { send } = open((asked) => {
      asked.asking.tell?.(choice(asked, "c2c4 c7c5").thought);
      return new Promise<never>(() => {});
    });
    await send(["go infinite"], "info depth 8");
    expect((await send(["stop"], "bestmove")).at(-1)).toBe("bestmove c2c4 ponder c7c5");
  });

  test("a player that cannot be made is the end", async () => {
    const players = source(Promise.reject(new GameloreError("bad-player", "no such thing")));
    const { engine, said } = open(players);
    expect(await engine.ended).toEqual({ failed: true });
    expect(said).toEqual(["info string the player cannot be made: no such thing"]);
  });
});

test("the end of the input ends it; a search under way is answered first", async () => {
  const { engine, send, said } = open(async (asked) => {
    await stopped(asked);
    return choice(asked, "e2e4");
  });
  await send(["go infinite"]);
  await pause();
  await engine.endInput();
  expect(said.at(-1)).toBe("bestmove e2e4");
  expect(await engine.ended).toEqual({ failed: false });
});

test("a new game begins at once, or after the search", async () => {
  const players = source(playing((asked) => choice(asked, "e2e4")));
  const { send } = open(players);
  await send(["ucinewgame"]);
  expect(players.games).toBe(1);
  await send(["go infinite", "ucinewgame"], "info depth");
  expect(players.games).toBe(1);
  await send(["stop"], "bestmove");
  await expect.poll(() => players.games).toBe(2);
});

describe("options of the player", () => {
  test("those that it has are declared, and the player can be another", async () => {
    const players = new TextPlayerSource(rules, "random", 3);
    const { send } = open(players);
    expect((await send(["uci"])).filter((line) => line.startsWith("option")).at(-1)).toBe(
      "option name Player type string default random",
    );
    expect(await send(["setoption name Hash value 32"])).toEqual([
      "info string setoption: Hash: the player random has no such parameter",
    ]);
    expect(await send(["setoption name Player value kasparov"])).toEqual([
      expect.stringMatching(/^info string setoption: Player: there is no player "kasparov" in chess; there is: random/),
    ]);
    expect(await send(["setoption name Player value random"])).toEqual([]);
    expect((await send(["position startpos", "go"], "bestmove")).at(-1)).toMatch(/^bestmove [a-h][12][a-h][34]$/);
    await players.close();
  });

  test("a program is not started for whoever is at the other end", async () => {
    const { uciKind } = await import("./offer.ts");
    const own = unwrap(await game.open({})) as ChessRules;
    own.playerKinds = [...own.playerKinds, uciKind(own)];
    const players = new TextPlayerSource(own, "random", 3);
    const set = players.set("Player", "uci(command=touch /tmp/x)");
    expect(set.ok).toBe(false);
    if (!set.ok) expect(set.error.message).toMatch(/starts a program; only --player may do that/);
    await own.close();
  });
});
