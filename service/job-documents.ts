/** Jobs as the API tells of them: what is asked for, and how far it is. */
import type { Limits } from "../engine/contracts/player.ts";

/** Options that are not at their defaults. */
type SentOptions = Readonly<Record<string, string | number>>;

export type JobRequest =
  | { readonly kind: "solve"; readonly game: string; readonly options: SentOptions }
  | {
      readonly kind: "match";
      readonly game: string;
      readonly variant: SentOptions;
      readonly players: readonly [string, string];
      readonly pairs: number;
      readonly limits: Limits;
      readonly seed: number;
    }
  | {
      readonly kind: "tournament";
      readonly game: string;
      readonly variant: SentOptions;
      readonly players: readonly string[];
      readonly pairs: number;
      readonly limits: Limits;
      readonly seed: number;
    }
  | { readonly kind: "lab"; readonly experiment: string; readonly setting: "quick" };

/** `interrupted`: the server ended, nobody cancelled it. */
export type JobState = "waiting" | "running" | "done" | "failed" | "cancelled" | "interrupted";

export interface JobDocument {
  readonly id: string;
  readonly kind: JobRequest["kind"];
  readonly title: string;
  readonly request: JobRequest;
  readonly state: JobState;
  /** From 0 to 1. */
  readonly progress: { readonly phase: string; readonly done: number; readonly note: string } | null;
  readonly secondsLeft: number | null;
  readonly started: string | null;
  readonly ended: string | null;
  /** Grows while it runs: a histogram of a table, the score of a match, games of a tournament. */
  readonly live:
    | { readonly kind: "histogram"; readonly counts: readonly { readonly label: string; readonly count: number }[] }
    | {
        readonly kind: "score";
        readonly lines: readonly string[];
        readonly points: readonly (readonly [number, number])[];
      }
    | null;
  /** Where to look at what came out: a path of the page. */
  readonly result: string | null;
  readonly error: string | null;
  /** Starting it again goes on where it stopped. */
  readonly resumable: boolean;
}
