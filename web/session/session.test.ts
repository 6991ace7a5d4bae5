import { expect, test, vi } from "vitest";
import { Clients } from "../client/clients.ts";
import { fakeServer, type FakeServer, heapGame } from "../client/fake-client.fixture.ts";
import type { HttpClient } from "../client/http-client.ts";
import { ApiError, type InPageApi } from "../client/api-client.ts";
import { newGame, type SavedGame, type Seat } from "./saved-game.ts";
import { Session } from "./session.ts";

const person: Seat = { kind: "person" };
const bot: Seat = { kind: "player", text: "one" };

function sit(
  seats: readonly Seat[],
  server: FakeServer = fakeServer(),
  moves: string[] = [],
): { session: Session; saves: SavedGame[]; clients: Clients; server: FakeServer } {
  const saves: SavedGame[] = [];
  const clients = new Clients(server.client);
  const saved = newGame({ game: "heap", variant: {}, seats, moves }, "id", new Date(0));
  return {
    session: new Session(saved, { clients, document: heapGame, save: (each) => saves.push(each) }),
    saves,
    clients,
    server,
  };
}

const settled = async (session: Session): Promise<void> =>
  vi.waitFor(() => expect(session.open().length).toBeGreaterThan(0), { timeout: 4000 });

async function play(session: Session, text: string): Promise<void> {
  await settled(session);
  const move = session.open().find((each) => each.text === text);
  if (!move) throw new Error(`no move ${text}`);
  session.play(move);
}

test("a person and a player move in turn until the game ends, and every ply is stored", async () => {
  const { session, saves } = sit([person, bot]);
  session.start();
  await play(session, "2");
  await play(session, "1");
  await play(session, "2");
  await vi.waitFor(() => expect(session.position.value?.result?.text).toBe("first wins"));
  expect(saves.at(-1)?.moves).toEqual(["2", "1", "1", "1", "2"]);
  expect(session.saved.value.infos[1]?.player).toBe("one");
  expect(session.open()).toEqual([]);
});

test("nobody can move while the next position is loading", async () => {
  const { session } = sit([person, person]);
  session.start();
  await play(session, "1");
  expect(session.open()).toEqual([]);
  await settled(session);
  expect(session.saved.value.moves).toEqual(["1"]);
});

test("search info is available by seat during a search", async () => {
  const server = fakeServer();
  let answer: () => void = () => {};
  const choose: HttpClient["choose"] = async (game, request, options) => {
    const choice = await server.client.choose(game, request);
    options?.onThinking?.({ milliseconds: 700, info: { ...choice.info, nodes: 5 } });
    await new Promise<void>((resolve) => (answer = resolve));
    return choice;
  };
  const { session } = sit([bot, person], { ...server, client: { ...server.client, choose } });
  session.start();
  await vi.waitFor(() => expect(session.thinking.value[0]?.info?.nodes).toBe(5));
  expect(session.thinking.value[0]?.milliseconds).toBe(700);
  answer();
  await settled(session);
  expect(session.thinking.value).toEqual({});
  expect(session.saved.value.infos[0]?.nodes).toBe(1);
});

test("undo, redo and another move instead", async () => {
  const { session } = sit([person, bot]);
  session.start();
  await play(session, "2");
  await settled(session);
  session.undo();
  await settled(session);
  expect(session.saved.value.at).toBe(0);
  session.redo();
  await settled(session);
  expect(session.saved.value.at).toBe(2);
  session.undo();
  await play(session, "1");
  await settled(session);
  expect(session.saved.value.moves).toEqual(["1", "1"]);
});

test("players do not move while an earlier position is shown", async () => {
  const { session, server } = sit([bot, bot], fakeServer(), ["1", "1"]);
  session.pause(true);
  session.show(1);
  await vi.waitFor(() => expect(session.position.value?.plies).toHaveLength(1));
  expect(server.calls).not.toContain("choose");
});

test("the game waits for a server that is down, and continues", async () => {
  const { session, clients, server } = sit([person, bot]);
  session.start();
  await settled(session);
  server.up = false;
  await play(session, "2");
  await vi.waitFor(() => expect(clients.status.up.value).toBe(false));
  expect(session.saved.value.moves).toEqual(["2"]);
  server.up = true;
  await settled(session);
  expect(clients.status.up.value).toBe(true);
  expect(session.saved.value.moves).toEqual(["2", "1"]);
});

test("while the server is down the page computes what it supports", async () => {
  const gone = fakeServer();
  gone.up = false;
  const inPage = {
    ...fakeServer().client,
    supports: (operation: string) => operation === "position",
  } as unknown as InPageApi;
  const clients = new Clients(gone.client, async () => inPage);
  const saved = newGame({ game: "heap", variant: {}, seats: [person, person] }, "id", new Date(0));
  const session = new Session(saved, { clients, document: heapGame, save: () => undefined });
  session.start();
  await settled(session);
  expect(session.where.value).toBe("page");
});

