/** What the worker answers: the server's own desks over the games and tables of the page. */
import { throwIfAborted } from "../../engine/contracts/errors.ts";
import type { SolveProgress } from "../../engine/contracts/table.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { tableSource } from "../../engine/platform/browser/tables.ts";
import type { ChooseRequest, GameState } from "../../service/api.ts";
import { Desk } from "../../service/game-service.ts";
import { Kept } from "../../service/lru-cache.ts";
import type { TellDocument } from "../../service/documents/search-progress.ts";
import type { PlayOperations, Variant } from "../client/api-client.ts";
import { hasGame, isRulesheet, loadGame, wordsOf } from "./games.ts";
import type { Offered, Operations, PreparedDocument } from "./messages.ts";
import { allKept, bringKept, seeToTables, whyNotTables } from "./tables.ts";

export interface CallContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SolveProgress) => void;
  readonly tell: TellDocument;
}

type Answering = {
  readonly [O in keyof Operations]: (
    game: string,
    request: Operations[O]["request"],
    context: CallContext,
  ) => Promise<Operations[O]["answer"]>;
};

/** Each has kernels with memory and threads. */
const DESKS_KEPT = 4;
const desks = new Kept<Promise<Desk>>(DESKS_KEPT, (desk) => void desk.then((open) => open.close()).catch(() => {}));

function deskOf(game: string): Promise<Desk> {
  const desk = desks.get(game) ?? makeDesk(game);
  desks.set(game, desk);
  desk.catch(() => desks.take(game));
  return desk;
}

async function makeDesk(id: string): Promise<Desk> {
  const [game, words] = await Promise.all([loadGame(id), wordsOf(id)]);
  return new Desk({ game, kind: isRulesheet(id) ? "general" : "room", words }, tableSource());
}

/** Values come from the variant's own table, where that is small enough; what is too large to be solved here is left out. */
async function deskWithTable(
  game: string,
  { variant }: Pick<GameState, "variant">,
  context: CallContext,
): Promise<Desk> {
  const desk = await deskOf(game);
  const offers = await desk.tablesOf(variant);
  if (whyNotTables(offers) === null) await seeToTables(offers, null, context);
  throwIfAborted(context.signal);
  return desk;
}

export const bench: Answering = {
  offers: (game, { operation, request }) => offered(game, operation, request),
  prepare: async (game, variant, context): Promise<PreparedDocument> => {
    const desk = await deskOf(game);
    const document = await desk.game(variant);
    const offers = await desk.tablesOf(variant);
    const tables = whyNotTables(offers) === null ? await seeToTables(offers, null, context) : [];
    await allKept();
    return { game, variant: document.variant, tables, threads: threadCount() };
  },
  game: async (game, variant) => {
    const desk = await deskOf(game);
    await bringKept(await desk.tablesOf(variant));
    return desk.game(variant);
  },
  position: async (game, request) => (await deskOf(game)).position(request),
  values: async (game, request, context) =>
    (await deskWithTable(game, request, context)).values(request, context.signal),
  line: async (game, request, context) => (await deskWithTable(game, request, context)).line(request),
  strip: async (game, request, context) => (await deskWithTable(game, request, context)).strip(request, context.signal),
  choose: async (game, request, context) => {
    const desk = await deskOf(game);
    const offers = await desk.tablesOf(request.variant, request.player);
    await seeToTables(offers, await desk.tableSetOf(request.variant, offers), context);
    return desk.choose(request, context.signal, context.tell);
  },
  chance: async (game, request) => (await deskOf(game)).chance(request),
  compose: async (game, request) => (await deskOf(game)).compose(request),
  import: async (game, request) => (await deskOf(game)).import(request),
  export: async (game, request) => (await deskOf(game)).export(request),
  playerText: async (game, request) => (await deskOf(game)).players(request),
};

async function offered(id: string, operation: keyof PlayOperations, request: unknown): Promise<Offered> {
  if (!hasGame(id)) return { offered: false, reason: `${id} is not among the games of this page` };
  if (operation !== "choose") return { offered: true, reason: null };
  const { variant, player } = request as { variant: Variant } & Pick<ChooseRequest, "player">;
  const reason = whyNotTables(await (await deskOf(id)).tablesOf(variant, player));
  return { offered: reason === null, reason };
}
