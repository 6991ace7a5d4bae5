/** Players and evaluators of chess: the contract suites, and chess-specific behaviour. */
import { afterAll, describe, expect, test } from "vitest";
import { makePlayer } from "../../engine/arena/players.ts";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { defaultsOf } from "../../engine/contracts/options.ts";
import type { Choice } from "../../engine/contracts/player.ts";
import { evaluatorSuite } from "../../engine/contracts/suites/evaluator-suite.ts";
import { playerSuite } from "../../engine/contracts/suites/player-suite.ts";
import { spread, randomGame } from "../../engine/contracts/suites/random-play.ts";
import { game } from "./game.ts";

const rules: OpenGame = unwrap(await game.open(defaultsOf(game.options)));
afterAll(() => rules.close());

const at = (fen: string): Position => unwrap(rules.parsePosition(fen));
const positions = [1, 2]
  .flatMap((seed) => spread(randomGame(rules, rules.initial(), seed, 120), 8))
  .map(({ position }) => position)
  .filter((position) => rules.result(position) === null);
const ended = at("7k/5KQ1/8/8/8/8/8/8 b - - 0 1");

async function choice(text: string, position: Position, history: readonly Position[] = []): Promise<Choice> {
  const player = await makePlayer(rules, text, 1);
  try {
    return await player.choose(position, {}, { history: history });
  } finally {
    await player.close();
  }
}

describe.for(rules.evaluators)("the evaluator $name", (spec) => {
  evaluatorSuite(async () => ({ evaluator: await spec.create(), others: [], players: 2, positions }));
});

/** Shared transposition tables and time limits are not deterministic. */
const NOT_DETERMINISTIC = {
  "the same seed chooses the same moves": "threads and time limits",
  "its text creates an equivalent player": "threads and time limits",
};

describe.for([
  ["random", "random"],
  ["greedy", "greedy"],
  ["alphabeta(depth=3)", "alphabeta(depth=90)"],
  ["alphabeta(ms=30, threads=2, tt=1)", "alphabeta(ms=100000, threads=2)"],
  ["alphabeta(depth=2, selective=no, eval=sum(material, mobility*0.5))", "alphabeta(depth=90, selective=no)"],
  ["alphabeta(depth=3, multipv=3, tt=0)", "alphabeta(depth=90, multipv=3)"],
  ["uct(playouts=50)", "uct(playouts=100000000)"],
  ["best(ms=20)", "best(ms=100000)"],
] as const)("%s", ([text, deepText]) => {
  const quick = { nodes: 2_000, depth: 3, playouts: 50 };
  const skip = text.includes("threads=2") || text.startsWith("best") ? NOT_DETERMINISTIC : {};
  playerSuite(async () => ({ rules, text, quick, deepText, deep: {}, positions: positions.slice(0, 6), ended }), {
    skip,
  });
});

test("a node limit gives the same moves and node counts every time", async () => {
  const play = async () => {
    const found: unknown[] = [];
    const player = await makePlayer(rules, "alphabeta(nodes=5000)", 7);
    for (const position of positions) {
      const { move, info } = await player.choose(position, {});
      found.push([move, info.value, info.nodes, info.depth]);
    }
    await player.close();
    return found;
  };
  expect(await play()).toEqual(await play());
});

test("the principal variation and the candidate moves begin with the move played", async () => {
  const { move, info } = await choice("alphabeta(depth=8)", rules.initial());
  expect(info.pv[0]).toBe(move);
  expect(info.pv.length).toBeGreaterThan(3);
  expect(info.candidates?.[0]).toMatchObject({ kind: "move", text: rules.formatMove(rules.initial(), move) });
  expect(info.unit).toBe("pawns");
});

test("searchMoves restricts the root moves", async () => {
  const searchMoves = ["a3", "h3"].map((text) => unwrap(rules.parseMove(rules.initial(), text)));
  const player = await makePlayer(rules, "alphabeta(depth=5)", 1);
  const { move, info } = await player.choose(rules.initial(), {}, { searchMoves });
  await player.close();
  expect(searchMoves).toContain(move);
  expect(info.candidates).toHaveLength(2);
});

test("with multipv the best moves have exact values, in order", async () => {
  const { info } = await choice("alphabeta(depth=6, multipv=4)", rules.initial());
  const best = info.candidates?.slice(0, 4) ?? [];
  expect(best.every(({ reason }) => reason === undefined)).toBe(true);
  const values = best.map(({ value }) => value ?? 0);
  expect(values).toEqual(values.toSorted((a, b) => b - a));
});

test("a winning side does not repeat a position of the game a third time, a losing side does", async () => {
  // Rook and king move back and forth; White is a rook ahead.
  const start = at("6k1/5ppp/8/8/8/8/R4PPP/6K1 w - - 0 1");
  let position = start;
  const history: Position[] = [];
  for (const text of ["Rb2", "Kf8", "Ra2", "Kg8", "Rb2", "Kf8", "Ra2", "Kg8"]) {
    history.push(position);
    position = rules.play(position, [unwrap(rules.parseMove(position, text))]);
  }
  const { move, info } = await choice("alphabeta(depth=6)", position, history);
  expect(rules.formatMove(position, move)).not.toBe("Rb2");
  expect(info.value).toBeGreaterThan(3);
});

test("an unknown evaluation is rejected with the available names", async () => {
  await expect(makePlayer(rules, "alphabeta(eval=sum(luck))", 1)).rejects.toThrow(/"luck"/);
  await expect(makePlayer(rules, "alphabeta(eval=luck)", 1)).rejects.toThrow(/material/);
});
