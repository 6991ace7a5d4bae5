/** Specification of a tuning: player, variables, games and method. */
import { createHash } from "node:crypto";
import { canonicalText } from "../arena/players.ts";
import { limitsText } from "../arena/records.ts";
import { GameloreError, unwrap } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { parseOptions, type OptionSpec, type OptionValues } from "../contracts/options.ts";
import { parsePlayerText, type Limits, type PlayerKind } from "../contracts/player.ts";
import { playerText } from "../search/parameters.ts";
import type { HillClimbOptions } from "./hill-climb.ts";
import { readVariable, type Point, type Value, type Variable } from "./tune-variables.ts";

export interface TuneSpec {
  readonly player: string;
  /** Texts such as `c=0.1..2`: see `readVariable`. */
  readonly vary: readonly string[];
  readonly method: TuneMethod;
  readonly openingPlies: number;
  readonly seed: number;
  readonly limits: Limits;
}

/** `pairs`: of each variant for hill climbing, in total for SPSA. */
export type TuneMethod =
  | (HillClimbOptions & { readonly name: "hill-climb" })
  | { readonly name: "spsa"; readonly pairs: number };

export interface Tuning {
  readonly spec: TuneSpec;
  readonly variables: readonly Variable[];
  /** The player's initial values. */
  readonly start: Point;
  /** Label of its games in the store, unique per tuning. */
  readonly label: string;
  /** The text of the player with these values. */
  text(point: Point): string;
}

const DIGEST_LETTERS = 12;

/** Throws on invalid texts. */
export function readTuning(rules: OpenGame, spec: TuneSpec): Tuning {
  const canonical = canonicalText(rules, spec.player);
  const player = unwrap(parsePlayerText(canonical));
  const kind = rules.playerKinds.find(({ name }) => name === player.name) as PlayerKind;
  const values = unwrap(parseOptions(kind.parameters, player.parameters));
  const weights = weightsOf(rules, kind, values);
  const variables = spec.vary.map((text) =>
    unwrap(readVariable(text, [...kind.parameters, ...weights.specs], { ...values, ...weights.values })),
  );
  const names = variables.map(({ name }) => name);
  if (names.length === 0) throw new GameloreError("bad-usage", "nothing to vary; name a parameter and its range");
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new GameloreError("bad-usage", `${twice} is varied twice`);

  const { method, openingPlies, seed, limits } = spec;
  const games = [openingPlies, seed, limitsText(limits)];
  const identity = JSON.stringify([rules.game.id, rules.variant, canonical, variables, method, ...games]);
  return {
    spec,
    variables,
    start: Object.fromEntries(names.map((name) => [name, (values[name] ?? weights.values[name]) as Value])),
    label: `tune/${createHash("sha256").update(identity).digest("hex").slice(0, DIGEST_LETTERS)}`,
    text: (point) =>
      playerText(kind.name, kind.parameters, { ...values, ...ofParameters(kind, point), ...weights.parameters(point) }),
  };
}

/** The weights of a player's evaluations as further parameters: `eval.1-4`, `eval.rows`. */
interface Weights {
  readonly specs: readonly OptionSpec[];
  readonly values: OptionValues;
  /** The texts of the varied evaluations. */
  parameters(point: Point): OptionValues;
}

const MOST_WEIGHT = 100;

function weightsOf(rules: OpenGame, kind: PlayerKind, values: OptionValues): Weights {
  const evaluations = kind.parameters.flatMap(({ name, kind: type }) => {
    const text = values[name];
    const found = type === "text" && typeof text === "string" ? rules.evaluationWeights?.(text) : null;
    return found ? [{ name, ...found, terms: found.names.map((term) => `${name}.${term}`) }] : [];
  });
  return {
    specs: evaluations.flatMap(({ terms }) =>
      terms.map((name) => ({
        name,
        summary: "weight of a term",
        kind: "number" as const,
        min: -MOST_WEIGHT,
        max: MOST_WEIGHT,
        default: 1,
      })),
    ),
    values: Object.fromEntries(
      evaluations.flatMap(({ terms, weights }) => terms.map((name, i) => [name, weights[i] as number] as const)),
    ),
    parameters: (point) =>
      Object.fromEntries(
        evaluations
          .filter(({ terms }) => terms.some((name) => name in point))
          .map(({ name, terms, weights, withWeights }) => [
            name,
            withWeights(terms.map((term, i) => Number(point[term] ?? weights[i]))),
          ]),
      ),
  };
}

function ofParameters({ parameters }: PlayerKind, point: Point): Point {
  return Object.fromEntries(Object.entries(point).filter(([name]) => parameters.some((spec) => spec.name === name)));
}
