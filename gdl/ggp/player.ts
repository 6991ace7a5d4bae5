/** A GGP player: several matches at once, independent of the transport. */
import type { Message } from "./message.ts";
import { PlayingMatch, type Answer, type MatchSettings, type StartMessage } from "./playing-match.ts";

export interface PlayerSettings extends MatchSettings {
  readonly name: string;
  /** Maximum number of concurrent matches; further ones are answered `busy`. */
  readonly matches: number;
}

export class GgpPlayer {
  readonly #settings: PlayerSettings;
  readonly #matches = new Map<string, PlayingMatch>();
  #startedMatches = 0;

  constructor(settings: PlayerSettings) {
    this.#settings = settings;
  }

  get playing(): number {
    return this.#matches.size;
  }

  answer(message: Message): Answer {
    switch (message.kind) {
      case "info": {
        const status = this.#isFull ? "busy" : "available";
        return answerOf(`((name ${this.#settings.name}) (status ${status}))`);
      }
      case "preview":
        return answerOf("ready");
      case "start":
        return answerOf(this.#start(message));
      case "play":
        return this.#matches.get(message.match)?.play(message.step) ?? answerOf("busy");
      case "stop": {
        const match = this.#take(message.match);
        match?.stop(message.step);
        return answerOf(match ? "done" : "busy");
      }
      case "abort": {
        const match = this.#take(message.match);
        if (match) this.#settings.log(`${message.match}: aborted`);
        match?.close();
        return answerOf(match ? "aborted" : "busy");
      }
    }
  }

  close(): void {
    for (const match of this.#matches.values()) match.close();
  }

  get #isFull(): boolean {
    return this.#matches.size >= this.#settings.matches;
  }

  /** A repeated START is answered again; a different one for a running match is `busy`. */
  #start(message: StartMessage): string | Promise<string> {
    const running = this.#matches.get(message.match);
    if (running) return isSame(running.request, message) ? running.started() : "busy";
    if (this.#isFull) return "busy";
    const seed = (this.#settings.seed + this.#startedMatches++) % 2 ** 31;
    const match: PlayingMatch = new PlayingMatch(message, { ...this.#settings, seed }, () => {
      if (this.#matches.get(message.match) === match) this.#matches.delete(message.match);
    });
    this.#matches.set(message.match, match);
    return match.started();
  }

  /** Removes a match, even if its thread is still ending. */
  #take(id: string): PlayingMatch | undefined {
    const match = this.#matches.get(id);
    this.#matches.delete(id);
    return match;
  }
}

function isSame(one: StartMessage, other: StartMessage): boolean {
  return one.role === other.role && one.rules === other.rules;
}

function answerOf(text: string | Promise<string>): Answer {
  return { text: Promise.resolve(text), delivered: () => {} };
}
