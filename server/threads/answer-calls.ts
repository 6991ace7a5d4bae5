/** The working end: methods by name, called as messages come in, each with a signal of its own. */
import type { MessagePort } from "node:worker_threads";
import { sentError, type AbortMessage, type AnswerMessage, type CallMessage } from "./messages.ts";

/** What a method tells before it answers goes to who asked. */
export type Method = (argument: unknown, signal: AbortSignal, tell: (said: unknown) => void) => Promise<unknown>;

export function answerCalls(port: MessagePort, methods: Readonly<Record<string, Method>>): void {
  const running = new Map<number, AbortController>();
  const say = (message: AnswerMessage): void => port.postMessage(message);
  port.on("message", (message: CallMessage | AbortMessage) => {
    if ("abort" in message) return running.get(message.id)?.abort();
    const { id, method, argument } = message;
    const controller = new AbortController();
    running.set(id, controller);
    void Promise.resolve()
      .then(() => methods[method]?.(argument, controller.signal, (said) => say({ id, said })))
      .then((value) => say({ id, value }))
      .catch((error: unknown) => say({ id, error: sentError(error) }))
      .finally(() => running.delete(id));
  });
}
