/** SHA-256 by @noble/hashes: Web Crypto is asynchronous, and names of tables and networks are needed synchronously. */
import { sha256 as sha256Bytes } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/** SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  return bytesToHex(sha256Bytes(utf8ToBytes(text)));
}
