/** SHA-256 by @noble/hashes: Web Crypto is asynchronous, and names of tables and networks are needed synchronously. */
import { sha256 as sha256Bytes } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of bytes, or of a text in UTF-8, in hexadecimal digits. */
export function sha256(data: string | Uint8Array): string {
  return bytesToHex(sha256Bytes(typeof data === "string" ? utf8ToBytes(data) : data));
}
