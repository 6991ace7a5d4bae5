/** Completion in the shells that are installed. */
import { spawnSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findProgram } from "../engine/contracts/suites/needs.ts";
import { SHELLS } from "./completion.ts";
import { Home } from "./run.fixture.ts";

const home = new Home();
afterAll(() => home.remove());

let script = "";
beforeAll(async () => {
  script = (await home.run(["completion", "bash"])).stdout;
});

/** What bash offers for the last of these words. */
function offered(...words: readonly string[]): string[] {
  const line = `COMP_WORDS=(gamelore ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _gamelore; echo "\${COMPREPLY[@]}"`;
  const { stdout, stderr } = spawnSync("bash", ["-c", `${script}\n${line}`], { encoding: "utf8" });
  expect(stderr).toBe("");
  return stdout.trim().split(/\s+/).filter(Boolean);
}

describe("in bash", () => {
  test("commands", () => {
    expect(offered("mat")).toEqual(["match"]);
    expect(offered("")).toEqual(expect.arrayContaining(["solve", "serve", "completion", "arimaa", "--version"]));
  });

  test("games, native and general", () => {
    expect(offered("play", "ari")).toEqual(["arimaa"]);
    expect(offered("play", "conn")).toEqual(["connect-four"]);
    // Arimaa has no tables.
    expect(offered("solve", "ari")).toEqual([]);
  });

  test("options of a game, also after other words", () => {
    expect(offered("match", "chess", "best", "random", "--spr")).toEqual(["--sprt"]);
    expect(offered("solve", "chess", "--force", "--pie")).toEqual(["--pieces"]);
    expect(offered("play", "othello", "--against", "random", "--see")).toEqual(["--seed"]);
  });

  test("commands of commands", () => {
    expect(offered("engine", "")).toEqual(expect.arrayContaining(["aei", "ggp", "uci"]));
    expect(offered("engine", "uci", "--pl")).toEqual(expect.arrayContaining(["--player", "--plugin"]));
  });
});

test.for(SHELLS)("the script for %s is accepted", async (shell) => {
  const { stdout } = await home.run(["completion", shell]);
  expect(stdout).toContain("connect-four");
  if (findProgram(shell) === null) return;
  expect(spawnSync(shell, ["-n"], { input: stdout, encoding: "utf8" })).toMatchObject({ status: 0, stderr: "" });
});

test("another shell is refused", async () => {
  expect(await home.run(["completion", "tcsh"])).toMatchObject({ status: 2 });
});

test("the version with the build of the kernels", async () => {
  const { stdout } = await home.run(["--version"]);
  expect(stdout).toMatch(/^gamelore \d+\.\d+\.\d+, build [0-9a-f]{10}, Node v24\.\d+\.\d+\n$/);
});
