/** Mining on games and samples with known answers: hand-made, or with a signal planted in noise. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { SeededRandom } from "../../../../engine/random/seeded.ts";
import { Board } from "../../board.ts";
import { LETTERS, SQUARE_NAMES } from "../graphs/board.ts";
import { readGraph } from "../graphs/check.ts";
import { parsePatterns } from "../patterns/parse-patterns.ts";
import { readGames } from "../../records/read.ts";
import { EMPTY_BOARD, namedSetup } from "../../setup/edit.ts";
import { graphText, patternsText, setupsText } from "./candidates.ts";
import { eventKey, eventsOf } from "./events.ts";
import { evidenceThreshold, likelihoodRatio } from "./evidence.ts";
import { type Instance, induceRules } from "./induce.ts";
import { MissedTurns } from "./missed.ts";
import { compareTurns, ratPlans } from "./planned.ts";
import { cellsOf, playedGame, type PlayedGame } from "./replayed.ts";
import { placementsText, rowsText, SetupCounter, setupOf } from "./setups.ts";
import { findPatterns, scoreOf } from "./trap-patterns.ts";
import { addSamples, AROUND, TrapSamples } from "./trap-samples.ts";

const board = new Board();
const folder = mkdtempSync(join(tmpdir(), "gamelore-mine-"));
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await board.close();
});

const SETUP = [
  "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2",
  "1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7",
];
async function played(lines: readonly string[]): Promise<PlayedGame> {
  const file = join(folder, "game.txt");
  writeFileSync(file, lines.join("\n"));
  for await (const item of readGames(board, file)) {
    if (item.kind === "game") return playedGame(board, item);
    throw new Error(item.message);
  }
  return expect.unreachable();
}

const cells = (...rows: readonly string[]): Uint8Array => cellsOf(rows.join(""));
const square = (name: string): number => SQUARE_NAMES.indexOf(name);
const pause = async (): Promise<void> => {};

describe("setups", () => {
  test("mirror images are identified, silver's are rotated, names are found", () => {
    const counter = new SetupCounter();
    for (const [gold, silver] of [
      ["fritzlein", "fritzlein-mirrored"],
      ["fritzlein-mirrored", "eh"],
    ] as const) {
      const letters = namedSetup(namedSetup(EMPTY_BOARD, gold, 0), silver, 1);
      counter.add(letters, 0, 0, 2000);
      counter.add(letters, 1, 0, null);
    }
    const [first, second, ...rest] = counter.setups();
    expect(rest).toEqual([]);
    expect(first).toMatchObject({ name: "fritzlein", games: 3 });
    expect(first?.sides).toEqual([
      { games: 2, won: 2, lost: 0, rated: 2, ratings: 4000 },
      { games: 1, won: 0, lost: 1, rated: 0, ratings: 0 },
    ]);
    expect(second).toMatchObject({ name: "eh", games: 1 });
  });

  test("are written in record notation", () => {
    const rows = setupOf(namedSetup(EMPTY_BOARD, "99of9-mirrored", 1), 1);
    expect(["RHCMECHR over RRRDDRRR", "RHCEMCHR over RRRDDRRR"]).toContain(rowsText(rows));
    expect(placementsText(rows).split(" ").slice(0, 4)).toEqual(["Ra1", "Rb1", "Rc1", "Dd1"]);
    const counter = new SetupCounter();
    counter.add(namedSetup(EMPTY_BOARD, "99of9", 0), 0, null, null);
    expect(setupsText(counter.setups(), [])).toContain(`\n${placementsText(rows)}\n`);
  });

  test("are bounded; the rarest are evicted first", () => {
    const counter = new SetupCounter(4);
    const random = new SeededRandom(2);
    for (let i = 0; i < 50; i++) {
      counter.add(namedSetup(EMPTY_BOARD, "99of9", 0), 0, null, null);
      const letters = [..."RRRRRRRRCCDDHHME"].sort(() => random.fraction() - 0.5).join("");
      counter.add(EMPTY_BOARD.slice(0, 48) + letters, 0, null, null);
    }
    expect(counter.setups().length).toBeLessThanOrEqual(4);
    expect(counter.setups()[0]).toMatchObject({ name: "99of9", games: 50 });
    expect(counter.evicted).toBeGreaterThan(40);
  });
});

describe("arrangements around traps", () => {
  test("are counted when they arise, in the mover's view, with later captures", async () => {
    // Gold's cat steps onto f3 and loses its keeper by its own step: f3 is the mirror image of c3.
    const game = await played([...SETUP, "2g Hg2n Cf2n", "2s ra7s", "3g Hg3n Cf3x"]);
    expect(game.turns.map(({ captures }) => captures)).toEqual([[], [], [{ colour: 0, square: square("f3") }]]);
    const samples = [new TrapSamples("protect"), new TrapSamples("attack")] as const;
    addSamples(samples, game, 4);
    const [protect] = samples;
    const rows = [...protect.order()].map((sample) => [
      [...protect.contents(sample)].map((content) => LETTERS[content]).join(""),
      protect.lost(sample),
      protect.won(sample),
    ]);
    // As seen at c3 (rows 4, 3, 2 from b to d): gold's c3 once, silver's once at each trap, gold's f3 (mirrored) twice.
    expect(rows).toContainEqual(["......HCM", 0, 0]);
    expect(rows).toContainEqual(["...HC...E", 1, 0]);
    expect(rows).toContainEqual(["H.......E", 0, 0]);
    expect(rows.filter(([, lost]) => lost === 1)).toHaveLength(1);
    // Nothing that silver has at its own traps changes in a way that is counted twice.
    expect(protect.seen).toBe(rows.length);
  });

  test("the window ends after the given number of turns", async () => {
    const lines = [...SETUP, "2g Hg2n Cf2n", "2s ra7s", "3g Ra2n", "3s ra6s", "4g Hg3n Cf3x"];
    const game = await played(lines);
    const lostWithin = (ahead: number): number => {
      const samples = new TrapSamples("protect");
      addSamples([samples], game, ahead);
      return [...samples.order()].filter((sample) => samples.lost(sample) === 1).length;
    };
    expect([lostWithin(3), lostWithin(4)]).toEqual([0, 1]);
  });

  test("reservoir sampling is uniform", () => {
    const samples = new TrapSamples("protect", 100);
    for (let i = 0; i < 10_000; i++) samples.add(i, new Uint8Array(AROUND), { lost: false, won: i >= 5_000 });
    expect([samples.count, samples.seen]).toEqual([100, 10_000]);
    const late = [...samples.order()].filter((sample) => samples.won(sample) === 1).length;
    expect(late).toBeGreaterThan(30);
    expect(late).toBeLessThan(70);
  });
});

/** Random arrangements; with enemies on b3 and d3 the piece is mostly lost. */
function planted(count: number, effect: boolean): TrapSamples {
  const random = new SeededRandom(5);
  const samples = new TrapSamples("protect");
  for (let i = 0; i < count; i++) {
    const contents = Uint8Array.from({ length: AROUND }, () => (random.below(2) === 0 ? 0 : 1 + random.below(12)));
    const both = (contents[3] as number) > 6 && (contents[5] as number) > 6;
    samples.add(i >> 3, contents, { lost: random.fraction() < (effect && both ? 0.8 : 0.05), won: false });
  }
  return samples;
}

