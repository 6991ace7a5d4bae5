/** The HTTP server of a player: POST with a message in the body, GET with one in the path, OPTIONS for browsers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { GameloreError } from "../../engine/contracts/errors.ts";
import { knownHosts, nameOfHost } from "../../engine/platform/node/known-hosts.ts";
import { MESSAGE_LIMITS, parseMessage } from "./message.ts";
import type { GgpPlayer } from "./player.ts";

const CORS_HEADERS = {
  "Access-Control-Allow-Methods": "POST, GET, OPTIONS",
  "Access-Control-Allow-Headers": "Content-Type, Accept, Sender, Receiver",
  "Access-Control-Max-Age": "86400",
} as const;
/** A character may take several bytes. */
const MAX_BYTES = 2 * MESSAGE_LIMITS.characters;
const MAX_CONNECTIONS = 256;
/** Time limit for receiving a message, against slow clients. */
const REQUEST_MS = 15_000;
const CHECK_MS = 1_000;

class TooLong extends Error {}

/** Clients other than programs that address this machine. */
export interface AllowedClients {
  /** The origin of web pages that may use the player (CORS), or *; null for none. */
  readonly origin: string | null;
  /** Names of this machine in addition to its own. */
  readonly hosts: readonly string[];
}

export async function servePlayer(
  player: GgpPlayer,
  port: number,
  host: string,
  { origin, hosts }: AllowedClients = { origin: null, hosts: [] },
): Promise<PlayerServer> {
  const allowed = { origin, hosts: [...knownHosts(host), ...hosts.map((name) => name.toLowerCase())] };
  const server = createServer({
    requestTimeout: REQUEST_MS,
    headersTimeout: REQUEST_MS,
    connectionsCheckingInterval: CHECK_MS,
    keepAliveTimeout: CHECK_MS,
  });
  server.maxConnections = MAX_CONNECTIONS;
  server.on("request", (request, response) => void respond(player, allowed, request, response));
  // Not HTTP.
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, port, host)));
    server.listen(port, host, resolve);
  });
  return new PlayerServer(server, player);
}

export class PlayerServer {
  readonly url: string;
  readonly #server: Server;
  readonly #player: GgpPlayer;

  constructor(server: Server, player: GgpPlayer) {
    this.#server = server;
    this.#player = player;
    const { address, port, family } = server.address() as AddressInfo;
    this.url = `http://${family === "IPv6" ? `[${address}]` : address}:${port}`;
  }

  async close(): Promise<void> {
    this.#player.close();
    await new Promise((resolve) => {
      this.#server.close(resolve);
      this.#server.closeAllConnections();
    });
  }
}

function cannotListen({ code, message }: NodeJS.ErrnoException, port: number, host: string): GameloreError {
  const where = `${host}:${port}`;
  if (code === "EADDRINUSE")
    return new GameloreError("bad-usage", `${where} is already in use; choose another port with --port`);
  if (code === "EACCES")
    return new GameloreError("bad-usage", `${where} requires more privileges; choose a --port of 1024 or higher`);
  return new GameloreError("bad-usage", `cannot listen on ${where}: ${message}`);
}

/** Why a request is refused; null if it is not. Otherwise any page open in a browser on this machine could start matches. */
function refusal({ headers }: IncomingMessage, { origin, hosts }: AllowedClients): string | null {
  // Programs that speak HTTP/1.0 may send no Host; browsers always do.
  if (headers.host !== undefined && !hosts.includes(nameOfHost(headers.host)))
    return "this host name is not allowed; allow it with --allow-host";
  if (headers.origin !== undefined && origin !== "*" && headers.origin !== origin)
    return "requests of web pages are not allowed; allow an origin with --cors";
  return null;
}

async function respond(
  player: GgpPlayer,
  allowed: AllowedClients,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.on("error", () => {});
  try {
    const refused = refusal(request, allowed);
    if (refused !== null) {
      response.shouldKeepAlive = false;
      return send(response, 403, refused);
    }
    if (allowed.origin !== null)
      response.setHeaders(new Map(Object.entries({ "Access-Control-Allow-Origin": allowed.origin, ...CORS_HEADERS })));
    if (request.method === "OPTIONS") return send(response, 200, "");
    if (request.method !== "POST" && request.method !== "GET") return send(response, 405, "expected POST or GET");
    const text = request.method === "POST" ? await bodyOf(request) : pathOf(request);
    if (text === null) return send(response, 400, "the path is not a message");
    const message = parseMessage(text);
    if (!message.ok) return send(response, 400, message.error.message);
    const answer = player.answer(message.value);
    const body = await answer.text;
    // An answer counts only if the client received it.
    response.once("finish", () => response.socket?.destroyed || answer.delivered());
    send(response, 200, body);
  } catch (error) {
    if (error instanceof TooLong) {
      response.shouldKeepAlive = false;
      send(response, 413, `the message is too long; at most ${MAX_BYTES} bytes are allowed`);
    } else send(response, 500, "");
  }
}

function send(response: ServerResponse, status: number, text: string): void {
  if (response.destroyed || response.headersSent) return;
  const body = Buffer.from(text);
  response.writeHead(status, { "Content-Type": "text/acl", "Content-Length": body.length });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  if (Number(request.headers["content-length"] ?? 0) > MAX_BYTES) throw new TooLong();
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new TooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** `/(INFO)`, percent-encoded; a plus is a space, as in forms. */
function pathOf({ url = "/" }: IncomingMessage): string | null {
  try {
    return decodeURIComponent(url.slice(1).replaceAll("+", "%20"));
  } catch {
    return null;
  }
}
