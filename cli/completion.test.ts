/** Completion in the shells that are installed. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTestProgram } from "../engine/contracts/suites/needs.ts";
import { Home } from "./run.fixture.ts";

const home = new Home();
const folder = mkdtempSync(join(tmpdir(), "gamelore-completion-"));
afterAll(() => {
  home.remove();
  rmSync(folder, { recursive: true });
});

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

/** What the other shells offer for the last word of a line. */
const OFFERED: Readonly<Record<string, string>> = {
  fish: `source $FILE; complete -C`,
  zsh: `autoload -Uz compinit; compinit -u -D; source $FILE; compadd() { shift; print -rl -- "$@"; }; offer() { words=(\${=1}); CURRENT=\${#words}; _gamelore; }; offer`,
};

for (const [shell, offer] of Object.entries(OFFERED)) {
  test.runIf(canTestProgram(shell))(`in ${shell}, commands, games and options of a game`, async () => {
    // Node's pipes are sockets, which cannot be opened by name.
    const file = join(folder, shell);
    writeFileSync(file, (await home.run(["completion", shell])).stdout);
    const offers = (line: string): string[] => {
      const env = { ...process.env, FILE: file, HOME: folder };
      return spawnSync(shell, ["-c", `${offer} "${line}"`], { env, encoding: "utf8" })
        .stdout.trim()
        .split(/\s+/);
    };
    expect(offers("gamelore mat")).toContain("match");
    expect(offers("gamelore play conn")).toContain("connect-four");
    expect(offers("gamelore match chess best --spr")).toContain("--sprt");
  });
}

test("another shell is refused", async () => {
  expect(await home.run(["completion", "tcsh"])).toMatchObject({ status: 2 });
});

test("the version with the build of the kernels", async () => {
  const { stdout } = await home.run(["--version"]);
  expect(stdout).toMatch(/^gamelore \d+\.\d+\.\d+, build [0-9a-f]{10}, Node v24\.\d+\.\d+\n$/);
});
