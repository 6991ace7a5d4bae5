/** A kernel on this thread: exports, memory, errors. */
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { GameloreError } from "../contracts/errors.ts";
import { TEST_KERNEL, testKernel } from "./kernel.fixture.ts";
import { kernelPath } from "../platform/node/kernels.ts";
import { deferCall } from "./call.ts";
import { Kernel } from "./kernel.ts";
import { addressAfter, type Address } from "./memory.ts";

const kernel = testKernel();

function errorOf(act: () => unknown): GameloreError {
  try {
    act();
  } catch (error) {
    if (error instanceof GameloreError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}

describe("exports", () => {
  test("are called by name with numbers", () => {
    expect(kernel.exports.add(2, 3)).toBe(5);
    expect(kernel.exports.add(2_147_483_647, 1)).toBe(-2_147_483_648);
  });

  test("return 0 if they are void", () => {
    expect(kernel.exports.nothing()).toBe(0);
  });

  test("return counts beyond 32 bits as f64; a u32 arrives signed", () => {
    expect(kernel.exports.largestUnsigned64()).toBe(2 ** 64);
    expect(kernel.exports.largestUnsigned() >>> 0).toBe(4_294_967_295);
  });

  test("share memory with TypeScript", () => {
    const address = kernel.memory.allocate(4);
    kernel.exports.put(address, 42);
    expect(kernel.memory.words(address, 1)[0]).toBe(42);
    kernel.memory.words(address, 1)[0] = 43;
    expect(kernel.exports.get(address)).toBe(43);
  });

  test("can access memory that was added by growth", () => {
    const address = kernel.memory.allocate(1_000_000);
    kernel.exports.put(addressAfter(address, 999_996), 7);
    expect(kernel.memory.bytes(address, 1_000_000)[999_996]).toBe(7);
  });

  test("of two kernels use separate memories", () => {
    const [one, other] = [testKernel(), testKernel()];
    const address = one.memory.allocate(4);
    expect(other.memory.allocate(4)).toBe(address);
    one.exports.put(address, 1);
    other.exports.put(address, 2);
    expect(one.exports.get(address)).toBe(1);
  });
});

describe("errors", () => {
  test("a trap names kernel and call; the kernel stays usable", () => {
    const error = errorOf(() => kernel.exports.trap());
    expect(error).toMatchObject({ code: "kernel-failed", exitStatus: 1 });
    expect(error.message).toContain(`kernel ${TEST_KERNEL}, trap()`);
    expect(error.cause).toBeInstanceOf(WebAssembly.RuntimeError);
    expect(kernel.exports.add(1, 1)).toBe(2);
  });

  test("so does an address out of bounds", () => {
    const error = errorOf(() => kernel.exports.put(4_294_967_292 as Address, 1));
    expect(error.code).toBe("kernel-failed");
    expect(error.message).toContain("put(4294967292, 1)");
  });

  test("a missing export is named", () => {
    const error = errorOf(() => kernel.run([deferCall("subtract", 1, 2)]));
    expect(error.code).toBe("kernel-failed");
    expect(error.message).toBe(`kernel ${TEST_KERNEL} has no export subtract`);
    expect(errorOf(() => kernel.run([deferCall("memory")])).code).toBe("kernel-failed");
  });

  test("a missing or truncated kernel gives the build command", () => {
    const halfWritten = join(mkdtempSync(join(tmpdir(), "gamelore-kernel-")), "half.wasm");
    writeFileSync(halfWritten, "\0asm");
    for (const make of [() => new Kernel("no-such-game"), () => new Kernel("no-such-game", halfWritten)]) {
      const error = errorOf(make);
      expect(error.code).toBe("kernel-missing");
      expect(error.message).toBe("the kernel of no-such-game is not built; run: npm run build");
    }
  });

  test("kernels are in build/kernels, named by their game", () => {
    expect(kernelPath("some-game")).toMatch(/build[\\/]kernels[\\/]some-game\.wasm$/);
  });
});
