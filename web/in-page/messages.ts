/** What page and worker say to each other. Every call has a number; answers may come in any order. */
import type { SolveProgress } from "../../engine/contracts/table.ts";
import type { ThinkingDocument } from "../../service/api.ts";
import type { PlayOperations, Variant } from "../client/api-client.ts";

/** Beside what is asked about a game in play. */
export interface OwnOperations {
  /** Whether the page can do it: the game is here, and the tables that it takes are small enough. */
  offers: {
    request: { readonly operation: keyof PlayOperations; readonly request: unknown };
    answer: Offered;
  };
  /** Fetches what a variant needs, and sees to its table, so that it is there when the server is gone. */
  prepare: { request: Variant; answer: PreparedDocument };
}

export type Operations = PlayOperations & OwnOperations;

export interface Offered {
  readonly offered: boolean;
  /** For a person, where it is not. */
  readonly reason: string | null;
}

export interface PreparedDocument {
  readonly game: string;
  readonly variant: string;
  /** Tables that are in the page now. */
  readonly tables: readonly PreparedTable[];
  readonly threads: number;
}

export interface PreparedTable {
  readonly name: string;
  readonly entries: number;
  /** Where it came from this time. */
  readonly from: "memory" | "browser" | "solved";
  /** Of all that were not in memory, together. */
  readonly milliseconds: number;
}

export type SentProgress = Pick<SolveProgress, "phase" | "done">;

export type ToWorker =
  | { readonly id: number; readonly operation: keyof Operations; readonly game: string; readonly request: unknown }
  | { readonly id: number; readonly cancel: true };

export type FromWorker =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: { readonly code: string; readonly message: string } }
  | { readonly id: number; readonly thinking: ThinkingDocument }
  | { readonly id: number; readonly progress: SentProgress };
