/** Reasoners for tests, and the recorded games of ../shared/gdl if it exists. */
import type { Exports } from "../build/kernels/gdl.ts";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { canTestRecorded, RECORDED_FOLDER } from "../engine/contracts/suites/needs.ts";
import { unwrap } from "../engine/contracts/errors.ts";
import { Kernel } from "../engine/kernel/kernel.ts";
import type { Control } from "./datalog/semi-naive.ts";
import { ground } from "./datalog/grounding.ts";
import { Interpreter } from "./interpreter/interpreter.ts";
import { PropnetReasoner } from "./propnet/propnet-reasoner.ts";
import { prepare } from "./datalog/prepare.ts";
import type { Reasoner } from "./reasoner.ts";
import { parseRulesheet } from "./language/rulesheet.ts";

const CONTROL: Control = { maxFacts: 3_000_000 };
const MAX_NUMBERS = 60_000_000;

export function interpreterOf(text: string, control: Partial<Control> = {}): Interpreter {
  return new Interpreter(unwrap(parseRulesheet(text)), { ...CONTROL, ...control });
}

export function propnetOf(text: string, control: Partial<Control> = {}): PropnetReasoner {
  const kernel = new Kernel<Exports>("gdl");
  kernel.exports.setStop(kernel.memory.allocate(4));
  return prepare(
    unwrap(parseRulesheet(text)),
    { ...CONTROL, ...control },
    (program, own) => new PropnetReasoner(kernel, ground(program, { ...own, maxRuleWords: MAX_NUMBERS })),
  );
}

/** Facts of a state as sorted texts. */
export function factTexts(reasoner: Reasoner, state: Int32Array): string[] {
  return Array.from(state, (fact) => reasoner.factText(fact)).sort();
}

export function legalTexts(reasoner: Reasoner, state: Int32Array): string[][] {
  return reasoner.legal(state).map((moves, role) => moves.map((move) => reasoner.moveText(move, role)).sort());
}

/** A move of each role by its text. */
export function movesOf(reasoner: Reasoner, state: Int32Array, texts: readonly string[]): number[] {
  return reasoner.legal(state).map((moves, role) => {
    const move = moves.find((each) => reasoner.moveText(each, role) === texts[role]);
    if (move === undefined) throw new Error(`${texts[role]} is not legal`);
    return move;
  });
}

export interface RecordedPlayout {
  readonly roles: readonly string[];
  readonly init: readonly string[];
  readonly steps: readonly {
    readonly h: string;
    readonly n: number;
    readonly legal: readonly (readonly string[])[];
    readonly move: readonly string[];
  }[];
  readonly terminal: boolean;
  readonly final: readonly string[];
  readonly goals: readonly (number | null)[];
}

const SHARED = join(RECORDED_FOLDER, "gdl");

export const canTestPublicRulesheets: boolean = canTestRecorded("gdl");
/** Names of the public rulesheets. */
export const recordedNames: readonly string[] = canTestPublicRulesheets
  ? readdirSync(join(SHARED, "rulesheets")).map((file) => file.replace(/\.kif$/, ""))
  : [];

export function recordedRules(name: string): string {
  return readFileSync(join(SHARED, "rulesheets", `${name}.kif`), "utf8");
}

export function recordedPlayouts(name: string): RecordedPlayout[] {
  const lines = gunzipSync(readFileSync(join(SHARED, "playouts", `${name}.jsonl.gz`)))
    .toString()
    .trim()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as RecordedPlayout);
}
