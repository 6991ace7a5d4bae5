/** A player on the protocol: several matches at once, each answered by itself. Knows nothing of how messages come. */
import type { Message } from "./message.ts";
import { PlayingMatch, type Answer, type MatchSettings, type StartMessage } from "./playing-match.ts";

export interface PlayerSettings extends MatchSettings {
  readonly name: string;
  /** Matches played at once; one more is told `busy`. */
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
        return plain(`((name ${this.#settings.name}) (status ${status}))`);
      }
      case "preview":
        return plain("ready");
      case "start":
        return plain(this.#start(message));
      case "play":
        return this.#matches.get(message.match)?.play(message.moves) ?? plain("busy");
      case "stop": {
        const match = this.#take(message.match);
        match?.stop(message.moves);
        return plain(match ? "done" : "busy");
      }
      case "abort": {
        const match = this.#take(message.match);
        if (match) this.#settings.log(`${message.match}: aborted`);
        match?.close();
        return plain(match ? "aborted" : "busy");
      }
    }
  }

  close(): void {
    for (const match of this.#matches.values()) match.close();
  }

  get #isFull(): boolean {
    return this.#matches.size >= this.#settings.matches;
  }

  /** The same START again is answered again; another one of a match that is being played must wait for its end. */
  #start(message: StartMessage): string | Promise<string> {
    const there = this.#matches.get(message.match);
    if (there) return isSame(there.request, message) ? there.started() : "busy";
    if (this.#isFull) return "busy";
    const seed = (this.#settings.seed + this.#startedMatches++) % 2 ** 31;
    const match: PlayingMatch = new PlayingMatch(message, { ...this.#settings, seed }, () => {
      if (this.#matches.get(message.match) === match) this.#matches.delete(message.match);
    });
    this.#matches.set(message.match, match);
    return match.started();
  }

  /** A match that ends is no longer played, even if its thread takes a moment to end. */
  #take(id: string): PlayingMatch | undefined {
    const match = this.#matches.get(id);
    this.#matches.delete(id);
    return match;
  }
}

function isSame(one: StartMessage, other: StartMessage): boolean {
  return one.role === other.role && one.rules === other.rules;
}

function plain(text: string | Promise<string>): Answer {
  return { text: Promise.resolve(text), delivered: () => {} };
}