test("a player that the page cannot run is replaced while the server is down, and the info says so", async () => {
  const server = fakeServer();
  const inPage = {
    ...fakeServer().client,
    supports: (operation: string) => operation !== "choose",
    substitute: async () => "weaker",
  } as unknown as InPageApi;
  const clients = new Clients(server.client, async () => inPage);
  const saved = newGame({ game: "heap", variant: {}, seats: [person, bot] }, "id", new Date(0));
  const session = new Session(saved, { clients, document: heapGame, save: () => undefined });
  session.start();
  await settled(session);
  server.up = false;
  await play(session, "2");
  await settled(session);
  expect(session.saved.value.infos[1]).toMatchObject({ player: "weaker", replaces: "one", where: "page" });
});

test("a player that nothing can replace waits for the server, and moves when it is back", async () => {
  const { session, clients, server } = sit([person, bot]);
  session.start();
  await settled(session);
  server.up = false;
  await play(session, "2");
  await vi.waitFor(() => expect(clients.waiting.value).toBe(1));
  server.up = true;
  await settled(session);
  expect(clients.waiting.value).toBe(0);
  expect(session.saved.value.moves).toEqual(["2", "1"]);
});

test("if the engine in the page is broken, too, the game waits for the server", async () => {
  const server = fakeServer();
  const inPage = {
    ...fakeServer().client,
    supports: async () => true,
    choose: async () => Promise.reject(new ApiError("kernel-failed", "the worker could not be started")),
  } as unknown as InPageApi;
  const clients = new Clients(server.client, async () => inPage);
  const saved = newGame({ game: "heap", variant: {}, seats: [person, bot] }, "id", new Date(0));
  const session = new Session(saved, { clients, document: heapGame, save: () => undefined });
  session.start();
  await settled(session);
  server.up = false;
  await play(session, "2");
  await vi.waitFor(() => expect(clients.waiting.value).toBe(1));
  server.up = true;
  await settled(session);
  expect([session.error.value, session.saved.value.moves]).toEqual([null, ["2", "1"]]);
});

test("a player waits while the server has too many searches", async () => {
  const server = fakeServer();
  let busy = 2;
  const choose: HttpClient["choose"] = (game, request) => {
    if (busy-- > 0) return Promise.reject(new ApiError("busy", "4 searches are already running"));
    return server.client.choose(game, request);
  };
  const { session } = sit([bot, person], { ...server, client: { ...server.client, choose } });
  session.start();
  await settled(session);
  expect([session.error.value, session.saved.value.moves]).toEqual([null, ["1"]]);
});

test("a player whose time is up loses", async () => {
  let now = 0;
  const saved = newGame(
    { game: "heap", variant: {}, seats: [person, person], clock: { minutes: 1, seconds: 0 } },
    "id",
    new Date(0),
  );
  const session = new Session(saved, {
    clients: new Clients(fakeServer().client),
    document: heapGame,
    save: () => undefined,
    now: () => now,
  });
  session.start();
  await settled(session);
  now = 30_000;
  expect(session.timeLeft(0)).toBe(30_000);
  expect(session.timeLeft(1)).toBe(60_000);
  now = 61_000;
  session.tick();
  expect(session.saved.value.over).toEqual({ seat: 0, how: "time" });
});

test("after the end everything is shown, also at earlier positions; a new move hides it again", async () => {
  const server = fakeServer();
  const seats: unknown[] = [];
  const position: HttpClient["position"] = (game, request) => {
    seats.push(request.seat);
    return server.client.position(game, request);
  };
  const clients = new Clients({ ...server.client, position });
  const moves = ["2", "1", "2", "1", "1"];
  const saved = newGame({ game: "heap", variant: {}, seats: [person, bot], moves }, "id", new Date(0));
  const document = { ...heapGame, hidden: true };
  const session = new Session({ ...saved, at: 2 }, { clients, document, save: () => undefined });
  session.start();
  await vi.waitFor(() => expect(session.whole.value?.result).toBeTruthy());
  expect([session.ended.value, session.viewer.value, seats.at(-1)]).toEqual([true, null, null]);
  expect(session.position.value?.plies).toHaveLength(2);
  await play(session, "1");
  await settled(session);
  expect([session.ended.value, session.viewer.value, seats.at(-1)]).toEqual([false, 0, 0]);
});

test("with hidden information, two persons take turns at the screen; an explorer sees everything", async () => {
  const { clients, session: plain } = sit([person, person]);
  const parts = { clients, document: { ...heapGame, hidden: true }, save: () => {} };
  const playing = new Session(plain.saved.value, parts);
  playing.start();
  await vi.waitFor(() => expect(playing.awaited.value).toBe(0));
  playing.takeScreen(0);
  await vi.waitFor(() => expect(playing.awaited.value).toBeNull());
  await play(playing, "1");
  await vi.waitFor(() => expect(playing.awaited.value).toBe(1));
  playing.takeScreen(1);
  // The position on the board is still what the first player sees.
  expect([playing.awaited.value, playing.open()]).toEqual([1, []]);
  await vi.waitFor(() => expect(playing.awaited.value).toBeNull());
  const exploring = new Session(plain.saved.value, { ...parts, seesAll: true });
  exploring.start();
  await play(exploring, "1");
  await settled(exploring);
  expect([exploring.awaited.value, exploring.viewer.value]).toEqual([null, null]);
});
