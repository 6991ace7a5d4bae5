/** A rulesheet as a game of the workbench. */
import { fail, GameloreError, ok, type Result } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { Kernel } from "../engine/kernel/kernel.ts";
import { checkRulesheet } from "./language/check.ts";
import { placeText } from "./language/expressions.ts";
import { ground } from "./datalog/grounding.ts";
import { Interpreter } from "./interpreter/interpreter.ts";
import { headingOf } from "./language/heading.ts";
import { NetReasoner } from "./propnet/propnet-reasoner.ts";
import { prepare } from "./datalog/prepare.ts";
import { GdlRules } from "./rules.ts";
import { parseRulesheet, type Rulesheet } from "./language/rulesheet.ts";

/** What making a net may take: facts, numbers of ground rules, attempts to match something (some millions a second). */
const LIMITS = { maxFacts: 3_000_000, maxNumbers: 60_000_000, maxSteps: 1_000_000_000 } as const;

export type GameLimits = Readonly<Record<keyof typeof LIMITS, number>>;
/** The same for one state and the interpreter. */
const STATE_LIMITS = { maxFacts: 1_000_000, maxSteps: 100_000_000 } as const;

/** A game of a rulesheet, for those who want more of it than the contract says: its net, an error where that would be too large. */
export interface GdlGame extends Game {
  readonly reasoner: () => Result<NetReasoner>;
}

export function isGdlGame(game: Game): game is GdlGame {
  return "reasoner" in game;
}

/** The game of a rulesheet; the error says what is wrong with it first. `tell` hears in a line what whoever plays it should know. */
export function gdlGame(
  id: string,
  text: string,
  tell: (line: string) => void = () => {},
  limits: GameLimits = LIMITS,
): Result<GdlGame> {
  const wrong = checkRulesheet(text).find(({ severity }) => severity === "error");
  if (wrong) return fail("bad-rules", `${id}: ${placeText(wrong.at)}: ${wrong.message}`);
  const sheet = parseRulesheet(text);
  if (!sheet.ok) return sheet;
  /** Where no net can be made: all that are opened share it, so that facts and moves have the same numbers. */
  let interpreter: Interpreter | null = null;
  const game: GdlGame = {
    id,
    ...(headingOf(text) ?? { title: id, summary: "from its rulesheet" }),
    // Some games are short, and in some a random move or two decides.
    openingPlies: 2,
    // The interpreter knows the first position long before a net is made.
    get example() {
      return firstPosition(sheet.value);
    },
    examplePlayers: ["best", "uct(playouts=500)", "random"],
    options: [],
    presets: {},
    tableOptions: [],
    table: () => fail("bad-variant", `${id}: a game from a rulesheet has no tables`),
    reasoner: () => {
      try {
        const net = netReasoner(sheet.value, limits);
        return net.ok ? net : fail(net.error.code, `${id}: ${net.error.message}`);
      } catch (error) {
        if (!(error instanceof GameloreError)) throw error;
        return fail(error.code, `${id}: ${error.message}`);
      }
    },
    open: async () => {
      try {
        if (!interpreter) {
          const net = netReasoner(sheet.value, limits);
          if (net.ok) return ok(new GdlRules(game, net.value));
          const slow = new Interpreter(sheet.value, STATE_LIMITS);
          // What is too large for it as well shows in the first state.
          slow.legal(slow.initial());
          interpreter = slow;
          tell(`${id}: too large for a net (${net.error.message}); an interpreter plays it, which is slow`);
        }
        return ok(new GdlRules(game, interpreter));
      } catch (error) {
        if (!(error instanceof GameloreError)) throw error;
        return fail(error.code, `${id}: ${error.message}`);
      }
    },
  };
  return ok(game);
}

/** An error where the net would be too large. */
function netReasoner(sheet: Rulesheet, limits: GameLimits): Result<NetReasoner> {
  const kernel = new Kernel("gdl");
  kernel.call("setStop", kernel.memory.allocate(4));
  try {
    return ok(
      prepare(sheet, limits, (program, control) => {
        return new NetReasoner(kernel, ground(program, { ...control, maxNumbers: limits.maxNumbers }));
      }),
    );
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "too-large") throw error;
    return { ok: false, error };
  }
}

/** For the help; empty where the rules do not get that far. */
function firstPosition(sheet: Rulesheet): string {
  try {
    const interpreter = new Interpreter(sheet, STATE_LIMITS);
    return `{${Array.from(interpreter.initial(), (fact) => interpreter.factText(fact))
      .toSorted()
      .join(" ")}}`;
  } catch (error) {
    if (error instanceof GameloreError) return "";
    throw error;
  }
}
