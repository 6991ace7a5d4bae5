/** Imported first: an older Node fails here with a clear message. */
const NEEDED = 24;

if (Number(process.versions.node.split(".")[0]) < NEEDED)
  throw new Error(
    `gamelore needs Node.js ${NEEDED} or newer, this is ${process.version}; install it from https://nodejs.org`,
  );
