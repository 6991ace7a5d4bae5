/** Opens a saved game: its document first, then the session that plays it. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { clients } from "../client/clients.ts";
import { typedVariant } from "../parts/option-text.ts";
import { Fault, Waiting } from "../parts/notices.tsx";
import type { SavedGame } from "../session/saved-game.ts";
import { Session } from "../session/session.ts";
import { saveGame } from "../session/storage.ts";

/** The first moves come before what is for later. */
const READY_IN_PAGE_MS = 3000;

interface WithSessionProps {
  readonly saved: SavedGame;
  /** A game that is only looked at is not stored. */
  readonly keep?: boolean;
  /** See SessionParts. */
  readonly seesAll?: boolean;
  readonly children: (session: Session) => VNode;
}

export function WithSession({ saved, keep = true, seesAll = false, children }: WithSessionProps): VNode {
  const session = useSignal<Session | null>(null);
  const fault = useSignal<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const open = async (): Promise<void> => {
      const { answer: document } = await clients.ask("game", saved.game, saved.variant, { signal: controller.signal });
      if (controller.signal.aborted) return;
      const seats = document.seats.map((_, seat) => saved.seats[seat] ?? { kind: "person" as const });
      const fitting = {
        ...saved,
        seats,
        left: seats.map((_, seat) => saved.left[seat] ?? 0),
        variant: typedVariant(document.options, saved.variant),
      };
      const opened = new Session(fitting, { clients, document, save: keep ? saveGame : () => undefined, seesAll });
      session.value = opened;
      opened.start();
      setTimeout(() => {
        if (!controller.signal.aborted) void clients.readyInPage(saved.game, fitting.variant, controller.signal);
      }, READY_IN_PAGE_MS);
    };
    open().catch((error: unknown) => {
      if (!controller.signal.aborted) fault.value = error instanceof Error ? error.message : String(error);
    });
    return () => {
      controller.abort();
      session.value?.stop();
    };
  }, []);
  if (fault.value !== null) return <Fault text={fault.value} />;
  return session.value === null ? <Waiting what="the game" /> : children(session.value);
}
