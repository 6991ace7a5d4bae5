/** Assertions whose message is built only if they fail: most describe a position, which costs more than the check. */
import assert from "node:assert/strict";

export function assertOk(condition: unknown, message: () => string): asserts condition {
  if (!condition) assert.fail(message());
}

export function assertEqual(found: unknown, expected: unknown, message: () => string): void {
  if (!Object.is(found, expected)) assert.equal(found, expected, message());
}

export function assertDeepEqual(found: unknown, expected: unknown, message: () => string): void {
  try {
    assert.deepEqual(found, expected);
  } catch {
    assert.deepEqual(found, expected, message());
  }
}
