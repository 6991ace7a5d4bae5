/** A route as data: request, response, cost. Both the server and its OpenAPI description are made from these. */
import type { z } from "zod";

export interface RouteInput<B = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: B;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Sends one event of a stream; false once the client has disconnected. */
export type SendEvent = (event: string, document: unknown) => boolean;

export interface Route {
  readonly method: "get" | "post" | "delete";
  /** As in OpenAPI: /api/games/{game}. */
  readonly path: string;
  readonly summary: string;
  readonly tag: string;
  readonly deprecated?: boolean;
  /** Query parameters. */
  readonly query?: Readonly<Record<string, { readonly summary: string; readonly required?: boolean }>>;
  /** Describes further query parameters: any option of the game. */
  readonly options?: string;
  readonly body?: z.ZodType;
  readonly response: z.ZodType;
  readonly status?: 200 | 201;
  /** Searches have a limiter of their own and a longer time limit. */
  readonly isSearch?: boolean;
  handle(input: RouteInput): Promise<unknown>;
  /** The same as a stream of events, for clients that accept one; with `streamsOnly`, for all. */
  stream?(input: RouteInput, send: SendEvent): Promise<void>;
  readonly streamsOnly?: boolean;
  /** The events of the stream, by name. */
  readonly events?: Readonly<Record<string, z.ZodType>>;
}

/** A route with a typed body; the schema has checked it before `handle` is called. */
export function withBody<B>(
  route: Omit<Route, "handle" | "stream" | "body"> & {
    readonly body: z.ZodType<B>;
    handle(input: RouteInput<B>): Promise<unknown>;
    stream?(input: RouteInput<B>, send: SendEvent): Promise<void>;
  },
): Route {
  return route as Route;
}
