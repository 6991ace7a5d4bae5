/** A route as data: what it takes, what it answers, what it costs. The server and its description are both made of these. */
import type { z } from "zod";

export interface RouteInput<B = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: B;
  /** Fires when the client has gone. */
  readonly signal: AbortSignal;
}

/** Sends one event of a stream; false once the client has gone. */
export type SendEvent = (event: string, document: unknown) => boolean;

export interface Route {
  readonly method: "get" | "post" | "delete";
  /** As in OpenAPI: /api/games/{game}. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  /** Names of the query with what they mean; where `options` is set, also any option of the game. */
  readonly query?: Readonly<Record<string, { readonly summary: string; readonly required?: boolean }>>;
  readonly options?: string;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  readonly status?: 200 | 201;
  /** Searches are counted apart, and may take longer. */
  readonly isSearch?: boolean;
  handle(input: RouteInput): Promise<unknown>;
  /** The same as a stream of events, for who accepts that; where `streamsOnly` is set, for everyone. */
  stream?(input: RouteInput, send: SendEvent): Promise<void>;
  readonly streamsOnly?: boolean;
  /** Of the stream, by name: what each carries. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
}

/** A route whose body is checked by its schema before it is handled. */
export function withBody<B>(
  route: Omit<Route, "handle" | "stream" | "body"> & {
    readonly body: z.ZodType<B>;
    handle(input: RouteInput<B>): Promise<unknown>;
    stream?(input: RouteInput<B>, send: SendEvent): Promise<void>;
  },
): Route {
  return route as Route;
}
