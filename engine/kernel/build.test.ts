/** Every game's kernel is built, and rebuilt only if one of its sources has changed. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

// A separate repository, so that the real kernels are not touched: two games with a kernel and one without.
const repository = mkdtempSync(join(tmpdir(), "gamelore-build-"));
afterAll(() => rmSync(repository, { recursive: true, force: true }));

function write(path: string, text: string): void {
  writeFileSync(join(repository, path), text);
}

const STEP = `export function step(n: i32): i32 { return n + 1; }\n`;
const WITH_STEP = `import { step } from "./step.as";\nexport function next(n: i32): i32 { return step(n); }\n`;

for (const file of ["build.ts", "stop.as.ts", "layout/parse.ts", "layout/emit.ts", "layout/arrays.as.ts"]) {
  cpSync(fileURLToPath(new URL(file, import.meta.url)), join(repository, "engine/kernel", file));
}
symlinkSync(
  fileURLToPath(new URL("../../node_modules", import.meta.url)),
  join(repository, "node_modules"),
  "junction",
);
for (const game of ["plain", "stepping", "without"]) mkdirSync(join(repository, "games", game), { recursive: true });
write("games/plain/kernel.as.ts", `export { setStop } from "../../engine/kernel/stop.as";\n`);
write("games/stepping/kernel.as.ts", `export { setStop } from "../../engine/kernel/stop.as";\n${WITH_STEP}`);
write("games/stepping/step.as.ts", STEP);

const { buildKernels } = (await import(pathToFileURL(join(repository, "engine/kernel/build.ts")).href)) as {
  buildKernels(): Promise<string[]>;
};

function builtAt(): number[] {
  return ["plain", "stepping"].map((game) => statSync(join(repository, "build/kernels", `${game}.wasm`)).mtimeMs);
}

test("the first build compiles every kernel, the second none", async () => {
  expect((await buildKernels()).toSorted()).toEqual(["plain", "stepping"]);
  const before = builtAt();
  expect(await buildKernels()).toEqual([]);
  expect(builtAt()).toEqual(before);
});

test("a changed file rebuilds the kernels that import it", async () => {
  write("games/stepping/step.as.ts", STEP.replace("1", "2"));
  expect(await buildKernels()).toEqual(["stepping"]);
  cpSync(fileURLToPath(new URL("stop.as.ts", import.meta.url)), join(repository, "engine/kernel/stop.as.ts"));
  expect((await buildKernels()).toSorted()).toEqual(["plain", "stepping"]);
});

test("a compile error names the kernel and gives the compiler's message; the old output stays", async () => {
  const before = builtAt();
  write("games/stepping/step.as.ts", STEP.replace("n + 1", "missing"));
  await expect(buildKernels()).rejects.toThrow(
    /stepping.kernel\.as\.ts does not compile[^]*Cannot find name 'missing'/,
  );
  expect(builtAt()).toEqual(before);
});
