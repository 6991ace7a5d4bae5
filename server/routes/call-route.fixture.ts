/** Calls routes of a workbench and checks the responses against their schemas. */
import { expect } from "vitest";
import type { Route } from "../http/route.ts";
import type { TestBench } from "../workbench.fixture.ts";

export class RouteCaller {
  readonly #bench: TestBench;
  readonly #called = new Set<Route>();

  constructor(bench: TestBench) {
    this.#bench = bench;
  }

  readonly call = async <T>(method: Route["method"], path: string, body?: unknown): Promise<T> => {
    const plain = path.split("?")[0] as string;
    const { routes } = this.#bench;
    const matching = routes.find(
      (each) => each.method === method && new RegExp(`^${each.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(plain),
    ) as Route;
    const route = routes.find((each) => each.method === method && each.path === plain) ?? matching;
    const response = await (method === "get"
      ? this.#bench.get(path)
      : method === "post"
        ? this.#bench.post(path, body)
        : this.#bench.app.request(`http://localhost${path}`, { method: "DELETE", headers: { host: "localhost" } }));
    const text = await response.text();
    expect([path, response.status, text.slice(0, 300)]).toEqual([path, route.status ?? 200, expect.anything()]);
    const document: unknown = JSON.parse(text);
    expect(route.response.safeParse(document).error?.message ?? "as described").toBe("as described");
    this.#called.add(route);
    return document as T;
  };

  add(path: string): void {
    this.#called.add(this.#bench.routes.find((each) => each.path === path) as Route);
  }

  uncalled(inTag: (tag: string) => boolean): string[] {
    const missing = this.#bench.routes.filter((route) => inTag(route.tag) && !this.#called.has(route));
    return missing.map(({ method, path }) => `${method} ${path}`);
  }
}
