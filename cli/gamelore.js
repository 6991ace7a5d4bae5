#!/usr/bin/env node
// The only plain JavaScript here: Node before 24 must be able to parse it and report that it is too old.
const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED) {
  process.stderr.write(
    `gamelore: Node.js ${NEEDED} or newer is required, this is ${process.version}; install it from https://nodejs.org, or run "npx gamelore" in a clone of the repository, which has its own\n`,
  );
  process.exitCode = 1;
} else {
  // The compile cache strips types once instead of at every start: it saves a fifth of a second and 40 MB per process.
  const { enableCompileCache } = await import("node:module");
  enableCompileCache();
  const { main } = await import("./main.ts");
  // A closed pipe (`gamelore games | head`) is not an error.
  process.stdout.on("error", (error) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  // Not awaited at top level: a command that ends with nothing left to wait for is not an error.
  void main(process.argv.slice(2)).then((status) => {
    process.exitCode = status ?? process.exitCode;
  });
}
