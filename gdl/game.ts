/** A rulesheet as a `Game`: played by its propnet, or by the interpreter if grounding exceeds the limits. */
import type { Exports } from "../build/kernels/gdl.ts";
import { fail, GameloreError, ok, type Result } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { playerNumbers } from "../engine/contracts/position.ts";
import { Kernel } from "../engine/kernel/kernel.ts";
import { chanceRoleOf } from "./chance-role.ts";
import { checkRulesheet } from "./language/check.ts";
import { formatLocation } from "./language/expressions.ts";
import { ground } from "./datalog/grounding.ts";
import { Interpreter } from "./interpreter/interpreter.ts";
import { headingOf } from "./language/heading.ts";
import { PropnetReasoner } from "./propnet/propnet-reasoner.ts";
import { prepare } from "./datalog/prepare.ts";
import { HiddenGdlRules } from "./hidden/rules.ts";
import { GdlRules } from "./rules.ts";
import { chancePlace, hasPercepts, parseRulesheet, type Rulesheet } from "./language/rulesheet.ts";
import { GameSolver } from "./solve/game-solver.ts";
import { SolvedGameProber } from "./solve/prober.ts";

/** Limits of grounding. Join steps run at some millions per second. */
const LIMITS = { maxFacts: 3_000_000, maxRuleWords: 60_000_000, maxSteps: 1_000_000_000 } as const;

export type GameLimits = Readonly<Record<keyof typeof LIMITS, number>>;
/** Limits of the interpreter in one state. */
const STATE_LIMITS = { maxFacts: 1_000_000, maxSteps: 100_000_000 } as const;

/** Adds the propnet to the contract; an error if it would be too large. */
export interface GdlGame extends Game {
  readonly rulesheet: string;
  readonly reasoner: () => Result<PropnetReasoner>;
}

export function isGdlGame(game: Game): game is GdlGame {
  return "reasoner" in game;
}

/** The error is the first one of the rulesheet. `onNotice` receives lines for the user, for example that the interpreter is used. */
export function gdlGame(
  id: string,
  text: string,
  onNotice: (line: string) => void = () => {},
  limits: GameLimits = LIMITS,
): Result<GdlGame> {
  const firstError = checkRulesheet(text).find(({ severity }) => severity === "error");
  if (firstError) return fail("bad-rules", `${id}: ${formatLocation(firstError.at)}: ${firstError.message}`);
  const sheet = parseRulesheet(text);
  if (!sheet.ok) return sheet;
  // GDL-II.
  const isHidden = hasPercepts(sheet.value);
  const hasChance = chancePlace(sheet.value) !== null;
  /** The fallback if the propnet is too large. Shared by all opened rules, so that facts and moves have the same numbers. */
  let interpreter: Interpreter | null = null;
  /** The propnet that was built last, for the prober: building a large one takes a second. */
  let latest: WeakRef<PropnetReasoner> | null = null;
  let solver: GameSolver | null = null;
  const openRules = (): GdlRules | HiddenGdlRules => {
    if (!interpreter) {
      const propnet = buildReasoner(sheet.value, limits);
      if (propnet.ok) {
        latest = new WeakRef(propnet.value);
        return rulesOf(game, propnet.value);
      }
      const fallback = new Interpreter(sheet.value, STATE_LIMITS);
      if (chanceRoleOf(fallback.roles) !== null || isHidden)
        throw new GameloreError(
          "too-large",
          `${propnet.error.message}; with the role random or percepts (GDL-II) a game needs a propnet`,
        );
      // Fails here if the rulesheet is too large for the interpreter too.
      fallback.legal(fallback.initial());
      interpreter = fallback;
      onNotice(`${id}: too large for a propnet (${propnet.error.message}); playing with the slow interpreter`);
    }
    return startable(new GdlRules(game, interpreter));
  };
  const attempt = <T>(make: () => T): Result<T> => {
    try {
      return ok(make());
    } catch (error) {
      if (!(error instanceof GameloreError)) throw error;
      return fail(error.code, `${id}: ${error.message}`);
    }
  };
  const game: GdlGame = {
    id,
    rulesheet: text,
    ...(headingOf(text) ?? { title: id, summary: "from its rulesheet" }),
    // Some games are short, and in some of them one or two random moves decide. Chance varies games by itself.
    openingPlies: hasChance ? 0 : 2,
    // The interpreter is much faster than building a propnet.
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
        const propnet = buildReasoner(sheet.value, limits);
        return propnet.ok ? propnet : fail(propnet.error.code, `${id}: ${propnet.error.message}`);
      } catch (error) {
        if (!(error instanceof GameloreError)) throw error;
        return fail(error.code, `${id}: ${error.message}`);
      }
    },
    open: async () => attempt(openRules),
    // What is solved stays in memory, for all probers. Exact values of the true state would reveal hidden information.
    ...(!isHidden && {
      prober: async () =>
        attempt(() => {
          const known = solver?.reasoner ?? latest?.deref();
          const rules = known ? rulesOf(game, known) : openRules();
          const reasoner = known ?? latest?.deref();
          if (reasoner) solver ??= new GameSolver(reasoner, rules.initial());
          return new SolvedGameProber(rules as GdlRules, solver);
        }),
    }),
  };
  return ok(game);
}

function rulesOf(game: Game, reasoner: PropnetReasoner): GdlRules | HiddenGdlRules {
  const rules = startable(new GdlRules(game, reasoner));
  return rules.context && reasoner.propnet.percepts.length > 0 ? new HiddenGdlRules(game, rules, rules.context) : rules;
}

/** Rejects a rulesheet in whose initial state a role has no legal move. */
function startable(rules: GdlRules): GdlRules {
  const start = rules.initial();
  if (rules.result(start) !== null) return rules;
  const blocked = playerNumbers(rules.players).find((role) => rules.moves(start, role).length === 0);
  if (blocked === undefined) return rules;
  throw new GameloreError("bad-rules", `${rules.players[blocked]} has no legal move in the initial state`);
}

/** An error if the propnet would be too large. */
function buildReasoner(sheet: Rulesheet, limits: GameLimits): Result<PropnetReasoner> {
  const kernel = new Kernel<Exports>("gdl");
  kernel.exports.setStop(kernel.memory.allocate(4));
  try {
    return ok(
      prepare(sheet, limits, (program, control) => {
        return new PropnetReasoner(kernel, ground(program, { ...control, maxRuleWords: limits.maxRuleWords }));
      }),
    );
  } catch (error) {
    if (!(error instanceof GameloreError) || error.code !== "too-large") throw error;
    return { ok: false, error };
  }
}

/** For help texts; empty if the rules cannot be evaluated. */
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
