/** The root of the API and its OpenAPI description. */
import { z } from "zod";
import type { ProgramVersion } from "../../engine/arena/build.ts";
import { openApi } from "../http/openapi.ts";
import type { Route } from "../http/route.ts";

const RootSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  build: z.string(),
  commit: z.string().nullable(),
  links: z.record(z.string(), z.string()),
});

/** `others` are all routes but these. */
export function rootRoutes(others: readonly Route[], version: ProgramVersion): readonly Route[] {
  const own: Route[] = [
    {
      method: "get",
      path: "/api",
      tag: "about",
      summary: "name, version, build and links",
      response: RootSchema,
      handle: async () => ({
        name: "gamelore",
        ...version,
        links: {
          description: "/api/openapi.json",
          ...Object.fromEntries(
            others
              .filter(({ method, path }) => method === "get" && /^\/api\/\w+$/.test(path))
              .map(({ path }) => [path.slice("/api/".length), path]),
          ),
        },
      }),
    },
    {
      method: "get",
      path: "/api/openapi.json",
      tag: "about",
      summary: "the OpenAPI description of the API",
      response: z.looseObject({ openapi: z.string() }),
      handle: async () => description,
    },
  ];
  const description = openApi([...own, ...others], version.version);
  return [...own, ...others];
}
