/** The list of games: the cached list is shown immediately and refreshed. */
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import type { GameSummary } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import type { Loaded } from "./loaded.ts";

let cached: readonly GameSummary[] | null = null;

/** Offline, the service worker may answer from its cache. */
async function loadGames(): Promise<readonly GameSummary[]> {
  const list = await clients.server.games().catch(() => clients.fetch((server) => server.games()));
  if (JSON.stringify(list) !== JSON.stringify(cached)) cached = list;
  return cached as readonly GameSummary[];
}

export function useGames(): Signal<Loaded<readonly GameSummary[]>> {
  const loaded = useSignal<Loaded<readonly GameSummary[]>>(
    cached === null ? { state: "loading" } : { state: "ready", value: cached },
  );
  useLayoutEffect(() => {
    let isGone = false;
    loadGames().then(
      (value) => {
        const before = loaded.value;
        if (!isGone && !(before.state === "ready" && before.value === value)) loaded.value = { state: "ready", value };
      },
      (error: unknown) => {
        if (!isGone) loaded.value = { state: "failed", message: messageOf(error) };
      },
    );
    return () => {
      isGone = true;
    };
  }, []);
  return loaded;
}
