/** `gamelore solve --device gpu`: whatever fails on the GPU, a message says what, and the CPU continues from the checkpoint. */
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { canTestSwiftShader, failingGpu } from "../engine/contracts/suites/swiftshader.ts";
import { Home, type Outcome } from "./run.fixture.ts";

const TABLE = ["solve", "chinese-checkers", "--side", "5", "--pieces", "4"];
const ON_GPU = [...TABLE, "--device", "gpu", "--checkpoint", "0"];
const FILE = "tables/chinese-checkers/one-side-5x5-4";
const CONTINUING = "; continuing on the CPU, from the last checkpoint if there is one\n";
const RESUMING = "resuming from a checkpoint\n";

let expected: Buffer;
let home: Home;
beforeAll(async () => {
  const cpu = new Home();
  expect(await cpu.run([...TABLE, "--device", "cpu"])).toMatchObject({ status: 0 });
  expected = cpu.read(`${FILE}.table`);
  cpu.remove();
});
beforeEach(() => void (home = new Home()));
afterEach(() => home.remove());

function expectSolved({ status, stdout }: Outcome, on: RegExp): void {
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringMatching(on) });
  expect(home.files()).toEqual([`${FILE}.table`]);
  expect(home.read(`${FILE}.table`).equals(expected)).toBe(true);
  expect(home.processes()).toEqual([]);
}

describe.runIf(canTestSwiftShader)("in the terminal", () => {
  test("a GPU solves a table in a process of its own", async () => {
    const outcome = await home.run(ON_GPU, { env: failingGpu("none") });
    expectSolved(outcome, /^solved on SwiftShader/m);
    expect(outcome.stderr).not.toContain("CPU");
  });

  test.for([
    ["is lost", "lost", "the GPU was lost: device was destroyed"],
    ["does not answer", "hang", "the GPU has not answered for 60 s"],
    ["blocks its process", "block", "the GPU's process has not answered for 120 s"],
    ["crashes its process", "crash", "the GPU's process ended with SIGSEGV"],
  ] as const)("if the GPU %s, the CPU resumes from the checkpoint", async ([, how, why]) => {
    const outcome = await home.run(ON_GPU, { env: failingGpu(how) });
    expect(outcome.stderr).toContain(`${why}${CONTINUING}${RESUMING}`);
    expectSolved(outcome, /^solved on the CPU \(the GPU.*\) in /m);
    expect(outcome.stdout).toContain("resumed from a checkpoint\n");
  });

  test("with too little memory on the GPU, the CPU solves the table", async () => {
    const outcome = await home.run(ON_GPU, { env: failingGpu("memory") });
    expect(outcome.stderr).toMatch(/^the GPU has too little memory for .*; continuing on the CPU/m);
    expectSolved(outcome, /^solved on the CPU \(the GPU has too little memory for .*\) in /m);
  });

  test("Ctrl-C saves a checkpoint of the GPU, from which the CPU resumes", async () => {
    const build = home.start(ON_GPU, { env: failingGpu("slow") });
    await home.appears(/\.partial$/, build);
    const { status, stdout, stderr } = await build.signal("SIGINT");
    expect({ status, stdout }).toEqual({ status: 130, stdout: "" });
    expect(stderr).toMatch(
      /^gamelore: interrupted after .*; progress is saved; resume with: gamelore solve chinese-checkers --side 5 --pieces 4 --device gpu$/m,
    );
    expect(home.files()).toEqual([`${FILE}.partial`]);
    expect(home.processes()).toEqual([]);
    const resumed = await home.run([...TABLE, "--device", "cpu"]);
    expect(resumed.stderr).toContain(RESUMING);
    expectSolved(resumed, /^solved on the CPU in /m);
  });

  test("a command that is killed takes the GPU's process along; the same command resumes on the GPU", async () => {
    const build = home.start(ON_GPU, { env: failingGpu("slow") });
    await home.appears(/\.partial$/, build);
    await build.signal("SIGKILL");
    await expect.poll(() => home.processes(), { timeout: 60_000 }).toEqual([]);
    const resumed = await home.run(ON_GPU, { env: failingGpu("none") });
    expect(resumed.stderr).toContain(RESUMING);
    expectSolved(resumed, /^solved on SwiftShader/m);
  });
});
