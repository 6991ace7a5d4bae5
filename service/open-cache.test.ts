/** What is evicted while in use stays open; what failed to open is opened again. */
import { expect, test } from "vitest";
import { OpenCache } from "./open-cache.ts";

interface Opened {
  readonly name: string;
  open: boolean;
}

function cacheOf(capacity: number): {
  readonly use: <R>(name: string, operation: (value: Opened) => R | Promise<R>) => Promise<R>;
  readonly closed: string[];
  readonly cache: OpenCache<Opened>;
} {
  const closed: string[] = [];
  const cache = new OpenCache<Opened>(capacity, async (value) => {
    value.open = false;
    closed.push(value.name);
  });
  return {
    closed,
    cache,
    use: (name, operation) => cache.use(name, async () => ({ name, open: true }), operation),
  };
}

test("the least recently used is closed for another, and opened again", async () => {
  const { use, closed } = cacheOf(2);
  for (const name of ["a", "b", "a", "c"]) await use(name, () => {});
  await use("b", (value) => expect(value.open).toBe(true));
  expect(closed).toEqual(["b", "a"]);
});

test("what is evicted while in use is closed after its last use; others do not wait for it", async () => {
  const { use, closed } = cacheOf(1);
  const { promise: until, resolve: end } = Promise.withResolvers<void>();
  const uses = [1, 2].map(() =>
    use("a", async (value) => {
      await until;
      return value.open;
    }),
  );
  for (const name of ["b", "c"]) await use(name, () => {});
  expect(closed).toEqual(["b"]);
  end();
  expect(await Promise.all(uses)).toEqual([true, true]);
  await expect.poll(() => closed).toEqual(["b", "a"]);
});

test("what failed to open is opened again", async () => {
  const { cache, closed } = cacheOf(1);
  const fail = async (): Promise<Opened> => Promise.reject(new Error("no"));
  await expect(cache.use("a", fail, () => {})).rejects.toThrow("no");
  const name = await cache.use(
    "a",
    async () => ({ name: "a", open: true }),
    (value) => value.name,
  );
  expect(name).toBe("a");
  cache.forget("a");
  await expect.poll(() => closed).toEqual(["a"]);
});
