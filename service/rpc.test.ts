import { expect, test } from "vitest";
import { RpcClient, rpcHandler, type RpcMethod } from "./rpc.ts";

function connect(methods: Record<string, RpcMethod>) {
  const client = new RpcClient((message) => new Error(String(message)));
  const handle = rpcHandler(
    methods,
    (response) => queueMicrotask(() => client.receive(response)),
    (error) => (error as Error).message,
  );
  return { client, send: (request: Parameters<typeof handle>[0]) => queueMicrotask(() => handle(request)) };
}

test("calls return values or errors, after their events", async () => {
  const { client, send } = connect({
    double: async (argument: number, _, emit) => {
      emit("half way");
      return 2 * argument;
    },
    fail: async () => {
      throw new Error("no such table");
    },
  });
  const events: unknown[] = [];
  const double = client.call(send, "double", 21, { onEvent: (event) => events.push(event) });
  expect(client.isBusy).toBe(true);
  expect([await double, events]).toEqual([42, ["half way"]]);
  await expect(client.call(send, "fail", null)).rejects.toThrow("no such table");
  expect(client.isBusy).toBe(false);
});

test("an aborted call waits for the method to stop; calls of a lost worker fail", async () => {
  const { client, send } = connect({
    wait: (_, signal) => new Promise((resolve) => signal.addEventListener("abort", () => resolve("stopped"))),
  });
  const controller = new AbortController();
  const aborted = client.call(send, "wait", null, { signal: controller.signal });
  const lost = client.call(send, "wait", null);
  setTimeout(() => controller.abort(), 5);
  expect(await aborted).toBe("stopped");
  client.failAll(new Error("the worker is gone"));
  await expect(lost).rejects.toThrow("the worker is gone");
});
