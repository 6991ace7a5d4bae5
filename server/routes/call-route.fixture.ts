/** Asks a route of a workbench, and holds its answer against the schema of the route. */
import { expect } from "vitest";
import type { Route } from "../http/route.ts";
import type { TestBench } from "../workbench.fixture.ts";

export async function askRoute(
  bench: TestBench,
  method: Route["method"],
  path: string,
  body?: unknown,
): Promise<{ route: Route; document: unknown }> {
  const plain = path.split("?")[0] as string;
  const fitting = bench.routes.find(
    (each) => each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(plain),
  ) as Route;
  const route = bench.routes.find((each) => each.method === method && each.path === plain) ?? fitting;
  const answer = await (method === "get"
    ? bench.get(path)
    : method === "post"
      ? bench.post(path, body)
      : bench.app.request(`http://localhost${path}`, { method: "DELETE", headers: { host: "localhost" } }));
  const text = await answer.text();
  expect([path, answer.status, text.slice(0, 300)]).toEqual([path, route.status ?? 200, expect.anything()]);
  const document: unknown = JSON.parse(text);
  expect(route.response.safeParse(document).error?.message ?? "as described").toBe("as described");
  return { route, document };
}
