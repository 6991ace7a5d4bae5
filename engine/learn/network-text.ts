/** Networks as JSON: inputs, weights, and training details. A digest identifies a network in a player's text. */
import { sha256 } from "#platform/digest";
import { fileText, isFile } from "#platform/game-files";
import { fail, ok, type Result } from "../contracts/errors.ts";
import type { OptionValues } from "../contracts/options.ts";
import { networkSize, type Network } from "./network.ts";

const FORMAT = "gamelore network 1";
const MAX_LENGTH = 1_000_000;
const DIGITS = 7;

export interface NetworkFile {
  readonly game: string;
  /** The options of the variant it was trained for. */
  readonly variant: OptionValues;
  /** The evaluation whose terms are the inputs, in their order. */
  readonly terms: string;
  readonly network: Network;
  /** Training details, for information only. */
  readonly trained: Readonly<Record<string, unknown>>;
}

/** Letters, digits, - and _: a name cannot leave its folder. */
export function isNetworkName(name: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(name);
}

/** Rounds the numbers, so that they are short and round-trip. */
export function rounded(network: Network): Network {
  const round = (value: number): number => Number(value.toPrecision(DIGITS));
  return { ...network, weights: network.weights.map(round), tempo: round(network.tempo) };
}

/** Eight hexadecimal digits over everything that affects values. */
export function digestOf({ terms, network: { inputs, hidden, weights, tempo } }: NetworkFile): string {
  const data = JSON.stringify([terms, inputs, hidden, weights, tempo]);
  return sha256(data).slice(0, 8);
}

export function formatNetwork(file: NetworkFile): string {
  const { game, variant, terms, network, trained } = file;
  const { inputs, hidden, weights, tempo } = network;
  const data = { format: FORMAT, game, variant, terms, inputs, hidden, tempo, weights, trained };
  return `${JSON.stringify(data, null, 2)}\n`;
}

/** Reads a network by name from the first folder that has it. */
export function readNetwork(folders: readonly string[], name: string): Result<NetworkFile> {
  if (!isNetworkName(name))
    return fail(
      "bad-player",
      `"${name}" is not a valid network name: use letters, digits, - and _, at most 64 characters`,
    );
  const path = folders.map((folder) => `${folder}/${name}.json`).find(isFile);
  if (path === undefined) return fail("bad-player", `${name}.json not found in ${folders.join(" or ")}`);
  try {
    return parseNetwork(path, fileText(path));
  } catch (error) {
    return fail("bad-player", `${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function parseNetwork(path: string, text: string): Result<NetworkFile> {
  const invalid = (why: string): Result<never> => fail("bad-player", `${path}: ${why}`);
  if (text.length > MAX_LENGTH) return invalid("too large for a network");
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch (error) {
    return invalid(error instanceof Error ? error.message : String(error));
  }
  const file = checkedFile(data);
  return file.ok ? file : invalid(file.error.message);
}

function checkedFile(data: unknown): Result<NetworkFile> {
  if (!isRecord(data) || data["format"] !== FORMAT) return fail("bad-player", `not a file of the format "${FORMAT}"`);
  const { game, variant, terms, inputs, hidden, weights, tempo, trained } = data;
  if (typeof game !== "string" || typeof terms !== "string" || !isRecord(variant)) {
    return fail("bad-player", "game, variant or terms missing");
  }
  if (!isCount(inputs) || !isCount(hidden)) return fail("bad-player", "inputs and hidden must be positive integers");
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
