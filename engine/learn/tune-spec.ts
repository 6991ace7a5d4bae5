/** Specification of a tuning: player, variables, games and method. */
import { createHash } from "node:crypto";
import { canonicalText } from "../arena/players.ts";
import { limitsText } from "../arena/records.ts";
import { GameloreError, unwrap } from "../contracts/errors.ts";
import type { OpenGame } from "../contracts/game.ts";
import { parseOptions } from "../contracts/options.ts";
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
  const variables = spec.vary.map((text) => unwrap(readVariable(text, kind.parameters, values)));
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
    start: Object.fromEntries(names.map((name) => [name, values[name] as Value])),
    label: `tune/${createHash("sha256").update(identity).digest("hex").slice(0, DIGEST_LETTERS)}`,
    text: (point) => playerText(kind.name, kind.parameters, { ...values, ...point }),
  };
}
