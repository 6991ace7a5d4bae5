/** Networks by name: the file that `net(NAME)` means, checked for the variant, and its numbers as the kernel takes them. */
import { gameFolder, userFolders } from "#platform/game-files.ts";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { digestOf, readNetwork, type NetworkFile } from "../../engine/learn/network-text.ts";
import { MAX_HIDDEN } from "./evaluation-layout.ts";
import { parseEvaluation, type NetPlan, type Term } from "./evaluation-text.ts";
import type { Variant } from "./options.ts";

export interface NamedNetwork {
  /** The name with the digest of what it stands for: what a record stores. */
  readonly text: string;
  readonly file: NetworkFile;
  readonly terms: readonly Term[];
}

/** The user's folder comes first, so that a network trained anew is used at once. */
function folders(): readonly string[] {
  return [...userFolders("weights"), gameFolder("chinese-checkers/weights")];
}

export function readNamedNetwork({ text, name, digest }: NetPlan, variant: Variant): Result<NamedNetwork> {
  const wrong = (why: string): Result<never> => fail("bad-player", `eval: "${text}": ${why}`);
  const read = readNetwork(folders(), name);
  if (!read.ok) return wrong(read.error.message);
  const file = read.value;
  const found = digestOf(file);
  if (digest !== null && digest !== found) return wrong(`the network ${name} that is there is ${name}#${found}`);
  const { side, pieces } = file.variant;
  if (file.game !== "chinese-checkers" || side !== variant.side || pieces !== variant.pieces) {
    const trainedFor = `${file.game}, side ${side}, ${pieces} pieces`;
    return wrong(`it was trained for ${trainedFor}, not for side ${variant.side}, ${variant.pieces} pieces`);
  }
  const plan = parseEvaluation(file.terms, variant.pieces);
  if (!plan.ok) return wrong(`its terms: ${plan.error.message}`);
  if (plan.value.kind !== "sum") return wrong(`its terms "${file.terms}" are no sum`);
  const { terms } = plan.value;
  const fits = checkTerms(terms);
  if (!fits.ok) return wrong(fits.error.message);
  const { inputs, hidden } = file.network;
  if (terms.length !== inputs) return wrong(`it has ${inputs} inputs for ${terms.length} terms`);
  if (hidden > MAX_HIDDEN) return wrong(`${hidden} hidden units are more than the ${MAX_HIDDEN} there may be`);
  return ok({ text: `net(${name}#${found})`, file, terms });
}

/** The kernel sums values of cells before the network sees them: there is one input for them all. */
export function checkTerms(terms: readonly Term[]): Result<readonly Term[]> {
  const onCells = terms.filter((term) => term.kind === "feature" && term.name !== "behind");
  return onCells.length <= 1
    ? ok(terms)
    : fail("bad-player", "a network takes one feature of cells at most, beside behind and lookups");
}

/**
 * The weights in the kernel's order of inputs: lookups, the sum over cells (of which `cellParts` make one), rows behind. The output is
 * multiplied, since the kernel rounds it to a whole number.
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
