/** What the position on the board is worth, and the whole game so far: asked for while it is wanted, and dropped when the board changes. */
import { effect, type Signal, signal } from "@preact/signals";
import type { StripDocument, ValuesDocument } from "../../service/api.ts";
import type { Clients, Ran } from "../client/clients.ts";
import { isAbort } from "../client/api-client.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

/** The whole strip is worked out anew when the game has not moved for so long, in milliseconds. */
const STRIP_PAUSE = 300;

export class Worth {
  readonly on: Signal<boolean>;
  /** Whose value the strip shows. */
  readonly player: Signal<number>;
  readonly values: Signal<Ran<ValuesDocument> | null> = signal(null);
  readonly strip: Signal<Ran<StripDocument> | null> = signal(null);
  readonly fault: Signal<string | null> = signal(null);
  readonly #end: (() => void)[];

  constructor(session: Session, clients: Clients, on: boolean) {
    this.on = signal(on);
    // Of two the first one's is up, as everywhere; of more, a person alone among players wants its own.
    const persons = session.saved.peek().seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
    this.player = signal(session.document.seats.length > 2 && persons.length === 1 ? (persons[0] as number) : 0);
    const failed = (error: unknown, controller: AbortController): void => {
      if (!isAbort(error) && !controller.signal.aborted)
        this.fault.value = error instanceof Error ? error.message : String(error);
    };
    this.#end = [
      effect(() => {
        const position = session.position.value;
        const controller = new AbortController();
        this.values.value = null;
        this.fault.value = null;
        if (this.on.value && position && !position.result && !position.actors.includes(-1)) {
          const request = { ...stateOf(session.saved.peek()), seat: session.eyes.peek() };
          clients.ask("values", position.game, request, { signal: controller.signal }).then(
            (ran) => {
              if (!controller.signal.aborted) this.values.value = ran;
            },
            (error: unknown) => failed(error, controller),
          );
        }
        return () => controller.abort();
      }),
      effect(() => {
        const whole = session.whole.value;
        const player = this.player.value;
        const controller = new AbortController();
        if (!this.on.value) this.strip.value = null;
        if (!this.on.value || !whole) return;
        const timer = setTimeout(() => {
          const saved = session.saved.peek();
          const seat = whole.result ? null : session.eyes.peek();
          const request = { ...stateOf(saved, saved.moves.length), seat, player };
          const { signal } = controller;
          /** A long game is answered in parts: what took too long is asked for again, as long as more becomes known. */
          const ask = async (known: number): Promise<void> => {
            const ran = await clients.ask("strip", whole.game, request, { signal });
            if (signal.aborted) return;
            this.strip.value = ran;
            const { points } = ran.answer;
            const found = points.filter(({ value }) => value !== null).length;
            if (found > known && found < points.length) await ask(found);
          };
          ask(0).catch((error: unknown) => failed(error, controller));
        }, STRIP_PAUSE);
        return () => {
          clearTimeout(timer);
          controller.abort();
        };
      }),
    ];
  }

  end(): void {
    for (const end of this.#end) end();
  }
}
