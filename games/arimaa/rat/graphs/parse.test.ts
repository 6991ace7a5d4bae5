/** Parsing graphs: errors have line and column, and no text makes the parser throw. */
import { describe, expect, test } from "vitest";
import { readGraph } from "./check.ts";
import type { ReadIncluded } from "./parse.ts";

function diagnosticsOf(text: string, readIncluded?: ReadIncluded): string[] {
  const { diagnostics } = readGraph("g", text, readIncluded);
  return diagnostics.map(({ at, message }) => `${at.file}:${at.line}:${at.column} ${message}`);
}

const PLAY = "\n  play Ed6n";

describe("a graph", () => {
  const text = [
    "\uFEFF# A comment, a byte order mark, and lines that end as elsewhere.",
    "graph A title # with a comment",
    "about What it is for.",
    "mirror left-right",
    "squares west = a1..b8 c3",
    "pieces small = [dcr]",
    "root first",
    "node Ed6",
    "  -> first",
    "node first: [@small]@west, !Mg3",
    "  if (Ha6 | Hb7 !x{a1 a2})",
    "  because it is so",
    "  bring H to b6 in 3 priority 2 keeping Ed6",
    "  because the horse belongs there",
    "  -> Ed6",
  ].join("\r\n");
  const { graph, diagnostics } = readGraph("g", text);

  test("is parsed completely", () => {
    expect(diagnostics).toEqual([]);
    expect(graph).toMatchObject({ title: "A title", about: ["What it is for."], leftRight: true, colours: false });
    const [elephant, first] = graph!.nodes;
    expect(graph!.root).toBe(1);
    expect(elephant).toMatchObject({ name: "Ed6", text: "Ed6", edges: [{ to: 1 }] });
    expect(first).toMatchObject({ text: "[@small]@west, !Mg3 (Ha6 | Hb7 !x{a1 a2})", because: "it is so" });
    expect(first!.moves).toMatchObject([{ priority: 2, because: "the horse belongs there", sacrifice: false }]);
  });

  test("may have cycles and self-loops", () => {
    expect(diagnosticsOf(`node Ed6\n  -> Ed6 Mg3${PLAY}\nnode Mg3\n  -> Ed6`)).toEqual([]);
  });
});