const OPTIONS = { minCount: 20, minGames: 4, most: 20, pause };

describe("patterns", () => {
  test("the planted pattern is ranked first, with its counts", async () => {
    const samples = planted(2_000, true);
    const { patterns, base } = await findPatterns(samples, OPTIONS);
    expect(patterns[0]).toMatchObject({ kind: "protect", conditions: "xb3 xd3", won: 0 });
    const matching = [...samples.order()].filter((sample) => {
      const contents = samples.contents(sample);
      return (contents[3] as number) > 6 && (contents[5] as number) > 6;
    });
    expect(patterns[0]?.count).toBe(matching.length);
    expect(patterns[0]?.lost).toBe(matching.filter((sample) => samples.lost(sample) === 1).length);
    expect(patterns[0]?.games).toBe(new Set(matching.map((sample) => samples.game(sample))).size);
    expect(patterns[0]?.lostLift).toBeCloseTo(patterns[0]!.lost / matching.length / (base.lost / base.count), 9);
    expect(patterns[0]!.score).toBeLessThan(-20);
  });

  test("noise alone gives no patterns", async () => {
    expect((await findPatterns(planted(2_000, false), OPTIONS)).patterns).toEqual([]);
  });

  test("all frequent sets are found, compared with exhaustive counting", async () => {
    const random = new SeededRandom(8);
    const samples = new TrapSamples("attack");
    for (let i = 0; i < 120; i++)
      samples.add(
        i,
        Uint8Array.from({ length: AROUND }, () => [0, 0, 1, 7][random.below(4)] as number),
        { lost: false, won: false },
      );
    const items = (contents: Uint8Array): string[] =>
      [...contents].flatMap((content, place) =>
        content === 0 ? [`${place}.`] : [`${place}${LETTERS[content]}`, `${place}${content > 6 ? "any x" : "any X"}`],
      );
    const counts = new Map<string, number>();
    const count = (from: readonly string[], set: readonly string[]): void => {
      if (set.length > 0) counts.set(set.join(" "), (counts.get(set.join(" ")) ?? 0) + 1);
      if (set.length === 4) return;
      from.forEach((item, i) => {
        if (item[0] !== set.at(-1)?.[0]) count(from.slice(i + 1), [...set, item]);
      });
    };
    for (const sample of samples.order()) count(items(samples.contents(sample)), []);
    const frequent = [...counts.values()].filter((each) => each >= 10).length;
    const { compared } = await findPatterns(samples, { ...OPTIONS, minCount: 10, minGames: 1 });
    expect(compared).toBe(frequent);
  });

  test("a score is signed by its effect, and the threshold accounts for multiple comparisons", () => {
    const base = { count: 1_000, games: 1, lost: 100, won: 50 };
    expect(scoreOf({ count: 100, games: 1, lost: 10, won: 5 }, base)).toBeCloseTo(0, 9);
    expect(scoreOf({ count: 100, games: 1, lost: 40, won: 5 }, base)).toBeLessThan(-60);
    expect(scoreOf({ count: 100, games: 1, lost: 10, won: 30 }, base)).toBeGreaterThan(60);
    // The sum of two such ratios exceeds x by chance with probability e^(-x/2).
    expect(Math.exp(-evidenceThreshold(1_000) / 2) * 1_000).toBeCloseTo(0.05, 9);
  });

  test("are written as valid patterns", async () => {
    const text = patternsText([await findPatterns(planted(2_000, true), OPTIONS)], 4, ["From somewhere."]);
    const { patterns, diagnostics } = parsePatterns("traps.patterns", text);
    expect(diagnostics).toEqual([]);
    expect(patterns[0]).toMatchObject({ kind: "protect", name: "mined xb3 xd3" });
    expect(patterns[0]!.score).toBeLessThan(0);
  });
});

