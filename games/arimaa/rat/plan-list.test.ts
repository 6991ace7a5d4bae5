/** Every plan has positions in which it must and must not apply; and the order follows the material at stake. */
import { afterAll, describe, expect, test } from "vitest";
import { unwrap } from "../../../engine/contracts/errors.ts";
import { goalFacts } from "../facts.fixture.ts";
import { game } from "../game.ts";
import type { ArimaaRules } from "../rules.ts";
import { Analysis } from "./analysis.ts";
import { RatKernel } from "./rat-kernel.ts";
import { loadKnowledge } from "./knowledge.ts";
import { PLAN_NAMES, type Plan, type PlanName } from "./plan.ts";
import { listPlans, PLAN_KINDS } from "./plan-list.ts";
import { readPlanPositions } from "./plan-positions.fixture.ts";
import { SearchNode } from "./search-node.ts";

const rules = unwrap(await game.open({})) as ArimaaRules;
const kernel = new RatKernel(rules.board);
afterAll(() => rules.close());

const positions = readPlanPositions(new URL("plans.positions", import.meta.url));
const knowledge = loadKnowledge("all", true);

function plansIn(text: string, ply = 0, tried: readonly PlanName[] = []): Plan[] {
  const analysis = new Analysis(new SearchNode(kernel, unwrap(rules.parsePosition(text.replaceAll("/", "")))));
  return listPlans(
    { analysis, ply, knowledge, keep: 3, seed: 1, extensions: true, stopped: () => false },
    new Set(tried),
  );
}
const names = (plans: readonly Plan[]): PlanName[] => plans.map(({ name }) => name);

test.each(PLAN_NAMES)("%s applies in at least five positions and not in five others", (name) => {
  expect(positions.filter(({ fires }) => fires.includes(name)).length).toBeGreaterThanOrEqual(5);
  expect(positions.filter(({ not }) => not.includes(name)).length).toBeGreaterThanOrEqual(5);
});

test.each(positions.map((each) => [each.name, each] as const))("%s", (_, { text, fires, not }) => {
  // Also in the mirror image.
  const [side = "", squares = ""] = text.split(" ");
  const rows = squares.match(/.{8}/g) ?? [];
  const mirrored = `${side} ${rows.map((row) => row.split("").toReversed().join("")).join("")}`;
  for (const each of [text, mirrored]) {
    const found = names(plansIn(each));
    expect(found).toEqual(expect.arrayContaining([...fires]));
    expect(found.filter((name) => not.includes(name))).toEqual([]);
  }
});

test("moves of plans are legal turns", () => {
  for (const { text } of positions.filter((_, i) => i % 3 === 0)) {
    const start = unwrap(rules.parsePosition(text));
    const turns = new Set(rules.board.turns(start));
    for (const { moves } of plansIn(text)) for (const { turn } of moves()) expect(turns.has(turn)).toBe(true);
  }
});

describe("the order", () => {
  test("is that of the paper by default", () => {
    expect(names(PLAN_KINDS as unknown as Plan[])).toEqual([...PLAN_NAMES]);
  });

  test("a defence comes first if more is at stake than can be won, and vice versa", () => {
    // Our camel can be pushed into c6; we could capture a cat at f3.
    const camel = "g .......r/......../......../..M...../..e...E./......c./......../R.......";
    const order = names(plansIn(camel));
    expect(order.indexOf("defence")).toBeLessThan(order.indexOf("capture"));
    // Our cat can be pushed into c6; we could capture a horse at f3.
    const cat = "g .......r/......../......../..C...../..e...E./......h./......../R.......";
    const other = names(plansIn(cat));
    expect(other.indexOf("capture")).toBeLessThan(other.indexOf("defence"));
  });

  test("flags demote plans, with a reason", () => {
    const plans = plansIn("g .......r/......../......../..D.E.../..e...../......../......../.......R");
    const attack = plans.find(({ name }) => name === "attack");
    expect(attack?.demoted).toBe("something of ours can be captured");
    expect(plans.slice(plans.findIndex(({ demoted }) => demoted !== null)).every(({ demoted }) => demoted)).toBe(true);
  });

  test("urgent plans come before the graphs", () => {
    const siege = names(plansIn("g rr.ddrrr/r.c.mchr/......../...E..../.he...../......../R.CM.CHR/RRRDDRRR"));
    expect(siege.indexOf("trap defence")).toBeLessThan(siege.indexOf("pattern"));
    const endgame = names(plansIn("g .......r/...d..../....m.../......../....E.../......../R......./..DM...R"));
    expect(endgame.indexOf("goal preparation")).toBeLessThan(endgame.indexOf("camel hunt"));
  });

  test("graphs are matched in the first two plies only, and tried plans are omitted", () => {
    const opening = positions.find(({ name }) => name === "the opening")!.text;
    expect(names(plansIn(opening, 1))).toContain("pattern");
    expect(names(plansIn(opening, 2))).not.toContain("pattern");
    expect(names(plansIn(opening, 0, ["pattern"]))).toEqual(["elephant to the middle"]);
  });
});

test("a goal that no reply stops comes first, in most of the known positions with one", () => {
  const known = goalFacts.slice(0, 10);
  const found = known.filter(({ side, board }) => {
    const [first] = plansIn(`${side} ${board}`);
    return first?.name === "goal preparation" && first.wins?.() === true;
  });
  expect(found.length).toBeGreaterThan(known.length / 2);
});

test("without extensions: the paper's plans only, and no search for forced goals", () => {
  for (const { side, board } of goalFacts.slice(0, 10)) {
    const analysis = new Analysis(new SearchNode(kernel, unwrap(rules.parsePosition(`${side} ${board}`))));
    const plans = listPlans({ analysis, ply: 0, knowledge, keep: 3, seed: 1, extensions: false, stopped: () => false });
    expect(names(plans)).not.toContain("goal defence");
    expect(plans.some(({ wins }) => wins !== undefined)).toBe(false);
  }
});
