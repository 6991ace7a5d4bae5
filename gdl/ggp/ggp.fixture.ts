/** Players and servers for protocol tests over real sockets. */
import { readFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { unwrap } from "../../engine/contracts/errors.ts";
import type { OpenGame } from "../../engine/contracts/game.ts";
import { gdlGame } from "../game.ts";
import { servePlayer, type AllowedClients, type PlayerServer } from "./player-server.ts";
import { GgpPlayer, type PlayerSettings } from "./player.ts";
import { sendMessage, parseAddress, type RemoteAddress } from "./remote-player.ts";

export const TIC_TAC_TOE: string = readFileSync(new URL("../rulesheets/tic-tac-toe.kif", import.meta.url), "utf8");

/** Simultaneous moves in three rounds; the hider wins if the seeker looks elsewhere in the last one. */
export const HIDE = `
  (role hider) (role seeker) (place left) (place right)
  (init (round 1)) (after 1 2) (after 2 3) (after 3 4)
  (<= (legal ?role (choose ?place)) (role ?role) (place ?place))
  (<= (next (at ?role ?place)) (does ?role (choose ?place)))
  (<= (next (round ?n)) (true (round ?m)) (after ?m ?n))
  (<= terminal (true (round 4)))
  (<= found (true (at hider ?place)) (true (at seeker ?place)))
  (<= (goal seeker 100) found) (<= (goal seeker 0) (not found))
  (<= (goal hider 0) found) (<= (goal hider 100) (not found))
`;

/** A puzzle for one role: three lamps, one switched on per step. */
export const LAMPS = `
  (role robot) (lamp a) (lamp b) (lamp c)
  (init (off a)) (init (off b)) (init (off c))
  (<= (legal robot (press ?l)) (true (off ?l)))
  (<= (next (off ?l)) (true (off ?l)) (not (does robot (press ?l))))
  (<= dark (true (off ?l)))
  (<= terminal (not dark))
  (<= (goal robot 100) (not dark)) (<= (goal robot 0) dark)
`;

/** Three roles in turn name a number; the sum counts for all of them. */
export const THREE = `
  (role a) (role b) (role c)
  (init (turn a)) (order a b) (order b c) (order c end) (number 1) (number 2)
  (<= (legal ?r (name ?n)) (true (turn ?r)) (number ?n))
  (<= (legal ?r noop) (role ?r) (not (true (turn ?r))))
  (<= (next (turn ?s)) (true (turn ?r)) (order ?r ?s))
  (<= (next (named ?r ?n)) (does ?r (name ?n)))
  (<= (next (named ?r ?n)) (true (named ?r ?n)))
  (<= terminal (true (turn end)))
  (<= (goal ?r 100) (true (named ?r 2)))
  (<= (goal ?r 0) (role ?r) (not (true (named ?r 2))))
`;

export interface TestPlayer {
  readonly player: GgpPlayer;
  readonly server: PlayerServer;
  readonly address: RemoteAddress;
  readonly log: readonly string[];
}

const open: { close(): Promise<void> }[] = [];

/** Our player on a free port. */
export async function startPlayer(
  settings: Partial<PlayerSettings> = {},
  allowed?: AllowedClients,
): Promise<TestPlayer> {
  const log: string[] = [];
  const player = new GgpPlayer({
    name: "tested",
    matches: 4,
    player: "random",
    seed: 1,
    megabytes: 512,
    log: (line) => void log.push(line),
    ...settings,
  });
  const server = await servePlayer(player, 0, "127.0.0.1", allowed);
  open.push(server);
  return { player, server, address: unwrap(parseAddress(server.url)), log };
}

/** A fake player that handles every connection as the test defines. */
export async function startFake(handle: (socket: Socket, message: string) => void): Promise<RemoteAddress> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    let text = "";
    let isHandled = false;
    socket.on("data", (chunk) => {
      text += chunk.toString();
      const [, length, body = ""] = /content-length: (\d+)[^]*?\r\n\r\n([^]*)$/i.exec(text) ?? [];
      if (isHandled || length === undefined || body.length < Number(length)) return;
      isHandled = true;
      handle(socket, body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
  return { host: "127.0.0.1", port: (server.address() as AddressInfo).port };
}

export function reply(socket: Socket, text: string): void {
  socket.end(`HTTP/1.0 200 OK\r\nContent-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
}

export async function closeAll(): Promise<void> {
  await Promise.all(open.splice(0).map((each) => each.close()));
}

/** The answer of a player, or the kind of failure. */
export async function say({ address }: Pick<TestPlayer, "address">, message: string, waitMs = 20_000): Promise<string> {
  const answer = await sendMessage(address, message, waitMs);
  return answer.kind === "answer" ? answer.text : answer.kind;
}

export async function openSheet(text: string): Promise<OpenGame> {
  return unwrap(await unwrap(gdlGame("sheet", text)).open({}));
}

/** Every letter in random case. */
export function scrambledCase(text: string): string {
  let state = 1;
  return text.replace(/[a-z]/gi, (letter) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state >>> 31 ? letter.toUpperCase() : letter.toLowerCase();
  });
}
