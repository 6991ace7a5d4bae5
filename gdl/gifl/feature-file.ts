/** The readable file format of learned features: one feature per line, facts and moves as text. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { writeAtomically, writeFully } from "../../engine/tables/atomic-write.ts";
import { dataFolder } from "../../engine/platform/node/folders.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";
import { FEATURE_KINDS, FeatureSet, valueOf, type FeatureKind } from "./feature.ts";
import type { FeatureLearner, LearnerOptions, WalkCounts } from "./learner.ts";

const FORMAT = "gamelore features 1";

interface LearnedFeatures {
  readonly options: LearnerOptions;
  readonly runs: number;
  readonly counts: WalkCounts;
  readonly features: FeatureSet;
}

export function featuresPath(game: string, folder: string = join(dataFolder(), "features")): string {
  return join(folder, `${game.replace(/[^\w.-]/g, "_")}.json`);
}

/** Digest of the facts and moves, to check that features belong to these rules. */
function rulesDigest(reasoner: PropnetReasoner): string {
  const { propnet, roles } = reasoner;
  const facts = propnet.facts.map((_, fact) => reasoner.factText(fact)).toSorted();
  const moves = propnet.roles.map((own, role) => own.moves.map((_, move) => reasoner.moveText(move, role)).toSorted());
  return createHash("sha256")
    .update(JSON.stringify([roles, facts, moves]))
    .digest("hex")
    .slice(0, 16);
}

export async function writeFeatures(
  path: string,
  game: string,
  reasoner: PropnetReasoner,
  { options, runs, counts, features }: Pick<FeatureLearner, "options" | "runs" | "counts" | "features">,
): Promise<void> {
  const head = { format: FORMAT, game, rules: rulesDigest(reasoner), options, runs, counts };
  const lines = Array.from(features, (feature) => {
    const { kind, role, move, facts, level, seen, tried, right } = feature;
    return JSON.stringify({
      role: reasoner.roles[role],
      move: reasoner.moveText(move, role),
      facts: facts.map((fact) => reasoner.factText(fact)),
      kind,
      level,
      value: Number(valueOf(feature).toFixed(2)),
      seen,
      tried,
      right,
    });
  });
  const text = `${JSON.stringify(head, null, 2).slice(0, -2)},\n  "features": [\n    ${lines.join(",\n    ")}\n  ]\n}\n`;
  const bytes = Buffer.from(text);
  await writeAtomically(path, { bytesNeeded: bytes.length }, (output) => writeFully(output, bytes, 0));
}

/** Null if the file does not exist. */
export function readFeatures(path: string, reasoner: PropnetReasoner): Result<LearnedFeatures | null> {
  if (!existsSync(path)) return ok(null);
  let data: unknown;
  try {
    data = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    return fail("bad-usage", `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = parseFeatures(data, reasoner);
  return read.ok ? read : fail("bad-usage", `${path}: ${read.error.message}`);
}

function parseFeatures(data: unknown, reasoner: PropnetReasoner): Result<LearnedFeatures> {
  if (!isRecord(data) || data["format"] !== FORMAT)
    return fail("bad-usage", `not a feature file of the format "${FORMAT}"`);
  if (data["rules"] !== rulesDigest(reasoner))
    return fail("bad-usage", "learned for different rules of the same name; delete the file to learn again");
  const { options, runs, counts, features } = data;
  if (!isRecord(options) || !isRecord(counts) || !isCount(runs) || !Array.isArray(features))
    return fail("bad-usage", "options, runs, counts or features are missing");
  const { walks, steps, won, lost } = counts;
  const isPerRole = (list: unknown): list is number[] =>
    Array.isArray(list) && list.length === reasoner.roles.length && list.every(isCount);
  if (!isCount(walks) || !isCount(steps) || !isPerRole(won) || !isPerRole(lost))
    return fail("bad-usage", "counts are not whole numbers for each role");
  const facts = new Map(reasoner.propnet.facts.map((_, fact) => [reasoner.factText(fact), fact]));
  const moves = reasoner.propnet.roles.map(
    (own, role) => new Map(own.moves.map((_, move) => [reasoner.moveText(move, role), move])),
  );
  const set = new FeatureSet();
  for (const [index, each] of features.entries()) {
    const invalid = (why: string): Result<never> => fail("bad-usage", `feature ${index + 1}: ${why}`);
    if (!isRecord(each) || !Array.isArray(each["facts"])) return invalid("expected role, move, facts, kind and level");
    const role = reasoner.roles.indexOf(String(each["role"]));
    const move = moves[role]?.get(String(each["move"]));
    if (move === undefined) return invalid(`${String(each["role"])} has no move ${String(each["move"])}`);
    const numbers = each["facts"].map((fact) => facts.get(String(fact)) ?? -1);
    if (numbers.includes(-1)) return invalid(`${String(each["facts"][numbers.indexOf(-1)])} is not a fact of the game`);
    const { kind, level, seen, tried, right } = each;
    if (!FEATURE_KINDS.includes(kind as FeatureKind))
      return invalid(`unknown kind; expected one of ${FEATURE_KINDS.join(", ")}`);
    if (!isCount(level) || !isCount(seen) || !isCount(tried) || !isCount(right))
      return invalid("level, seen, tried and right are not whole numbers");
    const pattern = { kind: kind as FeatureKind, role, move, facts: numbers.toSorted((a, b) => a - b), level };
    set.add(pattern, seen, tried, right);
  }
  return ok({
    options: options as unknown as LearnerOptions,
    runs,
    counts: { walks, steps, won, lost },
    features: set,
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
