/** The examples of deployment name commands and options that exist. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { expect, test } from "vitest";
import { addServeOptions } from "../cli/commands/serve.ts";
import { findProgram } from "../engine/contracts/suites/needs.ts";

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), "utf8");
const options = addServeOptions(new Command()).options.map(({ long }) => long);

/** The options in a command of the server. */
function optionsIn(text: string): string[] {
  return [...text.matchAll(/--[a-z]+/g)].map(([option]) => option);
}

test.each([
  ["Containerfile", /^CMD (.*)$/m],
  ["compose.yaml", /^ {4}command: (.*)$/m],
  ["gamelore.service", /^ExecStart=(.*)$/m],
])("%s starts the server with its options", (file, pattern) => {
  const [, command = ""] = pattern.exec(read(file)) ?? [];
  expect(command).toContain("serve");
  expect(optionsIn(command).length).toBeGreaterThan(0);
  for (const option of optionsIn(command)) expect(options).toContain(option);
});

test("the image runs the Node version that the package needs, and copies what it packs", () => {
  const lines = read("Containerfile")
    .split("\n")
    .filter((line) => /^[A-Z]/.test(line));
  expect(lines.filter((line) => line.startsWith("FROM"))).toHaveLength(2);
  for (const line of lines)
    expect(line).toMatch(/^(FROM|WORKDIR|COPY|RUN|USER|ENV|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|ENTRYPOINT|CMD) \S/);
  // Lists are JSON, otherwise they would be run by a shell.
  for (const line of lines.filter((each) => /^(ENTRYPOINT|CMD) /.test(each)))
    expect(JSON.parse(line.slice(line.indexOf(" ")))).toBeInstanceOf(Array);
});

const systemd = findProgram("systemd-analyze");
test.runIf(systemd !== null)("systemd accepts the unit", () => {
  const { stderr } = spawnSync(systemd as string, ["verify", join(import.meta.dirname, "gamelore.service")], {
    encoding: "utf8",
  });
  // It also reports other units of the machine.
  expect(stderr.split("\n").filter((line) => line.includes("gamelore"))).toEqual([]);
});