describe("what a turn does", () => {
  test("pieces that arrive, enemies moved and captured", () => {
    const before = cells(
      "........",
      "........",
      "........",
      "...r....",
      "...E....",
      "........",
      ".C....C.",
      "R.......",
    );
    const after = cells("........", "........", "........", "........", "..E.....", "........", "..C...C.", "R.......");
    expect(eventsOf(before, after, [square("c3")]).map(eventKey)).toEqual(["bring E c4", "bring C c2", "capture r c3"]);
    expect(eventsOf(before, before, [])).toEqual([]);
  });

  test("a turn is the same, contains a planned one, or was missed", async () => {
    const { turns } = await played([...SETUP, "2g Ee2n Ee3n Md2n"]);
    const { before, cellsAfter, moves } = turns[0]!;
    const pack = (steps: readonly number[]): number => steps.reduce((turn, step, i) => turn + step * 256 ** i, 0);
    const steps = moves.slice(0, 3);
    const verdict = (...planned: readonly number[]) => compareTurns(board, before, cellsAfter, planned);
    expect(verdict()).toBe("missed");
    expect(verdict(pack([steps[0]!]))).toBe("missed");
    expect(verdict(pack([steps[0]!, steps[1]!]))).toBe("contained");
    expect(verdict(pack([steps[2]!, steps[0]!, steps[1]!]))).toBe("same");
  });

  test("instances are in the western image, with their verdict", async () => {
    const game = await played([...SETUP, "2g Ee2n Hg2n", "2s ed7s"]);
    const missed = new MissedTurns(board, { name: "none", plannedTurns: () => [] });
    for (const turn of game.turns) missed.add(game, turn);
    expect(missed.counts).toEqual({ same: 0, contained: 0, missed: 2 });
    expect(missed.turns.map(({ place, text, won }) => [place, text, won])).toEqual([
      ["game 1 turn 2g", "Ee2n Hg2n", null],
      ["game 1 turn 2s", "ed7s", null],
    ]);
    const keys = missed.instances.map(({ events }) => [...events.keys()]);
    // Both of gold's pieces are east, so both appear in the mirror image; silver's elephant on d6 is E on d3 to silver.
    expect(keys).toEqual([[], ["bring H b3", "bring E d3"], ["bring E d3"], []]);
  });

  test("Rat's plans are a plan source", async () => {
    const { turns } = await played([...SETUP, "2g Ee2n"]);
    expect(ratPlans(board, 3).plannedTurns(turns[0]!.before).length).toBeGreaterThan(0);
  });
});

