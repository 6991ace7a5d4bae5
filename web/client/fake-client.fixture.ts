/** A fake server for tests: players take one or two stones from a heap in turn; the last one wins. */
import type { ChoiceDocument, GameDocument, PositionDocument } from "../../service/api.ts";
import type { HttpClient } from "./http-client.ts";
import { ServerUnreachable } from "./api-client.ts";

const HEAP = 7;

export interface FakeServer {
  readonly client: HttpClient;
  up: boolean;
  /** The operations called so far. */
  readonly calls: string[];
}

export const heapGame: GameDocument = {
  id: "heap",
  title: "Heap",
  summary: "take one or two; the last wins",
  players: 2,
  seats: ["first", "second"],
  kind: "native",
  picture: null,
  variant: "",
  options: [],
  values: {},
  presets: {},
  playerKinds: [{ name: "one", summary: "takes one", parameters: [] }],
  best: "one",
  tableOptions: [],
  initial: String(HEAP),
  positionFormat: null,
  gameFormat: null,
  hidden: false,
  chance: false,
  tray: null,
  rules: "# Heap",
};

function positionOf(moves: readonly string[]): PositionDocument {
  const left = HEAP - moves.reduce((sum, move) => sum + Number(move), 0);
  const actor = moves.length % 2;
  return {
    game: "heap",
    variant: "",
    position: String(left),
    view: { shape: "square", cells: [], pieces: [], notes: [`${left} left`], turn: left > 0 ? actor : null },
    plies: moves.map((text, turn) => ({ text, actors: [turn % 2], turn, cells: [] })),
    actors: left > 0 ? [actor] : [],
    moves: left > 0 ? ["1", "2"].slice(0, left).map((text) => ({ text, actor, from: null, to: null })) : [],
    result:
      left > 0
        ? null
        : { scores: actor === 1 ? [1, 0] : [0, 1], ending: "last", text: `${actor === 1 ? "first" : "second"} wins` },
  };
}

export function fakeServer(): FakeServer {
  const calls: string[] = [];
  const answer = async <T>(operation: string, value: () => T): Promise<T> => {
    calls.push(operation);
    if (!server.up) throw new ServerUnreachable();
    return value();
  };
  const info = {
    value: 0,
    unit: "points",
    depth: 1,
    nodes: 1,
    playouts: null,
    milliseconds: 1,
    pv: [],
    candidates: [],
  };
  const client = {
    alive: async () => server.up,
    game: () => answer("game", () => heapGame),
    position: (_: string, { moves }: { moves: readonly string[] }) => answer("position", () => positionOf(moves)),
    choose: (_: string, { player, moves }: { player: string; moves: readonly string[] }) =>
      answer("choose", (): ChoiceDocument => ({ move: "1", actor: moves.length % 2, player, info })),
  } as unknown as HttpClient;
  const server: FakeServer = { client, up: true, calls };
  return server;
}
