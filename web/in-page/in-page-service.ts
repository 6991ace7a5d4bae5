/** The operations of the engine in the page: the same GameService as the server's, over games and tables loaded here. */
import { GameloreError, throwIfAborted } from "../../engine/contracts/errors.ts";
import type { SolveProgress } from "../../engine/contracts/table.ts";
import { threadCount } from "../../engine/kernel/threads.ts";
import { tableSource } from "../../engine/platform/browser/tables.ts";
import type { AnalysisDocument } from "../../service/analysis-documents.ts";
import type { ChooseRequest, GameState } from "../../service/api.ts";
import type { GameOperations } from "../../service/game-methods.ts";
import type { OnInfo } from "../../service/documents/search-progress.ts";
import { GameService } from "../../service/game-service.ts";
import type { BuildUpdate } from "../client/api-client.ts";
import { LruCache } from "../../service/lru-cache.ts";
import { buildInPage } from "./build.ts";
import { hasGame, isRulesheet, loadGame, rulesText } from "./games.ts";
import type { EngineOperations, Support } from "./messages.ts";
import { cacheWritten, ensureTables, fitsInPage, loadCachedTables, tooLargeReason } from "./tables.ts";

interface CallContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: SolveProgress) => void;
  readonly onUpdate: (update: BuildUpdate) => void;
  readonly onInfo: OnInfo;
  readonly onAnalysis: (analysis: AnalysisDocument) => void;
}

type InPageService = {
  readonly [O in keyof EngineOperations]: (
    game: string,
    request: EngineOperations[O]["request"],
    context: CallContext,
  ) => Promise<EngineOperations[O]["answer"]>;
};

/** Each holds kernels with memory and threads. */
const MAX_SERVICES = 4;
const services = new LruCache<Promise<GameService>>(
  MAX_SERVICES,
  (service) => void service.then((open) => open.close()).catch(() => {}),
);

function serviceOf(game: string): Promise<GameService> {
  const service = services.get(game) ?? openService(game);
  services.set(game, service);
  service.catch(() => services.take(game));
  return service;
}

async function openService(id: string): Promise<GameService> {
  const [game, text] = await Promise.all([loadGame(id), rulesText(id)]);
  return new GameService({ game, kind: isRulesheet(id) ? "general" : "native", rulesText: text }, tableSource());
}

/** Solves the variant's own table first, if it is small enough. */
async function serviceWithTable(
  game: string,
  { variant }: Pick<GameState, "variant">,
  context: CallContext,
): Promise<GameService> {
  const service = await serviceOf(game);
  const specs = await service.tablesOf(variant);
  if (tooLargeReason(specs) === null) await ensureTables(specs, null, context);
  throwIfAborted(context.signal);
  return service;
}

export const inPageService: InPageService = {
  supports: (game, { operation, request }) => support(game, operation, request),
  substitute: async (game, { variant, player }) =>
    hasGame(game) ? (await serviceOf(game)).substitute(variant, player, fitsInPage) : null,
  prepare: async (game, variant, context) => {
    const service = await serviceOf(game);
    const document = await service.game(variant);
    const specs = await service.tablesOf(variant);
    const tables = tooLargeReason(specs) === null ? await ensureTables(specs, null, context) : [];
    await cacheWritten();
    return { game, variant: document.variant, tables, threads: threadCount() };
  },
  solve: async (id, { options, device }, context) => {
    if (!hasGame(id)) throw new GameloreError("bad-usage", `${id} is not available in this page`);
    return buildInPage(await loadGame(id), options, device, context);
  },
  game: async (game, variant) => {
    const service = await serviceOf(game);
    await loadCachedTables(await service.tablesOf(variant));
    return service.game(variant);
  },
  position: async (game, request) => (await serviceOf(game)).position(request),
  values: async (game, request, context) =>
    (await serviceWithTable(game, request, context)).values(request, context.signal),
  analyse: async (game, request, context) =>
    (await serviceWithTable(game, request, context)).analyse(request, context.signal, context.onAnalysis),
  pv: async (game, request, context) => (await serviceWithTable(game, request, context)).pv(request),
  graph: async (game, request, context) =>
    (await serviceWithTable(game, request, context)).graph(request, context.signal),
  choose: async (game, request, context) => {
    const service = await serviceOf(game);
    const specs = await service.tablesOf(request.variant, request.player);
    await ensureTables(specs, await service.tableSetOf(request.variant, specs), context);
    return service.choose(request, context.signal, context.onInfo);
  },
  chance: async (game, request) => (await serviceOf(game)).chance(request),
  compose: async (game, request) => (await serviceOf(game)).compose(request),
  import: async (game, request) => (await serviceOf(game)).import(request),
  export: async (game, request) => (await serviceOf(game)).export(request),
  playerText: async (game, request) => (await serviceOf(game)).playerText(request),
};

async function support(id: string, operation: keyof GameOperations, request: unknown): Promise<Support> {
  if (!hasGame(id)) return { supported: false, reason: `${id} is not available in this page` };
  if (operation !== "choose") return { supported: true, reason: null };
  const { variant, player } = request as ChooseRequest;
  const reason = tooLargeReason(await (await serviceOf(id)).tablesOf(variant, player));
  return { supported: reason === null, reason };
}
