/** Loads the document of a saved game and opens its session. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { messageOf } from "../client/api-client.ts";
import { clients } from "../client/clients.ts";
import { typedVariant } from "../parts/option-text.ts";
import { PageError, Loading } from "../parts/notices.tsx";
import type { SavedGame } from "../session/saved-game.ts";
import { Session } from "../session/session.ts";
import { saveGame } from "../session/storage.ts";

/** Offline preparation waits until the game has started. */
const PREPARE_DELAY_MS = 3000;

interface WithSessionProps {
  readonly saved: SavedGame;
  /** Whether the game is stored. */
  readonly keep?: boolean;
  /** See SessionParts. */
  readonly seesAll?: boolean;
  readonly children: (session: Session) => VNode;
}

export function WithSession({ saved, keep = true, seesAll = false, children }: WithSessionProps): VNode {
  const session = useSignal<Session | null>(null);
  const failure = useSignal<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const open = async (): Promise<void> => {
      const { answer: document } = await clients.call("game", saved.game, saved.variant, { signal: controller.signal });
      if (controller.signal.aborted) return;
      const seats = document.seats.map((_, seat) => saved.seats[seat] ?? { kind: "person" as const });
      const adapted = {
        ...saved,
        seats,
        left: seats.map((_, seat) => saved.left[seat] ?? 0),
        variant: typedVariant(document.options, saved.variant),
      };
      const opened = new Session(adapted, { clients, document, save: keep ? saveGame : () => undefined, seesAll });
      session.value = opened;
      opened.start();
      setTimeout(() => {
        if (!controller.signal.aborted) void clients.prepareInPage(saved.game, adapted.variant, controller.signal);
      }, PREPARE_DELAY_MS);
    };
    open().catch((error: unknown) => {
      if (!controller.signal.aborted) failure.value = messageOf(error);
    });
    return () => {
      controller.abort();
      session.value?.stop();
    };
  }, []);
  if (failure.value !== null) return <PageError text={failure.value} />;
  return session.value === null ? <Loading what="the game" /> : children(session.value);
}
