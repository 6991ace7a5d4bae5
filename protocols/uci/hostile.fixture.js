// An engine with one fault, named by its first argument; otherwise it plays fixed moves without any rules. Its first
// move is g1f3 or g8f6, its second goes back; it receives positions in which these are legal.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

const [, , fault, note] = process.argv;
const send = (text) => process.stdout.write(`${text}\n`);

/** Writes as fast as the pipe is read. */
function flood(text) {
  const more = () => {
    while (process.stdout.write(text));
  };
  process.stdout.on("drain", more);
  more();
}

if (fault === "says-hello") {
  send("Welcome to the best engine of all!");
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
let side = 0;
const move = () =>
  [
    ["g1f3", "f3g1"],
    ["g8f6", "f6g8"],
  ][side][(turns - 1) % 2];
const bestmove = () => send(`bestmove ${move()}`);

const FAULTS = {
  stalls: () => {},
  "needs-stop": () => {},
  "ready-before-its-move": () => {},
  dies: () => process.exit(3),
  "is-killed": () => process.kill(process.pid, "SIGKILL"),
  "closes-output": () => process.stdout.end(),
  illegal: () => send("bestmove e2e5"),
  "moves-for-the-other": () => send(`bestmove ${side === 0 ? "g8f6" : "g1f3"}`),
  "forgets-promotion": () => send("bestmove a7a8"),
  san: () => send("bestmove Nf3"),
  nonsense: () => send("bestmove \u001B[2J¯\\_(ツ)_/¯ resign"),
  empty: () => send("bestmove"),
  none: () => send("bestmove (none)"),
  zeros: () => send("bestmove 0000"),
  "null-move": () => send("bestmove NULL ponder e2e4"),
  "fills-lines": () => {
    // Lines just below the limit that are expensive to parse.
    for (let i = 0; i < 200; i++) send(`info ${" ".repeat(60_000)}x${i}`);
    send(`bestmove ${"x".repeat(60_000)}`);
  },
  floods: () => flood(`info string ${"blah ".repeat(2_000)}\n`),
  "floods-one-line": () => flood("x".repeat(10_000)),
  "prints-garbage": () => {
    for (let i = 0; i < 2_000; i++) send(`\u0000\u0007 garbage ${i} bestmov e2e4`);
    for (const info of [
      "depth x nodes -5 score cp",
      "score mate nodes 1e999 pv",
      `nodes ${"9".repeat(400)} depth ${"9".repeat(30)} pv z9z9`,
      "multipv 0 score cp 99999999999999999999",
    ])
      send(`info ${info}`);
    bestmove();
  },
  "answers-twice": () => {
    bestmove();
    bestmove();
  },
  "bare-carriage-returns": () => process.stdout.write(`info depth 3 nodes 7\r\rbestmove ${move()}\r`),
  "thinks-aloud": () => {
    send(`info depth 1 score cp 900 nodes 20 pv a1a8`);
    send(`info depth 5 seldepth 9 multipv 1 score cp 31 nodes 400 nps 90000 hashfull 12 time 4 pv ${move()} a7a6 h2h3`);
    send(`info depth 5 multipv 2 score cp -12 nodes 401 pv h2h3`);
    send(`info depth 6 score cp 60 lowerbound nodes 500 pv h2h4`);
    send(`info depth 6 currmove h2h3 currmovenumber 4`);
    send(`info nodes 1234 nps 5000`);
    send(`info string depth 99 nodes 99999`);
    bestmove();
  },
};

const answers = {
  uci: () => {
    if (fault === "silent") return;
    if (fault === "floods-handshake") {
      flood(`id name ${"x ".repeat(500)}\n`);
      return;
    }
    if (fault === "dies-in-handshake") process.exit(4);
    send("id name Hostile");
    send("option name Hash type spin default 16 min 1 max 1024");
    send("option name OwnBook type check default true");
    send("option name Style type combo default Solid var Solid var Very Wild var Normal");
    send("option name Book File type string default <empty>");
    send("option name Clear Hash type button");
    send("option nonsense type");
    send("uciok");
  },
  isready: () => fault !== "never-ready" && send("readyok"),
  ucinewgame: () => {
    turns = 0;
  },
  position: (line) => {
    const [start, moves] = line.split(/ moves ?/);
    const first = / fen \S+ b/.test(start) ? 1 : 0;
    side = (first + (moves ? moves.split(" ").length : 0)) % 2;
  },
  go: () => {
    turns++;
    const act = turns > 1 || note !== "later" ? FAULTS[fault] : undefined;
    (act ?? bestmove)();
  },
  stop: () => {
    if (fault === "needs-stop") bestmove();
    // Like an engine with a separate search thread.
    if (fault === "ready-before-its-move") setTimeout(bestmove, 400);
  },
  quit: () => fault !== "never-quits" && process.exit(0),
};
createInterface({ input: process.stdin })
  .on("line", (line) => {
    if (fault === "repeats") process.stderr.write(`received: ${line}\n`);
    answers[line.split(" ")[0]]?.(line);
  })
  .on("close", () => fault !== "never-quits" && process.exit(0));