/** A horse on b2 goes to b3 in most positions with an enemy camel on d5, and hardly elsewhere. */
function instances(count: number): Instance[] {
  const random = new SeededRandom(9);
  const event = { kind: "bring", letter: "H", square: square("b3"), from: square("b2") } as const;
  return Array.from({ length: count }, (_, i): Instance => {
    const contents = new Uint8Array(64);
    contents[square("b2")] = LETTERS.indexOf("H");
    for (let j = 0; j < 64; j++) if (contents[j] === 0 && random.below(3) === 0) contents[j] = random.below(13);
    const camel = random.below(4) === 0;
    contents[square("d5")] = camel ? LETTERS.indexOf("m") : 0;
    contents[square("b3")] = 0;
    const done = random.fraction() < (camel ? 0.7 : 0.05);
    return {
      cells: contents,
      events: new Map(done ? [[eventKey(event), event]] : []),
      missed: i % 3 !== 0,
      game: 1 + (i >> 2),
      place: `game ${1 + (i >> 2)} turn 5g`,
    };
  });
}

describe("conditions", () => {
  const found = induceRules(instances(600), { minCount: 8, minGames: 4, most: 10 });

  test("the planted rule is found, and held-out games measure it", () => {
    expect(found).toHaveLength(1);
    const [rule] = found;
    expect(rule?.from).toEqual([square("b2")]);
    expect(rule?.conditions[0]?.square).toBe(square("d5"));
    const cases = instances(600).filter(({ game, cells }) => game % 2 === 0 && cells[square("d5")] !== 0);
    if (rule?.conditions.length === 1)
      expect(rule.judged).toEqual({
        positions: cases.length,
        done: cases.filter(({ events }) => events.size > 0).length,
      });
    expect(rule!.judged.done / rule!.judged.positions).toBeGreaterThan(0.6);
    expect(rule!.alone.done / rule!.alone.positions).toBeLessThan(0.35);
    expect(rule?.examples).toHaveLength(5);
  });

  test("rules are written as a valid graph", () => {
    const { text, refused, nodes } = graphText(found, ["From somewhere."]);
    expect([refused, nodes]).toEqual([[], 1]);
    expect(readGraph("missed.graph", text).diagnostics).toEqual([]);
    expect(text).toMatch(/\nnode horse-to-b3: H\{b2\} [mx]d5.*\n {2}bring H\{b2\} to \{b3\} in 4\n/);
    expect(text).toMatch(/# \d+ turns in \d+ games that the plans miss: game \d+ turn 5g; /);
  });

  test("invalid rules are rejected with a reason", () => {
    const [rule] = found;
    const impossible = { ...rule!, conditions: [{ square: square("b2"), content: 0 }] };
    const { refused, nodes } = graphText([impossible], []);
    expect(nodes).toBe(0);
    expect(refused[0]).toMatch(/^horse-to-b3: /);
  });

  test("the G statistic of a 2×2 table", () => {
    // 10 of 10 against 10 of 30 others: 2 · Σ seen · ln(seen / expected), worked out by hand.
    const expected = 2 * (10 * Math.log(10 / 5) + 10 * Math.log(10 / 15) + 20 * Math.log(20 / 15));
    expect(likelihoodRatio(10, 10, 20, 40)).toBeCloseTo(expected, 9);
    expect(likelihoodRatio(5, 10, 20, 40)).toBeCloseTo(0, 9);
  });
});
