/** Compiles games/<game>/kernel.as.ts and gdl/kernel.as.ts to build/kernels/<game>.wasm, unless the output is newer than all its sources. */
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

/** All source files of a kernel, found by following imports. */
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
      `${path(entry)} has static data (an array, a string); threads that share the memory would overwrite it`,
    );
  }
}

/** Builds stale kernels; returns their names. */
export async function buildKernels(): Promise<string[]> {
  const compiled: string[] = [];
  const modules = [...readdirSync(join(root, "games")).map((game) => join("games", game)), "gdl"];
  for (const module of modules) {
    const entry = join(root, module, "kernel.as.ts");
    if (!existsSync(entry)) continue;
    const name = basename(module);
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