const WRONG: readonly (readonly [what: string, text: string, where: string, message: RegExp])[] = [
  ["an unknown square", `node x: Ed9${PLAY}`, "1:10", /"d9" where a square was expected, a1 to h8/],
  ["an unknown square in a set", `node x: E{a1 i3}${PLAY}`, "1:14", /"i3}" where a square was expected/],
  ["an unknown piece", `node x: Kd6${PLAY}`, "1:9", /"Kd6" does not begin with a piece or a square/],
  ["an unknown piece in a class", `node x: [HQ]d6${PLAY}`, "1:11", /"Q\]d6" does not begin with a piece/],
  ["an empty class", `node x: []d6${PLAY}`, "1:10", /no piece in \[ \]/],
  ["a name that is not a condition", `node camel${PLAY}`, "1:6", /"camel" is not a condition .*write node camel:/],
  ["no conditions", `node x:${PLAY}`, "1:8", /the end of the line where conditions were expected, or always/],
  ["an open parenthesis", `node x: (Ed6 | Ed5${PLAY}`, "1:19", /the end of the line where \| or \) was expected/],
  ["an empty branch", `node x: (Ed6 |)${PLAY}`, "1:15", /nothing where a condition was expected/],
  ["a closing parenthesis", `node x: Ed6)${PLAY}`, "1:12", /"\)" is unexpected/],
  ["a count without a number", `node x: count(X@board)>=${PLAY}`, "1:25", /how many was expected/],
  ["a count without a relation", `node x: count(X@board) 3${PLAY}`, "1:23", />=, <=, >, < or = was expected/],
  [
    "an unknown set",
    `squares west = a1\nnode x: E@wst${PLAY}`,
    "2:10",
    /set of squares "@wst" not found; did you mean "west"/,
  ],
  ["an unknown class", `node x: [@big]d6${PLAY}`, "1:10", /class of pieces "@big" not found/],
  ["a comparison with several", `node x: [>X]d6${PLAY}`, "1:11", /> needs one piece/],
  [
    "an unknown target",
    `node Ed6\n  -> Mg3 Mg4${PLAY}\nnode Mg3\n  -> Ed6`,
    "2:10",
    /node "Mg4" not found; did you mean "Mg3"/,
  ],
  ["an unknown root", `root nowhere\nnode Ed6${PLAY}`, "1:6", /node "nowhere" not found/],
  ["two roots", `root Ed6\nroot Ed6\nnode Ed6${PLAY}`, "2:1", /a root is already defined/],
  ["a name used twice", `node Ed6${PLAY}\nnode Ed6${PLAY}`, "3:6", /node "Ed6" is already defined in line 1/],
  ["a target named twice", `node Ed6\n  -> Ed6 Ed6`, "2:10", /"Ed6" is named twice/],
  ["an unreachable node", `node Ed6${PLAY}\nnode Mg3\n  -> Ed6`, "3:6", /node "Mg3" is unreachable/],
  ["a leaf without moves", "node Ed6\n  -> Mg3\nnode Mg3", "3:6", /"Mg3" has no edges and no moves/],
  [
    "a cycle without moves",
    `node Ed6\n  -> Mg3 a${PLAY}\nnode Mg3\n  -> Hb6\nnode Hb6\n  -> Mg3\nnode a: always\n  -> Ed6`,
    "4:6",
    /no path from node "Mg3" leads to a move/,
  ],
  ["a line without a node", "  play Ed6n", "1:3", /belongs to a node/],
  ["an unknown line", `nod Ed6`, "1:1", /"nod" does not begin a line; .*did you mean "node"/],
  ["a line that names an object property", "constructor x", "1:1", /does not begin a line/],
  ["no nodes", "graph Empty", "1:1", /the graph has no nodes/],
  ["empty text", "", "1:1", /the graph has no nodes/],
  ["a step off the board", "node Ea1\n  play Ea1w", "2:8", /Ea1w leads off the board/],
  ["an invalid step", "node Ea1\n  play Ea1u", "2:8", /"Ea1u" is not a step/],
  ["too many steps", "node Ea1\n  play Ea1n Ea2n Ea3n Ea4n Ea5n", "2:28", /at most 4 steps/],
  ["a removal off the traps", "node Ea1\n  play Ea1n rc4x", "2:13", /c4 is not a trap/],
  ["no steps", "node Ea1\n  play", "2:7", /no steps/],
  ["too many steps to bring", "node Ea1\n  bring E to a4 in 5", "2:20", /a number from 1 to 4/],
  ["nothing to bring it to", "node Ea1\n  bring E in 4", "2:11", /"in" where "to" and a square were expected/],
  ["no number of steps", "node Ea1\n  bring E to a4", "2:16", /"in" and a number of steps/],
  ["an empty square to bring", "node Ea1\n  bring . to a4 in 3", "2:10", /an empty square cannot be brought/],
  ["a capture off the traps", "node Ea1\n  capture r on a4 in 3", "2:16", /captured on c3, f3, c6 and f6 only/],
  ["a priority out of range", "node Ea1\n  bring E to a4 in 3 priority 0", "2:31", /a number from 1 to 9/],
  ["mirror images that do not exist", `mirror up-down\nnode Ed6${PLAY}`, "1:7", /expected mirror none/],
  ["an include without a name", `include x.graph\nnode Ed6${PLAY}`, "1:16", /"as" and a name/],
  ["a missing include", `include x.graph as x\nnode Ed6\n  -> x${PLAY}`, "1:1", /x.graph cannot be read/],
  ["too many parentheses", `node x: ${"(".repeat(100)}`, "1:40", /more than 30 nested parentheses/],
  ["a line that is too long", `node x: ${"Ed6 ".repeat(1000)}`, "1:1", /more than 2000 characters/],
];

