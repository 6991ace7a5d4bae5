/** Limits the open connections: an idle one is closed for a new one, so that idle clients lock nobody out. */
import type { Server } from "node:http";
import type { Socket } from "node:net";

/** New connections are accepted while idle ones are being closed. */
const SPARE = 64;

export function limitConnections(server: Server, limit: number): void {
  server.maxConnections = limit + SPARE;
  const open = new Set<Socket>();
  /** Without a request in progress, the longest idle first. */
  const idle = new Set<Socket>();
  server.on("connection", (socket) => {
    const [oldest] = idle;
    if (open.size >= limit && oldest) {
      open.delete(oldest);
      idle.delete(oldest);
      oldest.destroy();
    }
    open.add(socket);
    idle.add(socket);
    socket.once("close", () => {
      open.delete(socket);
      idle.delete(socket);
    });
  });
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (open.has(socket)) idle.add(socket);
    });
  });
}
