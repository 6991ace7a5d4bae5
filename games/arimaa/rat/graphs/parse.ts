/** Text to graph: parses files, resolves includes and links names to nodes. Errors are returned as diagnostics, never thrown. */
import { didYouMean } from "../../../../engine/contracts/did-you-mean.ts";
import type { Diagnostic, Edge, Graph, GraphNode, SourceLocation } from "./graph.ts";
import { OUT, readGraphFile, type Target, type WrittenFile, type WrittenNode } from "./parse-file.ts";

/** The text of an included file, by its path and the including file; null if not found. */
export type ReadIncluded = (path: string, from: string) => { readonly file: string; readonly text: string } | null;

export interface Parsed {
  /** Null if there are no nodes. With errors, whatever could be parsed. */
  readonly graph: Graph | null;
  readonly diagnostics: readonly Diagnostic[];
}

const MAX_INCLUDE_DEPTH = 8;
const MAX_NODES = 5_000;
const MAX_INCLUDES = 200;

export function parseGraph(file: string, text: string, readIncluded: ReadIncluded = () => null): Parsed {
  const linker = new Linker(readIncluded);
  const written = readGraphFile(file, text, linker.diagnostics);
  linker.add(written, "", [], [file]);
  return { graph: linker.link(written), diagnostics: linker.diagnostics };
}

interface Pending {
  readonly node: WrittenNode;
  readonly prefix: string;
  /** The targets of `out`; null in the main file. */
  readonly out: readonly PendingTarget[] | null;
}

/** A name with its scope. */
interface PendingTarget extends Target {
  readonly prefix: string;
  readonly out: readonly PendingTarget[] | null;
}

class Linker {
  readonly diagnostics: Diagnostic[] = [];
  readonly #readIncluded: ReadIncluded;
  readonly #pending: Pending[] = [];
  /** Full name of an included graph to the full name of its root. */
  readonly #roots = new Map<string, string>();

  constructor(readIncluded: ReadIncluded) {
    this.#readIncluded = readIncluded;
  }

  add(written: WrittenFile, prefix: string, out: readonly PendingTarget[], files: readonly string[]): void {
    const ownOut = files.length > 1 ? out : null;
    for (const node of written.nodes) this.#pending.push({ node, prefix, out: ownOut });
    for (const { path, name, at, targets } of written.includes) {
      const found = this.#readIncluded(path, files.at(-1)!);
      const missing =
        found === null
          ? `${path} cannot be read`
          : files.includes(found.file)
            ? `${path} includes itself`
            : files.length > MAX_INCLUDE_DEPTH
              ? `includes are nested more than ${MAX_INCLUDE_DEPTH} deep`
              : this.#pending.length > MAX_NODES || this.#roots.size > MAX_INCLUDES
                ? `more than ${MAX_NODES} nodes or ${MAX_INCLUDES} included files`
                : null;
      if (found === null || missing !== null) {
        this.#error(at, missing ?? "");
        // Defined anyway, to avoid follow-up errors.
        this.#roots.set(prefix + name, "");
        continue;
      }
      const before = this.diagnostics.length;
      const included = readGraphFile(found.file, found.text, this.diagnostics);
      const root = included.root?.name ?? included.nodes[0]?.name;
      if (root === undefined && this.diagnostics.length === before) this.#error(at, `${path} has no node`);
      this.#roots.set(prefix + name, root === undefined ? "" : `${prefix}${name}.${root}`);
      const leads = targets.map((target) => ({ ...target, prefix, out: ownOut }));
      this.add(included, `${prefix}${name}.`, leads, [...files, found.file]);
      if (leads.length === 0 && included.nodes.some((node) => node.targets.some((target) => target.name === OUT)))
        this.#error(at, `${path} leads out; specify targets: include ${path} as ${name} -> …`);
    }
  }

  link(written: WrittenFile): Graph | null {
    if (this.#pending.length === 0) return null;
    const indices = new Map(this.#pending.map(({ node, prefix }, index) => [prefix + node.name, index]));
    const nodes = this.#pending.map((pending): GraphNode => {
      const { node, prefix, out } = pending;
      const found = node.targets.flatMap((target) => this.#resolve({ ...target, prefix, out }, indices));
      const edges = new Map(found.filter((each) => each !== OUT).map((edge) => [edge.to, edge]));
      return {
        name: prefix + node.name,
        at: node.at,
        conditions: node.conditions,
        text: node.text.join(" "),
        because: node.because.join(" ") || null,
        edges: [...edges.values()],
        moves: node.moves,
        leadsOut: found.includes(OUT),
      };
    });
    const root = written.root ? this.#resolve({ ...written.root, prefix: "", out: null }, indices)[0] : undefined;
    return {
      title: written.title,
      about: written.about,
      leftRight: written.leftRight,
      colours: written.colours,
      nodes,
      root: root === undefined || root === OUT ? 0 : root.to,
    };
  }

  #resolve(target: PendingTarget, indices: ReadonlyMap<string, number>): (Edge | typeof OUT)[] {
    const { name, at, prefix, out } = target;
    if (name === OUT) return out === null ? [OUT] : out.flatMap((each) => this.#resolve(each, indices));
    const root = this.#roots.get(prefix + name);
    if (root === "") return [];
    const to = indices.get(root ?? prefix + name);
    if (to !== undefined) return [{ to, at }];
    const known = [...indices.keys(), ...this.#roots.keys()]
      .filter((each) => each.startsWith(prefix))
      .map((each) => each.slice(prefix.length));
    this.#error(at, `node "${name}" not found${didYouMean(name, known)}`);
    return [];
  }

  #error(at: SourceLocation, message: string): void {
    const known = this.diagnostics.some(
      (each) => each.message === message && each.at.line === at.line && each.at.column === at.column,
    );
    if (!known) this.diagnostics.push({ severity: "error", at, message });
  }
}