test.each(WRONG)("%s is reported with its location", (_, text, where, message) => {
  const [first = ""] = diagnosticsOf(text);
  expect(first).toMatch(message);
  expect(first.startsWith(`g:${where} `), first).toBe(true);
});

test("every wrong line is reported, not only the first", () => {
  expect(diagnosticsOf("node Ed9\n  ply x\n  play Ea1w\nnode b: Kb6")).toHaveLength(4);
});

describe("contradictions", () => {
  const CERTAIN: readonly (readonly [what: string, text: string, where: string, message: RegExp])[] = [
    [
      "two pieces on a square",
      `node x: Ed6 ed6${PLAY}`,
      "1:6",
      /conditions of node "x" contradict each other: Ed6 ed6/,
    ],
    ["two elephants of a side", `node x: Ed6 Ec5\n  play Ec5s`, "1:6", /contradict/],
    ["three dogs", `node x: Da1 Da2 Da3\n  bring E to a4 in 4`, "1:6", /contradict/],
    ["a piece and none of it", `node x: H{a6 b7} !Ha6 !H{b7 b8}${PLAY}`, "1:6", /contradict/],
    ["an empty square with a piece", `node x: .d6 Ed6${PLAY}`, "1:6", /contradict/],
    ["a piece alone on a trap", `node x: Hc3 !X{b3 c2 d3 c4}${PLAY}`, "1:6", /contradict/],
    ["a frozen piece on a trap", `node x: frozen(Hc3)${PLAY}`, "1:6", /contradict/],
    ["a count and its squares", `node x: count(X{a1 a2})>=2 !Xa1${PLAY}`, "1:6", /contradict/],
    ["every branch", `node x: Ed6 (ed6 | .d6 | Ec5)${PLAY}`, "1:6", /contradict/],
    ["strengths", `node x: Ra1 ea2 a1>a2${PLAY}`, "1:6", /contradict/],
    ["no such neighbour", `node x: Ra1~e !e{a2 b1}${PLAY}`, "1:6", /contradict/],
    [
      "along a path",
      `node Ed6\n  -> b\nnode b: Mg3\n  -> c\nnode c: ed6\n  play Mg3n`,
      "5:6",
      /can never hold: ed6 contradicts Ed6 of "Ed6" \(line 1\)/,
    ],
    [
      "on every path",
      `node s: always\n  -> Ed6 Ec5\nnode Ed6\n  -> c\nnode Ec5\n  -> c\nnode c: Ed4\n  play Ed4n`,
      "7:6",
      /contradicts what holds on every path/,
    ],
    [
      "over one edge of several",
      `node s: always\n  -> Ed6 c\nnode Ed6\n  -> c\nnode c: Ed4\n  play Ed4n`,
      "4:6",
      /"c" can never hold after "Ed6"/,
    ],
    ["sets along a path", `node s: H{a6 b7}\n  -> c\nnode c: !H@board\n  bring E to d6 in 4`, "3:6", /can never hold/],
    [
      "steps of a piece that is not there",
      "node Ed6\n  play Ec6n",
      "2:3",
      /Ec6n: at node "Ed6" there can be no E on c6/,
    ],
    ["steps onto a piece", "node x: Ed6 rd7\n  play Ed6n", "2:3", /d7 cannot be empty/],
    ["a piece that is gone", "node x: !M@board\n  bring M to g3 in 4", "2:3", /there is no M to bring/],
    ["an objective", "node x: always\n  reach Ed6 Ed5 in 4", "2:3", /the conditions to reach contradict each other/],
  ];

  test.each(CERTAIN)("%s: reported", (_, text, where, message) => {
    const [first = ""] = diagnosticsOf(text);
    expect(first).toMatch(message);
    expect(first.startsWith(`g:${where} `), first).toBe(true);
  });

  const POSSIBLE: readonly (readonly [what: string, text: string])[] = [
    ["two horses", "node x: Ha1 Ha2\n  play Ha1e"],
    [
      "one of several paths fits",
      "node s: always\n  -> Ed6 Ec5\nnode Ed6\n  -> c\nnode Ec5\n  -> c\nnode c: E{c5 d6 d7}\n  bring E to d7 in 4",
    ],
    [
      "negation nodes after each other in a cycle",
      "node s: always\n  -> !Mg3\nnode !Mg3\n  -> !Me3\n  bring M to g3 in 4\nnode !Me3\n  -> !Mg3\n  bring M to e3 in 4",
    ],
    ["a guarded piece on a trap", "node x: Hc3 Cc2\n  play Hc3n"],
    ["steps that follow a piece", "node x: Ed6 rd7\n  play rd7n Ed6n Ed7e Ee7s"],
    ["a flip", "node x: Ed6 dd7 .d5 .e6\n  play Ed6e dd7s dd6s Ee6w"],
  ];

  test.each(POSSIBLE)("%s: not reported", (_, text) => expect(diagnosticsOf(text)).toEqual([]));
});

