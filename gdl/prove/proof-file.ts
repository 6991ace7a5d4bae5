/**
 * Stored proofs. A file contains the proven states nearest to the positions that were proven: with them, every later proof is a small part of the first.
 * A line of text is followed by the keys of the states, 8 bytes each, and their outcomes, a byte each.
 */
import { dataFilePath, dataFileVersion, readDataFile, writeDataFile } from "#platform/data-files";
import { sha256 } from "#platform/digest";
import { GameloreError } from "../../engine/contracts/errors.ts";
import type { PropnetReasoner } from "../propnet/propnet-reasoner.ts";

const FORMAT = "gamelore proof 1";
const FOLDER = "proofs";
const KEY_BYTES = 8;

export interface ProvenStates {
  /** Keys of their entries in the table of a prover. */
  readonly keys: BigUint64Array;
  /** By state 1 if its question is proven, 0 if it is disproven. */
  readonly outcomes: Uint8Array;
  /** Whether a drawn end was seen. */
  readonly sawDraw: boolean;
}

/** Changes when a proof is stored; null if none is. */
export function proofVersion(reasoner: PropnetReasoner): string | null {
  return dataFileVersion(FOLDER, nameOf(reasoner));
}

function nameOf(reasoner: PropnetReasoner): string {
  return `${digestOf(reasoner)}.proof`;
}

const digests = new WeakMap<PropnetReasoner, string>();

/** Identifies a propnet, with the order of its facts, on which the keys depend. */
function digestOf(reasoner: PropnetReasoner): string {
  const known = digests.get(reasoner);
  if (known !== undefined) return known;
  const { facts, initial, next, roles, terminal, goals, gates, loops } = reasoner.propnet;
  const text = JSON.stringify([facts.length, initial, next, roles, terminal, goals, gates, loops]);
  const digest = sha256(text).slice(0, 16);
  digests.set(reasoner, digest);
  return digest;
}

function headOf(digest: string, sawDraw: boolean, count: number, body: Uint8Array): string {
  return `${FORMAT} ${digest} ${sawDraw ? "draws" : "no-draws"} ${count} ${sha256(body)}`;
}

export async function writeProof(reasoner: PropnetReasoner, { keys, outcomes, sawDraw }: ProvenStates): Promise<void> {
  const digest = digestOf(reasoner);
  const body = new Uint8Array(keys.byteLength + outcomes.length);
  body.set(new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength));
  body.set(outcomes, keys.byteLength);
  const head = new TextEncoder().encode(`${headOf(digest, sawDraw, keys.length, body)}\n`);
  const bytes = new Uint8Array(head.length + body.length);
  bytes.set(head);
  bytes.set(body, head.length);
  await writeDataFile(FOLDER, nameOf(reasoner), bytes);
}

/** Null if none is stored. Throws if the file is damaged. */
export function readProof(reasoner: PropnetReasoner): ProvenStates | null {
  const digest = digestOf(reasoner);
  const name = nameOf(reasoner);
  const bytes = readDataFile(FOLDER, name);
  if (!bytes) return null;
  const end = bytes.indexOf("\n".charCodeAt(0));
  const head = new TextDecoder().decode(bytes.subarray(0, Math.max(0, end)));
  // A copy, so that the keys are aligned.
  const body = Uint8Array.from(bytes.subarray(end + 1));
  const count = body.length / (KEY_BYTES + 1);
  const sawDraw = head === headOf(digest, true, count, body);
  if (!sawDraw && head !== headOf(digest, false, count, body))
    throw new GameloreError("table-damaged", `${dataFilePath(FOLDER, name)}: the stored proof is damaged; delete it`);
  return {
    keys: new BigUint64Array(body.buffer, 0, count),
    outcomes: body.subarray(KEY_BYTES * count),
    sawDraw,
  };
}
