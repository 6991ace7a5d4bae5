/** The player rat: the player suite, setups, repetition, and regressions from lost games. */
import { afterAll, describe, expect, test } from "vitest";
import { playGame } from "../../../engine/arena/play-game.ts";
import { unwrap } from "../../../engine/contracts/errors.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { defaultsOf, parseOptions } from "../../../engine/contracts/options.ts";
import { playerSuite } from "../../../engine/contracts/suites/player-suite.ts";
import { randomGame } from "../../../engine/contracts/suites/random-play.ts";
import { game } from "../game.ts";
import { SIDE } from "../layout.ts";
import { distance } from "./graphs/board.ts";
import type { ArimaaRules } from "../rules.ts";
import { playMoves } from "../turns.ts";
import { ratSettings } from "./player.ts";
import { cellsOf } from "./rat-kernel.ts";
import { CAMEL, ELEPHANT, OWN, rowOf } from "./evaluate.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
afterAll(() => rules.close());

const kind = rules.playerKinds.find(({ name }) => name === "rat")!;
const extended = rules.playerKinds.find(({ name }) => name === "rat-extended")!;
const position = (text: string): Position => unwrap(rules.parsePosition(text.replaceAll("/", "")));
const MIDDLE = position("g r.rd.rrr/rhc..chr/...e..../..m..E../....H.../.H..M.../R.CD.C.R/RRR.DRRR");

describe("the player suite", () => {
  const played = [1, 2].flatMap((seed) => randomGame(rules, rules.initial(), seed, 80).map((ply) => ply.position));
  playerSuite(async () => ({
    rules,
    text: "rat(best=1, patience=2)",
    quick: { nodes: 30 },
    deepText: "rat(best=9, patience=1000)",
    deep: {},
    positions: [MIDDLE, ...played.filter((_, i) => i % 54 === 53)],
    selfPlayPlies: 20,
    ended: position("s R......r..............................................e........."),
  }));
});

test("its elephant faces the enemy camel after the setup", async () => {
  const rat = await kind.create(defaultsOf(kind.parameters), 1);
  for (const setup of ["99of9", "99of9-mirrored"]) {
    const gold = rules.play(rules.initial(), [unwrap(rules.parseMove(rules.initial(), setup))]);
    const { move } = await rat.choose(gold, {});
    const both = rules.formatPosition(rules.play(gold, [move])).slice(2);
    expect(both.slice(8, 16).indexOf("e")).toBe(both.slice(48, 56).indexOf("M"));
  }
  await rat.close();
});

test("placed pieces stay, and the setup is completed", async () => {
  const rat = await kind.create(defaultsOf(kind.parameters), 1);
  let now = rules.play(rules.initial(), [unwrap(rules.parseMove(rules.initial(), "Ea1"))]);
  const { info } = await rat.choose(now, {});
  now = playMoves(rules.board, now, info.pv);
  expect(now[SIDE]).toBe(1);
  await rat.close();
});

test("a turn to a forbidden position is not played", async () => {
  const rat = await kind.create(unwrap(parseOptions(kind.parameters, { best: "1" })), 1);
  const usual = await rat.choose(MIDDLE, {});
  const after = playMoves(rules.board, MIDDLE, usual.info.pv);
  const other = await kind.create(unwrap(parseOptions(kind.parameters, { best: "1" })), 1);
  const forbidden = (each: Position): boolean => Buffer.compare(each, after) === 0;
  const choice = await other.choose(MIDDLE, {}, { forbidden });
  expect(playMoves(rules.board, MIDDLE, choice.info.pv)).not.toEqual(after);
  await rat.close();
  await other.close();
});

test("it reports candidate plans in order, with reasons", async () => {
  const rat = await kind.create(defaultsOf(kind.parameters), 1);
  const { info } = await rat.choose(MIDDLE, {});
  expect(info.candidates!.length).toBeGreaterThan(2);
  for (const each of info.candidates!) expect(each).toMatchObject({ kind: "plan", reason: expect.any(String) });
  expect(info.candidates!.some(({ reason }) => reason!.startsWith("chosen: "))).toBe(true);
  await rat.close();
});

/** From lost games: another plan came first and was confirmed, and the camel was taken hostage in the next turns. */
describe("rat-extended does not leave the camel in danger for no gain", () => {
  const camelAfter = async (text: string): Promise<{ row: number; away: number }> => {
    const start = position(text);
    const rat = await extended.create(defaultsOf(extended.parameters), 1);
    const { info } = await rat.choose(start, {});
    await rat.close();
    const cells = cellsOf(playMoves(rules.board, start, info.pv), start[SIDE] as number);
    const camel = cells.indexOf(CAMEL);
    return { row: rowOf(camel), away: distance(camel, cells.indexOf(ELEPHANT + OWN)) };
  };

  test("next to the enemy elephant it retreats far enough", async () => {
    const { away } = await camelAfter("s rrr..rrr/r.c.dc../.h.d.mEr/.......h/R...e.../.H....H./..DM.D.R/RRRCCRRR");
    expect(away).toBeGreaterThan(2);
  });

  test("from beyond the middle it returns home", async () => {
    const { row } = await camelAfter("g rrr..rrr/rcd..dcr/.h....mh/..M...../H.e.E..H/R..DC.RR/R.C.D.../.R.R.R.R");
    expect(row).toBeLessThan(5);
  });
});

test("rat is the paper's, rat-extended has what the paper does not describe; patience over 1 means extensions, as it always did", async () => {
  const textOf = async (each: typeof kind, given: Record<string, string>): Promise<string> => {
    const player = await each.create(unwrap(parseOptions(each.parameters, given)), 1);
    await player.close();
    return player.text;
  };
  expect(await textOf(kind, {})).toBe("rat");
  expect(await textOf(extended, {})).toBe("rat(patience=10)");
  expect(await textOf(kind, { patience: "10" })).toBe("rat(patience=10)");
  const settings = (given: Record<string, string>) => ratSettings(unwrap(parseOptions(kind.parameters, given)), 1);
  expect(settings({}).extensions).toBe(false);
  expect(settings({}).knowledge.graphs.map(({ name }) => name)).toEqual(["elephant-horse"]);
  expect(settings({ patience: "2" }).extensions).toBe(true);
  expect(settings({ patience: "2" }).knowledge.graphs).toHaveLength(5);
  expect(settings({ patience: "2", extensions: "no" }).extensions).toBe(false);
});

test("it beats random play from either side", async () => {
  const set = unwrap(await game.open({ setup: "99of9" })) as ArimaaRules;
  const random = set.playerKinds.find(({ name }) => name === "random")!;
  const ours = set.playerKinds.find(({ name }) => name === "rat")!;
  for (const seat of [0, 1]) {
    const players = [await random.create({}, 3), await random.create({}, 4)];
    players[seat] = await ours.create(unwrap(parseOptions(ours.parameters, { best: "1", patience: "1" })), 3);
    const played = await playGame(set, players);
    expect(played.scores[seat]).toBe(1);
    for (const player of players) await player.close();
  }
  await set.close();
});
