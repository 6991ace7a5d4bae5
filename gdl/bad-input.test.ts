/** Invalid, non-terminating and hostile rulesheets: each gives an error with its location in limited time. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GameloreError } from "../engine/contracts/errors.ts";
import { SeededRandom } from "../engine/random/seeded.ts";
import { checkRulesheet } from "./language/check.ts";
import { formatRulesheet } from "./language/format.ts";
import { gdlGame, type GameLimits } from "./game.ts";
import { canTestPublicRulesheets, recordedNames, recordedRules } from "./reasoner.fixture.ts";

/** Small, so that errors of size are quick. */
const LIMITS: GameLimits = { maxFacts: 100_000, maxRuleWords: 2_000_000, maxSteps: 20_000_000 };
const FRAME = `
(role a)
(init (at 1))
(<= (legal a go) (true (at 1)))
(<= (next (at 2)) (does a go))
(<= terminal (true (at 2)))
(<= (goal a 100) (true (at 2)))
(<= (goal a 0) (not (true (at 2))))
`;

/** Checks, formats, opens and queries a rulesheet; returns its GameloreError or null and throws any other error. */
async function tried(text: string): Promise<GameloreError | null> {
  checkRulesheet(text);
  formatRulesheet(text);
  const game = gdlGame("test", text, () => {}, LIMITS);
  if (!game.ok) return game.error;
  const rules = await game.value.open({});
  if (!rules.ok) return rules.error;
  try {
    const start = rules.value.initial();
    for (const actor of rules.value.actors(start)) rules.value.moves(start, actor);
  } catch (error) {
    if (!(error instanceof GameloreError)) throw error;
    return error;
  }
  return null;
}

const line = FRAME.split("\n").length;
/** Digits, and a relation with that many arguments. */
const digits = Array.from({ length: 10 }, (_, i) => `(digit ${i})`).join(" ");
const wide = (places: number): string => {
  const names = Array.from({ length: places }, (_, i) => `?x${i}`);
  return `${digits}\n(<= (wide ${names.join(" ")}) ${names.map((name) => `(digit ${name})`).join(" ")})`;
};

test("the frame is a valid game", async () => expect(await tried(FRAME)).toBeNull());

describe.for([
  [
    "terms that grow without end",
    "(<= (n (s ?x)) (n ?x)) (n zero) (<= (legal a (go ?x)) (n ?x))",
    `line ${line}, the rule for "n": terms grow`,
  ],
  ["a state that grows without end", "(<= (next (n (s ?x))) (true (n ?x))) (init (n zero))", null],
  [
    "exponential grounding",
    `${wide(9)}\n(<= (legal a (go ?x0)) (wide ?x0 ?x1 ?x2 ?x3 ?x4 ?x5 ?x6 ?x7 ?x8))`,
    `line ${line + 1}, the rule for "wide"`,
  ],
  [
    "a join that finds nothing",
    `${digits}\n(<= (legal a none) ${Array.from({ length: 12 }, (_, i) => `(digit ?x${i})`).join(" ")} (digit nine))`,
    null,
  ],
  [
    "too many ors",
    `(<= (legal a or) ${"(or (digit 1) (digit 2)) ".repeat(20)})`,
    `line ${line}, column 1: more than 4096 rules after expanding "or"`,
  ],
  [
    "ors in many rules",
    `(<= p ${"(or q r) ".repeat(12)})\n`.repeat(100),
    'the rules have more than 1000000 conditions after expanding "or"',
  ],
  ["a thousand conditions", `(<= (legal a long) ${"(digit 1) ".repeat(1_000)})`, "more than 250 conditions"],
  ["a hundred thousand arguments", `(p ${"b ".repeat(100_000)})`, null],
  [
    "a head with a thousand variables",
    `(q 1) (<= (p ${"?x ".repeat(5_000)}) (q ?x)) (<= (legal a x) (p ${"?x ".repeat(5_000)}))`,
    `line ${line}, the rule for "p": a term of more than`,
  ],
  ["thirty thousand facts", Array.from({ length: 30_000 }, (_, i) => `(p ${i})`).join("\n"), null],
  [
    "thirty thousand errors",
    "(<= (p ?x))\n".repeat(30_000),
    `line ${line}, column 1: ?x in the head is not bound by any sentence`,
  ],
  ["a long chain of relations", Array.from({ length: 12_000 }, (_, i) => `(<= (p${i}) (p${i + 1}))`).join("\n"), null],
  [
    "a long chain in reverse order",
    `(<= p0 (true (at 1)))\n${Array.from({ length: 12_000 }, (_, i) => `(<= p${i + 1} p${i})`).join("\n")}`,
    null,
  ],
  [
    "one large cycle",
    `${Array.from({ length: 12_000 }, (_, i) => `(<= p${i} p${(i + 1) % 12_000} (true (at 1)))`).join("\n")}`,
    null,
  ],
  [
    "a thousand roles",
    Array.from({ length: 1_000 }, (_, i) => `(role r${i})`).join(" "),
    "roles; expected at most 100",
  ],
  [
    "a goal that is not a number",
    "(<= (goal a 1e999) (true (at 1)))",
    `line ${line}, column 1: 1e999 is not a goal value; expected a whole number from 0 to 100`,
  ],
  ["contradictory goals", "(<= (goal a 50) (true (at 2)))", null],
  ["unknown keywords", "(<= (foo a) (bar b)) (sees a b) (base c)", null],
  ["a null byte", "(p \0) (\0 q)", `line ${line}, column 4: null byte in a word`],
  ["another control character", "(p x\u0007)", `line ${line}, column 4: control character U+0007 in a word`],
  ["bytes that are not UTF-8", Buffer.from("(p \xe9t\xe9)", "latin1").toString("utf8"), "the text is not valid UTF-8"],
  ["megabytes of parentheses", "(".repeat(4_000_000), "parentheses are nested more than 200 deep"],
  ["megabytes of closing ones", ")".repeat(4_000_000), 'unmatched ")"'],
  ["megabytes of nesting", `(p ${"(f ".repeat(1_000_000)}`, "parentheses are nested more than 200 deep"],
  ["megabytes of one word", `(p ${"x".repeat(7_000_000)})`, null],
  ["more than the limit", "(p) ".repeat(3_000_000), "characters; expected at most"],
  ["nested not", `(<= (legal a x) ${"(not ".repeat(150)}(true (at 1))${")".repeat(150)})`, null],
] as const)("%s", ([, text, message]) => {
  test("gives a result or an error", async () => {
    const error = await tried(`${FRAME}${text}`);
    if (message === null) return;
    expect(error?.message).toContain(message);
  });
});

