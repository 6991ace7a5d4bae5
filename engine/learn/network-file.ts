/** Networks as files: what they sum over, their numbers, and how they were trained. A digest says which network a text means. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail, GameloreError, ok, type Result } from "../contracts/errors.ts";
import type { OptionValues } from "../contracts/options.ts";
import { writeBeside, writeFully } from "../tables/beside.ts";
import { dataFolder } from "../tables/folder.ts";
import { networkSize, type Network } from "./network.ts";

const FORMAT = "gamelore network 1";
const MOST_BYTES = 1_000_000;
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

/** The user's own networks. */
export function networksFolder(): string {
  return join(dataFolder(), "weights");
}

/** Numbers that are short to write and are read again as they are. */
export function rounded(network: Network): Network {
  const round = (value: number): number => Number(value.toPrecision(DIGITS));
  return { ...network, weights: network.weights.map(round), tempo: round(network.tempo) };
}

/** Eight hexadecimal digits of all that a value depends on. */
export function digestOf({ terms, network: { inputs, hidden, weights, tempo } }: NetworkFile): string {
  const said = JSON.stringify([terms, inputs, hidden, weights, tempo]);
  return createHash("sha256").update(said).digest("hex").slice(0, 8);
}

export async function writeNetwork(folder: string, name: string, file: NetworkFile): Promise<string> {
  const { game, variant, terms, network, trained } = file;
  const { inputs, hidden, weights, tempo } = network;
  const said = { format: FORMAT, game, variant, terms, inputs, hidden, tempo, weights, trained };
  const path = networkPath(folder, name);
  const bytes = Buffer.from(`${JSON.stringify(said, null, 2)}\n`);
  await writeBeside(path, { bytesWanted: bytes.length }, (output) => writeFully(output, bytes, 0));
  return path;
}

export function networkPath(folder: string, name: string): string {
  if (!isNetworkName(name)) {
    throw new GameloreError("bad-usage", `"${name}" is no name of a network: letters, digits, - and _, at most 64`);
  }
  return join(folder, `${name}.json`);
}

/** The network of a name, from the first of the folders that has it. */
export function readNetwork(folders: readonly string[], name: string): Result<NetworkFile> {
  if (!isNetworkName(name)) return fail("bad-player", `"${name}" is no name: letters, digits, - and _, at most 64`);
  const path = folders.map((folder) => networkPath(folder, name)).find((candidate) => existsSync(candidate));
  if (path === undefined) return fail("bad-player", `there is no ${name}.json in ${folders.join(" or ")}`);
  const wrong = (why: string): Result<never> => fail("bad-player", `${path}: ${why}`);
  let said: unknown;
  try {
    const text = readFileSync(path, "utf8");
    if (text.length > MOST_BYTES) return wrong("too large for a network");
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
