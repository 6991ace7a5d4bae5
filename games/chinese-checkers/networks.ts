/** Networks by name: loads the file of `net(NAME)`, checks it against the variant, and orders its weights for the kernel. */
import { gameFolder, userFolders } from "#platform/game-files";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { digestOf, readNetwork, type NetworkFile } from "../../engine/learn/network-text.ts";
import { MAX_HIDDEN } from "./evaluation-limits.ts";
import { parseEvaluation, type NetPlan, type Term } from "./evaluation-text.ts";
import type { Variant } from "./options.ts";

export interface NamedNetwork {
  /** The name with the file's digest, as stored in records. */
  readonly text: string;
  readonly file: NetworkFile;
  readonly terms: readonly Term[];
}

/** The user's folder comes first: a newly trained network overrides a bundled one. */
function folders(): readonly string[] {
  return [...userFolders("weights"), gameFolder("chinese-checkers/weights")];
}

export function readNamedNetwork({ text, name, digest }: NetPlan, variant: Variant): Result<NamedNetwork> {
  const wrong = (why: string): Result<never> => fail("bad-player", `eval: "${text}": ${why}`);
  const read = readNetwork(folders(), name);
  if (!read.ok) return wrong(read.error.message);
  const file = read.value;
  const found = digestOf(file);
  if (digest !== null && digest !== found) return wrong(`the file of ${name} has the digest ${name}#${found}`);
  const { side, pieces } = file.variant;
  if (file.game !== "chinese-checkers" || side !== variant.side || pieces !== variant.pieces) {
    const trainedFor = `${file.game}, side ${side}, ${pieces} pieces`;
    return wrong(`it was trained for ${trainedFor}, not for side ${variant.side}, ${variant.pieces} pieces`);
  }
  const plan = parseEvaluation(file.terms, variant.pieces);
  if (!plan.ok) return wrong(`its terms: ${plan.error.message}`);
  if (plan.value.kind !== "sum") return wrong(`its terms "${file.terms}" are not a sum`);
  const { terms } = plan.value;
  const fits = checkTerms(terms);
  if (!fits.ok) return wrong(fits.error.message);
  const { inputs, hidden } = file.network;
  if (terms.length !== inputs) return wrong(`it has ${inputs} inputs for ${terms.length} terms`);
  if (hidden > MAX_HIDDEN) return wrong(`${hidden} hidden units; at most ${MAX_HIDDEN} are supported`);
  return ok({ text: `net(${name}#${found})`, file, terms });
}

/** The kernel sums the cell features into one network input. */
export function checkTerms(terms: readonly Term[]): Result<readonly Term[]> {
  const onCells = terms.filter((term) => term.kind === "feature" && term.name !== "behind");
  return onCells.length <= 1
    ? ok(terms)
    : fail("bad-player", "a network takes at most one cell feature, besides behind and lookups");
}

/**
 * The weights in the kernel's order of inputs: lookups, the sum over cells (scaled by `cellParts`), rows behind. Output weights are
 * scaled by `outputParts`, because the kernel rounds the output to an integer.
 */
export function kernelWeights({ file, terms }: NamedNetwork, cellParts: number, outputParts: number): number[] {
  const { inputs, hidden, weights } = file.network;
  const lookups = terms.flatMap((term, i) => (term.kind === "lookup" ? [i] : []));
  const onCells = terms.findIndex((term) => term.kind === "feature" && term.name !== "behind");
  const behind = terms.findIndex((term) => term.kind === "feature" && term.name === "behind");
  const units = Array.from({ length: hidden }, (_, unit) => {
    const [bias = 0, ...own] = weights.slice(unit * (inputs + 1), (unit + 1) * (inputs + 1));
    return [bias, ...lookups.map((i) => own[i] ?? 0), (own[onCells] ?? 0) / cellParts, own[behind] ?? 0];
  });
  return [...units.flat(), ...weights.slice(hidden * (inputs + 1)).map((weight) => weight * outputParts)];
}