describe("includes", () => {
  const files: Record<string, string> = {
    "home.graph": "node camel: !Mg3\n  bring M to g3 in 4\n  -> dog\nnode dog: always\n  -> out",
    "loop.graph": "include loop.graph as again\nnode Ed6\n  -> again",
    "bad.graph": "node Ed6\n  play Ed6n\nnode Kd6\n  play Ed6n",
    "nested.graph": "include home.graph as inner -> out\nnode a: always\n  -> inner",
  };
  const read: ReadIncluded = (path) => (Object.hasOwn(files, path) ? { file: path, text: files[path]! } : null);

  test("insert a graph between two nodes, also repeatedly", () => {
    const text = `node Ed6\n  -> home\ninclude home.graph as home -> mid\nnode mid: always\n  -> two\ninclude home.graph as two -> end\nnode end: always\n  play Ed6n`;
    const { graph, diagnostics } = readGraph("g", text, read);
    expect(diagnostics).toEqual([]);
    const names = graph!.nodes.map(({ name }) => name);
    expect(names).toEqual(["Ed6", "mid", "end", "home.camel", "home.dog", "two.camel", "two.dog"]);
    expect(graph!.nodes[4]!.edges).toMatchObject([{ to: 1 }]);
    expect(graph!.nodes[6]!.edges).toMatchObject([{ to: 2 }]);
  });

  test("may be nested, with out leading out of both", () => {
    const { graph, diagnostics } = readGraph(
      "g",
      "node s: always\n  -> n\ninclude nested.graph as n -> e\nnode e: Ed6\n  play Ed6n",
      read,
    );
    expect(diagnostics).toEqual([]);
    const dog = graph!.nodes.find(({ name }) => name === "n.inner.dog");
    expect(dog!.edges.map(({ to }) => graph!.nodes[to]!.name)).toEqual(["e"]);
  });

  test("are checked alone, where out is a leaf", () => {
    expect(diagnosticsOf(files["home.graph"]!)).toEqual([]);
  });

  test.each([
    [
      "that include themselves",
      "include loop.graph as l\nnode Ed6\n  -> l",
      /loop.graph:1:1 loop.graph includes itself/,
    ],
    [
      "with errors are reported in their own file",
      "include bad.graph as b\nnode Ed6\n  -> b",
      /^bad.graph:3:6 "Kd6" is not a condition/,
    ],
    [
      "that lead out need targets",
      "include home.graph as h\nnode Ed6\n  -> h",
      /^g:1:1 home.graph leads out; specify targets/,
    ],
  ])("%s", (_, text, message) => expect(diagnosticsOf(text, read).join("\n")).toMatch(message));
});
