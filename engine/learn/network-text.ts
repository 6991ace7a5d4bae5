/** Networks as text: what they sum over, their numbers, and how they were trained. A digest says which network a text means. */
import { sha256 } from "#platform/digest.ts";
import { fileText, isFile } from "#platform/game-files.ts";
import { fail, ok, type Result } from "../contracts/errors.ts";
import type { OptionValues } from "../contracts/options.ts";
import { networkSize, type Network } from "./network.ts";

const FORMAT = "gamelore network 1";
const MOST_LETTERS = 1_000_000;
const DIGITS = 7;

export interface NetworkFile {
  readonly game: string;
  /** The options of the variant it was trained for. */
  readonly variant: OptionValues;
  /** The evaluation whose terms are the inputs, in their order. */
  readonly terms: string;
  readonly network: Network;
  /** How it came about; nothing depends on it. */
  readonly trained: Readonly<Record<string, unknown>>;
}

/** Letters, digits, - and _: a name that cannot lead out of its folder. */
export function isNetworkName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}

/** Numbers that are short to write and are read again as they are. */
export function rounded(network: Network): Network {
  const round = (value: number): number => Number(value.toPrecision(DIGITS));
  return { ...network, weights: network.weights.map(round), tempo: round(network.tempo) };
}

/** Eight hexadecimal digits of all that a value depends on. */
export function digestOf({ terms, network: { inputs, hidden, weights, tempo } }: NetworkFile): string {
  const said = JSON.stringify([terms, inputs, hidden, weights, tempo]);
  return sha256(said).slice(0, 8);
}

export function formatNetwork(file: NetworkFile): string {
  const { game, variant, terms, network, trained } = file;
  const { inputs, hidden, weights, tempo } = network;
  const said = { format: FORMAT, game, variant, terms, inputs, hidden, tempo, weights, trained };
  return `${JSON.stringify(said, null, 2)}\n`;
}

/** The network of a name, from the first of the folders that has it. */
export function readNetwork(folders: readonly string[], name: string): Result<NetworkFile> {
  if (!isNetworkName(name)) return fail("bad-player", `"${name}" is no name: letters, digits, - and _, at most 64`);
  const path = folders.map((folder) => `${folder}/${name}.json`).find(isFile);
  if (path === undefined) return fail("bad-player", `there is no ${name}.json in ${folders.join(" or ")}`);
  try {
    return parseNetwork(path, fileText(path));
  } catch (error) {
    return fail("bad-player", `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** `path` is where the text comes from. */
function parseNetwork(path: string, text: string): Result<NetworkFile> {
  const wrong = (why: string): Result<never> => fail("bad-player", `${path}: ${why}`);
  if (text.length > MOST_LETTERS) return wrong("too large for a network");
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch (error) {
    return wrong(error instanceof Error ? error.message : String(error));
  }
  const file = checkedFile(said);
  return file.ok ? file : wrong(file.error.message);
}

function checkedFile(said: unknown): Result<NetworkFile> {
  if (!isRecord(said) || said["format"] !== FORMAT) return fail("bad-player", `not a file of the format "${FORMAT}"`);
  const { game, variant, terms, inputs, hidden, weights, tempo, trained } = said;
  if (typeof game !== "string" || typeof terms !== "string" || !isRecord(variant)) {
    return fail("bad-player", "game, variant and terms are not all said");
  }
  if (!isCount(inputs) || !isCount(hidden)) return fail("bad-player", "inputs and hidden are no whole numbers above 0");
  const size = networkSize(inputs, hidden);
  if (!Array.isArray(weights) || weights.length !== size) {
    const found = Array.isArray(weights) ? weights.length : "no";
    return fail("bad-player", `${found} weights, ${inputs} inputs and ${hidden} hidden units need ${size}`);
  }
  if (![...weights, tempo].every((each) => typeof each === "number" && Number.isFinite(each))) {
    return fail("bad-player", "a weight is not a finite number");
  }
  return ok({
    game,
    variant: variant as OptionValues,
    terms,
    network: { inputs, hidden, weights: weights as number[], tempo: tempo as number },
    trained: isRecord(trained) ? trained : {},
  });
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) <= 1_000;
}
