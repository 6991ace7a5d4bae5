/** Values of the position on the board and the evaluation graph of the game: requested while shown, aborted when the board changes. */
import { effect, type Signal, signal } from "@preact/signals";
import type { EvaluationGraphDocument, ValuesDocument } from "../../service/api.ts";
import type { Clients, Answered } from "../client/clients.ts";
import { isAbort, messageOf } from "../client/api-client.ts";
import { stateOf } from "./saved-game.ts";
import type { Session } from "./session.ts";

/** The graph is requested after this time without a move, in milliseconds. */
const GRAPH_DELAY = 300;

export class PositionValues {
  readonly on: Signal<boolean>;
  /** Whose value the graph shows. */
  readonly player: Signal<number>;
  readonly values: Signal<Answered<ValuesDocument> | null> = signal(null);
  readonly graph: Signal<Answered<EvaluationGraphDocument> | null> = signal(null);
  readonly error: Signal<string | null> = signal(null);
  readonly #effects: (() => void)[];

  constructor(session: Session, clients: Clients, on: boolean) {
    this.on = signal(on);
    // With two players the first one's; with more, the only person's.
    const persons = session.saved.peek().seats.flatMap(({ kind }, seat) => (kind === "person" ? [seat] : []));
    this.player = signal(session.document.seats.length > 2 && persons.length === 1 ? (persons[0] as number) : 0);
    const failed = (error: unknown, controller: AbortController): void => {
      if (!isAbort(error) && !controller.signal.aborted) this.error.value = messageOf(error);
    };
    this.#effects = [
      effect(() => {
        const position = session.position.value;
        const controller = new AbortController();
        this.values.value = null;
        this.error.value = null;
        if (this.on.value && position && !position.result && !position.actors.includes(-1)) {
          const request = { ...stateOf(session.saved.peek()), seat: session.viewer.peek() };
          clients.call("values", position.game, request, { signal: controller.signal }).then(
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
        if (!this.on.value) this.graph.value = null;
        if (!this.on.value || !whole) return;
        const timer = setTimeout(() => {
          const saved = session.saved.peek();
          const seat = whole.result ? null : session.viewer.peek();
          const request = { ...stateOf(saved, saved.moves.length), seat, player };
          const { signal } = controller;
          /** Long games are answered in parts: repeat while more points become known. */
          const load = async (known: number): Promise<void> => {
            const ran = await clients.call("graph", whole.game, request, { signal });
            if (signal.aborted) return;
            this.graph.value = ran;
            const { points } = ran.answer;
            const found = points.filter(({ value }) => value !== null).length;
            if (found > known && found < points.length) await load(found);
          };
          load(0).catch((error: unknown) => failed(error, controller));
        }, GRAPH_DELAY);
        return () => {
          clearTimeout(timer);
          controller.abort();
        };
      }),
    ];
  }

  dispose(): void {
    for (const stop of this.#effects) stop();
  }
}
