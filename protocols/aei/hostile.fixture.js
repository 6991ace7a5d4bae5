// An engine with one fault, named by its first argument; otherwise it plays fixed moves without any rules. It
// receives positions in which Ee2n and ed7s are legal.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [, , fault, note] = process.argv;
const send = (text) => process.stdout.write(`${text}\n`);
const GOLD = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2";
const SILVER = "ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7 ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8";

/** Writes as fast as the pipe is read. */
function flood(text) {
  const more = () => {
    while (process.stdout.write(text));
  };
  process.stdout.on("drain", more);
  more();
}

if (fault === "says-hello") {
  send("Welcome to the best bot of all!");
  process.exit(0);
}
if (fault === "dies-at-once") process.exit(7);
if (fault === "never-quits") {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => {});
  setInterval(() => {}, 1_000);
  // A child that would survive it.
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "inherit" });
  process.stderr.write(`child ${child.pid} of ${process.pid}\n`);
}
if (fault === "complains") for (let i = 0; i < 5_000; i++) process.stderr.write(`trouble ${i} ${"x".repeat(200)}\n`);

let turns = 0;
const options = [];
let side = 0;
let isSetUp = false;
const bestmove = () => send(`bestmove ${isSetUp ? (side === 0 ? "Ee2n" : "ed7s") : side === 0 ? GOLD : SILVER}`);

function go() {
  turns++;
  switch (turns > 1 || note !== "later" ? fault : "") {
    case "stalls":
      return undefined;
    case "logs-its-score":
      send("log Depth 5 Eval -224 Time 0.016 Seed da02727c");
      return bestmove();
    case "needs-options":
      return options.slice(0, 2).join() === "hash=8,skill=low level" ? bestmove() : send("bestmove none");
    case "needs-stop":
      return undefined;
    case "dies":
      return process.exit(3);
    case "is-killed":
      return process.kill(process.pid, "SIGKILL");
    case "closes-output":
      return process.stdout.end();
    case "illegal":
      return send("bestmove Ra2s");
    case "nonsense":
      return send("bestmove \u001B[2J¯\\_(ツ)_/¯ resign");
    case "empty":
      return send("bestmove");
    case "fills-lines":
      // Lines just below the limit that are expensive to parse.
      for (let i = 0; i < 200; i++) send(`info ${" ".repeat(60_000)}x${i}`);
      return send(`bestmove ${"x".repeat(60_000)}`);
    case "floods":
      return flood(`log ${"blah ".repeat(2_000)}\n`);
    case "floods-one-line":
      return flood("x".repeat(10_000));
    case "prints-garbage":
      for (let i = 0; i < 2_000; i++) send(`\u0000\u0007 garbage ${i} bestmov Ra1n`);
      return bestmove();
    case "answers-twice":
      bestmove();
      return bestmove();
    default:
      return bestmove();
  }
}

const answers = {
  aei: () => {
    if (fault === "silent") return;
    if (fault === "floods-handshake") return flood(`id name ${"x ".repeat(500)}\n`);
    if (fault === "dies-in-handshake") process.exit(4);
    if (fault !== "old") send("protocol-version 1");
    send("id name Hostile");
    send("aeiok");
  },
  setoption: (line) => {
    const [, name, value] = /^setoption name (\S+) value (.*)$/.exec(line) ?? [];
    options.push(`${name}=${value}`);
  },
  isready: () => fault !== "never-ready" && send("readyok"),
  newgame: () => {
    side = 0;
    isSetUp = false;
  },
  setposition: (line) => {
    isSetUp = true;
    side = /^setposition [gw]/.test(line) ? 0 : 1;
  },
  makemove: () => {
    if (side === 1) isSetUp = true;
    side = 1 - side;
  },
  go,
  stop: () => fault === "needs-stop" && bestmove(),
  quit: () => fault !== "never-quits" && process.exit(0),
};
createInterface({ input: process.stdin })
  .on("line", (line) => answers[line.split(" ")[0]]?.(line))
  .on("close", () => fault !== "never-quits" && process.exit(0));
