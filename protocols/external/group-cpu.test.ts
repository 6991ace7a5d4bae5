/** CPU time of a program with children, compared with what the program itself reports. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { groupCpuSeconds } from "./group-cpu.ts";

const BUSY = "const end = 2e8; let sum = 0; for (let i = 0; i < end; i++) sum += i % 7;";
const REPORT = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1e6);";

test.runIf(process.platform === "linux")("the CPU time of a process group counts children", async () => {
  // The shell's child works, reports its CPU time and waits.
  const script = `"${process.execPath}" -e '${BUSY} ${REPORT} process.stdin.resume()'`;
  const child = spawn("sh", ["-c", script], { stdio: ["pipe", "pipe", "ignore"], detached: true });
  try {
    const [output] = (await once(child.stdout, "data")) as [Buffer];
    const own = Number(output.toString());
    const measured = groupCpuSeconds(child.pid as number) as number;
    expect(own).toBeGreaterThan(0.05);
    // Ticks are hundredths of a second, and a little more work follows the report.
    expect(measured).toBeGreaterThan(own - 0.05);
    expect(measured).toBeLessThan(own + 1);
  } finally {
    process.kill(-(child.pid as number), "SIGKILL");
  }
});

test("of a group without processes it is unknown", () => {
  expect(groupCpuSeconds(2 ** 30)).toBeNull();
});
