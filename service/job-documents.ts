/** Jobs as documents of the API (api.ts): the request and its progress. */
import type { Device } from "../engine/contracts/table.ts";
import type { Limits } from "../engine/contracts/player.ts";
import type { OptionParams } from "./api.ts";

export type JobRequest =
  | {
      readonly kind: "solve";
      readonly game: string;
      readonly options: OptionParams;
      /** `auto` unless given. Without a GPU, or when it fails, the CPU solves the table, and a note says why. */
      readonly device?: Device;
    }
  /** Proves the outcomes of a position of a general game and of its moves. */
  | { readonly kind: "prove"; readonly game: string; readonly position: string }
  | {
      readonly kind: "match";
      readonly game: string;
      readonly variant: OptionParams;
      readonly players: readonly [string, string];
      readonly pairs: number;
      readonly limits: Limits;
      readonly seed: number;
    }
  | {
      readonly kind: "tournament";
      readonly game: string;
      readonly variant: OptionParams;
      readonly players: readonly string[];
      readonly pairs: number;
      readonly limits: Limits;
      readonly seed: number;
    }
  | { readonly kind: "lab"; readonly experiment: string; readonly setting: "quick" };

/** `interrupted`: the server stopped while it ran. */
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
  /** Intermediate results: the histogram of a table, the score of a match, the standings of a tournament. */
  readonly live:
    | { readonly kind: "histogram"; readonly counts: readonly { readonly label: string; readonly count: number }[] }
    | {
        readonly kind: "score";
        readonly lines: readonly string[];
        readonly points: readonly (readonly [number, number])[];
      }
    | null;
  /** Lines about the work: the device that solved a table, why a GPU was not used. */
  readonly notes?: readonly string[];
  /** The page that shows the result, as a path. */
  readonly result: string | null;
  readonly error: string | null;
  /** Starting it again continues where it stopped. */
  readonly resumable: boolean;
}