test("comments in other encodings", async () => {
  expect(await tried(`; ${Buffer.from("\xe9t\xe9\0", "latin1").toString("utf8")}\n${FRAME}`)).toBeNull();
});

test("megabytes of comments at the start", async () => {
  expect(await tried(`${"; Name: more\n".repeat(500_000)}${FRAME}`)).toBeNull();
});

/** A rulesheet with random parts changed, removed, duplicated or swapped. */
function mutated(text: string, random: SeededRandom): string {
  const parts = text.split(random.pick([/(?<=\n)/, /(?=[\s()])/, /(?<=\))/]));
  const from = (): number => random.below(parts.length);
  for (let times = 1 + random.below(4); times > 0; times--) {
    const at = from();
    const change = random.below(6);
    if (change === 0) parts.splice(at, 1);
    else if (change === 1) parts.splice(at, 0, parts[from()] as string);
    else if (change === 2) parts[at] = parts[from()] as string;
    else if (change === 3)
      parts[at] = random.pick(["?x", "(", ")", " not ", " or ", "<=", " true ", "\0", "999999999999", "(f ?x)"]);
    else if (change === 4) parts[at] = (parts[at] as string).replace(/\?\w+/, "?other");
    else parts[at] = (parts[at] as string).replace(/\w+/, random.pick(["next", "legal", "does", "init", "x", "1"]));
  }
  return parts.join("");
}

const RUNS = 75;
const own = readdirSync(join(import.meta.dirname, "rulesheets"))
  .filter((file) => file.endsWith(".kif"))
  .map((file) => readFileSync(join(import.meta.dirname, "rulesheets", file), "utf8"))
  .filter((text) => text.length < 6_000);

test("random bytes", async () => {
  const random = new SeededRandom(1);
  for (let run = 0; run < RUNS; run++) {
    const bytes = Buffer.from(Array.from({ length: random.below(400) }, () => random.below(256)));
    await tried(bytes.toString("utf8"));
    await tried(bytes.toString("latin1"));
  }
});

test("our rulesheets with mutations", { timeout: 240_000 }, async () => {
  const random = new SeededRandom(2);
  let playable = 0;
  for (let run = 0; run < RUNS; run++) if ((await tried(mutated(random.pick(own), random))) === null) playable++;
  // Some mutations are harmless, most are not; otherwise this tests nothing.
  expect(playable).toBeGreaterThan(RUNS / 50);
  expect(playable).toBeLessThan(RUNS);
});

describe.runIf(canTestPublicRulesheets)("public rulesheets", () => {
  test("with mutations", { timeout: 240_000 }, async () => {
    const random = new SeededRandom(3);
    const texts = recordedNames.map(recordedRules).filter((text) => text.length < 8_000);
    for (let run = 0; run < RUNS; run++) await tried(mutated(random.pick(texts), random));
  });
});
