/** Valid and invalid messages of the protocol. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../engine/contracts/suites/text-checks.ts";
import { canonicalText, parseMessage } from "./message.ts";

test.for([
  ["(INFO)", { kind: "info" }],
  [" ( info ) ", { kind: "info" }],
  ["(PREVIEW ((role a)) 10)", { kind: "preview", rules: "(role a)", clock: 10 }],
  [
    "(start m.1 White ((role white) (role black)) 30 10 more (of it))",
    { kind: "start", match: "m.1", role: "White", rules: "(role white) (role black)", startClock: 30, playClock: 10 },
  ],
  ["(PLAY m NIL)", { kind: "play", match: "m", step: null }],
  ["(Play m nil)", { kind: "play", match: "m", step: null }],
  ["(PLAY m ())", { kind: "play", match: "m", step: null }],
  ["(PLAY m((mark 1  1)(noop)))", { kind: "play", match: "m", step: { kind: "joint", moves: ["(mark 1 1)", "noop"] } }],
  ["(STOP m (a ; a comment\n b))", { kind: "stop", match: "m", step: { kind: "joint", moves: ["a", "b"] } }],
  ["(PLAY m 0 NIL NIL)", { kind: "play", match: "m", step: null }],
  [
    "(PLAY m 3 (mark 1  1) ((seen a) b))",
    { kind: "play", match: "m", step: { kind: "own", number: 3, move: "(mark 1 1)", percepts: ["(seen a)", "b"] } },
  ],
  ["(STOP m 4 noop NIL)", { kind: "stop", match: "m", step: { kind: "own", number: 4, move: "noop", percepts: [] } }],
  ["(ABORT m)", { kind: "abort", match: "m" }],
] as const)("%s", ([text, message]) => {
  expect(parseMessage(text)).toEqual({ ok: true, value: message });
});

test.for([
  ["", /empty/],
  ["hello", /expected a message in parentheses/],
  ["(", /not closed/],
  ["(INFO))", /unexpected text after/],
  ["(HELLO)", /"HELLO" is not a message; expected info,/],
  ["()", /is not a message/],
  ["(START m white rules 1 1)", /expected a rulesheet in parentheses, not "rules"/],
  ["(START m white ((role a)) soon 1)", /expected a clock in whole seconds, at least 1, not "soon"/],
  ["(START m white ((role a)) 10)", /expected a clock/],
  ["(START m white ((role a)) 10 0)", /expected a clock/],
  ["(PLAY)", /names no match/],
  ["(PLAY m moves)", /expected moves in parentheses, or NIL/],
  ["(PLAY m x noop ())", /expected the number of the step, not "x"/],
  ["(PLAY m 1 noop b)", /expected percepts in parentheses, or NIL/],
  ["(PLAY m 1 noop () a)", /unexpected "a" after the percepts/],
  [`(PLAY m (${"x ".repeat(20_000)}))`, /expected at most 20000 without a rulesheet/],
] as const)("%s is rejected", ([text, why]) => {
  expect(parseMessage(text)).toMatchObject({ ok: false, error: { message: expect.stringMatching(why) } });
});

test("never throws", () => {
  const parts = fc.constantFrom("(", ")", " ", "START", "PLAY", "STOP", "NIL", "m", "1", ";", "\n", "\r", "\0", "?x");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 30 }), (list) => {
      parseMessage(list.join(""));
      parseMessage(`(PLAY m ${list.join(" ")})`);
    }),
  );
  fc.assert(fc.property(anyText(40), (text) => void parseMessage(text)));
});

test("a megabyte of parentheses is extracted without parsing", () => {
  const deep = "(".repeat(500_000) + ")".repeat(500_000);
  expect(parseMessage(`(START m a (${deep}) 1 1)`)).toMatchObject({ ok: true });
  expect(parseMessage(`(PLAY m ${"(".repeat(5_000)}${")".repeat(5_000)})`)).toMatchObject({ ok: false });
});

test("moves have a canonical text", () => {
  expect(canonicalText(" ( move  1 (pos 2\n3) ( x ) ) ")).toEqual({ ok: true, value: "(move 1 (pos 2 3) x)" });
  expect(canonicalText("(noop)")).toEqual({ ok: true, value: "noop" });
  expect(canonicalText("a b").ok).toBe(false);
});
