/** Runs the examples as their readers do. The package's test runs them again with the installed package. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { EXPECTED } from "./expected.fixture.ts";

const home = mkdtempSync(join(tmpdir(), "gamelore-examples-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

test.for(EXPECTED)("$file", ({ file, prints }) => {
  const env = { ...process.env, GAMELORE_HOME: home };
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, file)], {
    env,
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  for (const text of prints) expect(stdout).toMatch(text);
});
