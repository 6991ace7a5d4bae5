/** Compiles every games/<game>/kernel.as.ts, and gdl/kernel.as.ts, to build/kernels/<game>.wasm; what is newer than all of its sources is left as it is. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const root: string = fileURLToPath(new URL("../..", import.meta.url));

const FLAGS = [
  "-O3",
  "--noAssert",
  "--runtime=stub",
  "--importMemory",
  "--sharedMemory",
  "--initialMemory=2",
  "--maximumMemory=65536",
  "--enable=simd",
  "--enable=threads",
  "--enable=bulk-memory",
];

/** All files that a kernel is made of, found by following its imports. */
function sourcesOf(entry: string): string[] {
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const match of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g)) {
      visit(resolve(dirname(file), `${match[1]}.ts`));
    }
  };
  visit(entry);
  return [...found];
}

function isFresh(output: string, sources: readonly string[]): boolean {
  if (!existsSync(output)) return false;
  const built = statSync(output).mtimeMs;
  return [...sources, fileURLToPath(import.meta.url)].every((source) => statSync(source).mtimeMs < built);
}

export async function compileKernel(entry: string, output: string): Promise<void> {
  mkdirSync(dirname(output), { recursive: true });
  const path = (file: string): string => relative(root, file);
  const messages: string[] = [];
  const collect = { write: (text: string | Uint8Array) => void messages.push(String(text)) };
  const text = output.replace(/\.wasm$/, ".wat");
  const { error } = await asc.main(
    [path(entry), ...FLAGS, "-o", path(output), "--textFile", path(text), "--baseDir", root],
    { stdout: collect, stderr: collect },
  );
  if (error) throw new Error(`${path(entry)} does not compile\n${messages.join("")}`);
  if (messages.length > 0) process.stderr.write(messages.join(""));
  if (/^ \(data /m.test(readFileSync(text, "utf8"))) {
    rmSync(output);
    throw new Error(
      `${path(entry)} keeps static data (an array, a string); threads over one memory would overwrite it`,
    );
  }
}

/** Builds what is stale; returns the names of the kernels that were compiled. */
export async function buildKernels(): Promise<string[]> {
  const compiled: string[] = [];
  const rooms = [...readdirSync(join(root, "games")).map((game) => join("games", game)), "gdl"];
  for (const room of rooms) {
    const entry = join(root, room, "kernel.as.ts");
    if (!existsSync(entry)) continue;
    const name = basename(room);
    const output = join(root, "build", "kernels", `${name}.wasm`);
    if (isFresh(output, sourcesOf(entry))) continue;
    await compileKernel(entry, output);
    compiled.push(name);
  }
  return compiled;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const compiled = await buildKernels();
  process.stderr.write(compiled.length > 0 ? `kernels built: ${compiled.join(", ")}\n` : "kernels are up to date\n");
}
