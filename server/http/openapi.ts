/** The OpenAPI 3.1 description, generated from the routes and their schemas. */
import { z } from "zod";
import type { Route } from "./route.ts";
import { ErrorSchema } from "./schemas.ts";

export function openApi(routes: readonly Route[], version: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operation(route);
  return {
    openapi: "3.1.0",
    info: {
      title: "Gamelore",
      version,
      summary: "games, the exact values of their positions, players, tables and experiments",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    paths,
  };
}

function operation(route: Route): object {
  const { path, method, tag, summary, query = {}, options, body, response, status = 200, stream } = route;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const inQuery = Object.entries(query).map(([name, { summary: description, required = false }]) => ({
    name,
    in: "query",
    required,
    description,
    schema: { type: "string" },
  }));
  const free = options === undefined ? [] : [optionsParameter(options)];
  const events = stream ? { "text/event-stream": eventStream(route.events ?? {}) } : {};
  const answer = route.streamsOnly ? events : { "application/json": { schema: schemaOf(response) }, ...events };
  return {
    operationId: [method, ...path.split("/").slice(2)].join("-").replaceAll(/[{}.]/g, "") || method,
    tags: [tag],
    summary,
    ...(route.deprecated && { deprecated: true }),
    parameters: [...inPath, ...inQuery, ...free],
    ...(body
      ? { requestBody: { required: true, content: { "application/json": { schema: schemaOf(body, "input") } } } }
      : {}),
    responses: {
      [status]: { description: summary, content: answer },
      "4XX": { description: "the request is invalid", content: jsonError() },
      "5XX": { description: "the server failed", content: jsonError() },
    },
  };
}

/** OpenAPI 3.1 cannot describe events: their schemas are under the extension `x-events`. */
function eventStream(events: NonNullable<Route["events"]>): object {
  const names = Object.keys(events).map((name) => `\`${name}\``);
  const description = `server-sent events ${names.join(", ")}; the data of each is a document as JSON`;
  return {
    schema: { type: "string", description },
    "x-events": Object.fromEntries(Object.entries(events).map(([name, schema]) => [name, schemaOf(schema)])),
  };
}

/** Any option of the game under its own name. */
function optionsParameter(description: string): object {
  const schema = { type: "object", additionalProperties: { type: "string" } };
  return { name: "options", in: "query", required: false, description, style: "form", explode: true, schema };
}

function jsonError(): object {
  return { "application/json": { schema: schemaOf(ErrorSchema) } };
}

export function schemaOf(schema: z.ZodType, io: "input" | "output" = "output"): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io });
  return rest;
}
