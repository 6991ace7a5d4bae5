/**
 * The client side of a remote player, as in the reference server: HTTP/1.0 with a connection for each message. Answers are parsed
 * leniently, because many players send incorrect HTTP.
 */
import { connect } from "node:net";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";

export interface RemoteAddress {
  readonly host: string;
  readonly port: number;
}

export type Reply =
  | { readonly kind: "answer"; readonly text: string }
  /** No connection, or it ended before the answer. */
  | { readonly kind: "lost"; readonly why: string }
  | { readonly kind: "late" };

const CONNECT_MS = 5_000;
const MAX_ANSWER_BYTES = 100_000;
const DEFAULT_PORT = 9147;

/** `http://host:port`, or without the `http://`. */
export function parseAddress(text: string): Result<RemoteAddress> {
  const expected = `expected an address like http://127.0.0.1:${DEFAULT_PORT}`;
  const given = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (!URL.canParse(given)) return fail("bad-usage", `"${text}" is not a player address; ${expected}`);
  const { protocol, hostname, port, pathname, search, username } = new URL(given);
  if (protocol !== "http:" || hostname === "" || pathname !== "/" || search !== "" || username !== "")
    return fail("bad-usage", `"${text}" is not a player address; ${expected}`);
  // URLs omit port 80.
  const hasPort = port !== "" || /:80\/?$/.test(given);
  return ok({ host: hostname.replace(/^\[|\]$/g, ""), port: hasPort ? Number(port || 80) : DEFAULT_PORT });
}

export function addressText({ host, port }: RemoteAddress): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** Sends a message and waits for the answer up to the time limit; never rejects. */
export function sendMessage(
  address: RemoteAddress,
  message: string,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<Reply> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const socket = connect({ host: address.host, port: address.port });
    const end = (reply: Reply): void => {
      clearTimeout(connecting);
      clearTimeout(answering);
      signal?.removeEventListener("abort", stop);
      socket.destroy();
      resolve(reply);
    };
    const stop = (): void => end({ kind: "lost", why: "interrupted" });
    const connecting = setTimeout(
      () => end({ kind: "lost", why: `no connection in ${CONNECT_MS / 1000} s` }),
      Math.min(CONNECT_MS, milliseconds),
    );
    const answering = setTimeout(() => end({ kind: "late" }), milliseconds);
    signal?.addEventListener("abort", stop);
    if (signal?.aborted) return stop();
    socket.on("connect", () => {
      clearTimeout(connecting);
      socket.write(requestText(address, message));
    });
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) return end({ kind: "answer", text: "" });
      const answer = readAnswer(Buffer.concat(chunks), false);
      if (answer !== null) end({ kind: "answer", text: answer });
    });
    socket.on("end", () => {
      const answer = readAnswer(Buffer.concat(chunks), true);
      end(answer === null ? { kind: "lost", why: "connection closed" } : { kind: "answer", text: answer });
    });
    socket.on("error", ({ code, message: why }: NodeJS.ErrnoException) => end({ kind: "lost", why: code ?? why }));
  });
}

function requestText({ host, port }: RemoteAddress, message: string): Buffer {
  const body = Buffer.from(message);
  const head = [
    "POST / HTTP/1.0",
    "Accept: text/delim",
    `Host: ${host}:${port}`,
    "Sender: GAMESERVER",
    `Receiver: ${host}`,
    "Content-Type: text/acl",
    `Content-Length: ${body.length}`,
  ];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`, "latin1"), body]);
}

/** The body if it is complete: by its length, or when the connection is closed. */
function readAnswer(bytes: Buffer, isAll: boolean): string | null {
  const head = /^([^]*?)\r?\n\r?\n/.exec(bytes.toString("latin1"));
  if (!head) return null;
  const body = bytes.subarray(head[0].length);
  const length = /^content-length:\s*(\d+)\s*$/im.exec(head[1] as string)?.[1];
  if (length === undefined) return isAll ? body.toString("utf8") : null;
  return body.length >= Number(length) ? body.toString("utf8", 0, Number(length)) : null;
}
