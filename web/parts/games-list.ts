/** The games that there are: what is known of them is shown at once, and asked for again. */
import { type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import type { GameSummary } from "../../service/api.ts";
import { clients } from "../client/clients.ts";
import type { Loaded } from "./loaded.ts";

let known: readonly GameSummary[] | null = null;

/** The browser may have kept the list, and gives it where the server is gone. */
async function listOfGames(): Promise<readonly GameSummary[]> {
  const list = await clients.server.games().catch(() => clients.fetch((server) => server.games()));
  if (JSON.stringify(list) !== JSON.stringify(known)) known = list;
  return known as readonly GameSummary[];
}

export function useGames(): Signal<Loaded<readonly GameSummary[]>> {
  const loaded = useSignal<Loaded<readonly GameSummary[]>>(
    known === null ? { state: "waiting" } : { state: "there", value: known },
  );
  useLayoutEffect(() => {
    let gone = false;
    listOfGames().then(
      (value) => {
        const before = loaded.value;
        if (!gone && !(before.state === "there" && before.value === value)) loaded.value = { state: "there", value };
      },
      (error: unknown) => {
        if (!gone) loaded.value = { state: "failed", message: error instanceof Error ? error.message : String(error) };
      },
    );
    return () => {
      gone = true;
    };
  }, []);
  return loaded;
}
