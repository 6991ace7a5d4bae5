/** Runs before `npm pack` and `npm publish` in the repository's root, whose package.json is that of development. */
process.stderr.write(
  "The package is built into build/package: run `npm run package`, then `npm pack ./build/package`.\n",
);
process.exitCode = 1;
