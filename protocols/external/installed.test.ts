/** Detection of installed programs. */
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { missingProgram } from "./installed.ts";

const folder = mkdtempSync(join(tmpdir(), "gamelore-programs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
writeFileSync(join(folder, "engine"), "#!/bin/sh\n");
chmodSync(join(folder, "engine"), 0o755);
writeFileSync(join(folder, "notes"), "no program\n");
chmodSync(join(folder, "notes"), 0o644);

test("a program is found on the PATH or by its file", () => {
  expect(missingProgram("engine", ["/nowhere", folder].join(delimiter))).toBeNull();
  expect(missingProgram(join(folder, "engine"), "")).toBeNull();
});

test("a missing program, a file that is not executable and a folder are reported", () => {
  expect(missingProgram("engine", "/nowhere")).toBe("engine is not installed: it is not on the PATH");
  expect(missingProgram("notes", folder)).toMatch(/^notes is not installed/);
  expect(missingProgram(folder, "")).toBe(`${folder} is not an executable file`);
});
