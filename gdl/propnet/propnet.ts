/**
 * The propositional network (propnet) of a game: inputs are the facts of a state and the moves made, all other nodes are AND and OR gates.
 * It is built from the ground rules and simplified: constants are propagated, equal gates are shared, and since a role makes exactly
 * one move, "any move except these" becomes "none of these".
 */
import { GameloreError } from "../../engine/contracts/errors.ts";
import { GateList } from "./gates.ts";
import { FALSE, TRUE, type Gate, type Ref } from "./gate.ts";
import type { GroundRules } from "../datalog/grounding.ts";
import { simplify, type Atoms, type Body } from "./simplify.ts";

interface RoleMoves {
  readonly role: number;
  /** Terms of the moves; by move its input node and its legal node. */
  readonly moves: readonly number[];
  readonly inputs: readonly number[];
  readonly legal: readonly Ref[];
}

export interface Propnet {
  /** Terms of the facts; fact i is node i. */
  readonly facts: readonly number[];
  readonly initial: readonly boolean[];
  readonly next: readonly Ref[];
  readonly roles: readonly RoleMoves[];
  readonly terminal: Ref;
  readonly goals: readonly { readonly role: number; readonly value: number; readonly holds: Ref }[];
  /** What a role perceives after a step (`sees` of GDL-II). */
  readonly percepts: readonly { readonly role: number; readonly percept: number; readonly holds: Ref }[];
  /** Inputs come first: facts, then moves. */
  readonly inputs: number;
  /** Gate i is node `inputs + i`. Its inputs are inputs of the propnet, earlier gates, or gates of its loop. */
  readonly gates: readonly Gate[];
  /** Ranges of gates [from, to) that depend on each other: evaluated to a fixpoint. */
  readonly loops: readonly { readonly from: number; readonly to: number }[];
}

export function buildPropnet(ground: GroundRules): Propnet {
  const atoms = simplify(ground);
  return new Builder(ground, atoms).build();
}

class Builder {
  readonly #ground: GroundRules;
  readonly #atoms: Atoms;
  readonly #facts: number[] = [];
  readonly #roles: { role: number; moves: number[]; inputs: number[]; atoms: number[] }[] = [];
  /** By input: the role of a move, or -1 for a fact. */
  readonly #roleOfInput: number[] = [];
  readonly #refs = new Map<number, Ref>();
  readonly #gates: GateList = new GateList((refs) => this.#complementMoves(refs));
  readonly #loops: { from: number; to: number }[] = [];
  #inputs = 0;

  constructor(ground: GroundRules, atoms: Atoms) {
    this.#ground = ground;
    this.#atoms = atoms;
  }

  build(): Propnet {
    const { program, database, roles, initial } = this.#ground;
    const { terms, symbols } = program;
    const parts = new Int32Array(2);
    const isTrue = database.relation(symbols.isTrue);
    for (let i = 0; i < isTrue.size; i++) {
      const atom = isTrue.facts[i] as number;
      this.#facts.push(terms.argument(atom, 0));
      this.#refs.set(atom, 2 * this.#inputs++);
      this.#roleOfInput.push(-1);
    }
    const does = database.relation(symbols.does);
    for (const role of roles) this.#roles.push({ role, moves: [], inputs: [], atoms: [] });
    for (let i = 0; i < does.size; i++) {
      const atom = does.facts[i] as number;
      const role = roles.indexOf(terms.argument(atom, 0));
      const own = this.#roles[role];
      if (!own) continue;
      own.moves.push(terms.argument(atom, 1));
      own.inputs.push(this.#inputs);
      parts[0] = terms.argument(atom, 0);
      parts[1] = terms.argument(atom, 1);
      own.atoms.push(terms.make(symbols.legal, parts, 0));
      this.#roleOfInput.push(role);
      this.#refs.set(atom, 2 * this.#inputs++);
    }
    this.#gates.setInputs(this.#inputs);
    for (const component of this.#atoms.components) this.#add(component);
    const start = new Set(initial);
    const one = (symbol: number, ...arguments_: number[]): Ref => {
      parts.set(arguments_);
      return this.#refOf(terms.make(symbol, parts, 0));
    };
    const goals = database.relation(symbols.goal);
    return {
      facts: this.#facts,
      initial: this.#facts.map((fact) => start.has(fact)),
      next: this.#facts.map((fact) => one(symbols.next, fact)),
      roles: this.#roles.map(({ role, moves, inputs, atoms }) => ({
        role,
        moves,
        inputs,
        legal: atoms.map((atom) => this.#refOf(atom)),
      })),
      terminal: this.#refOf(terms.make(symbols.terminal, parts, 0)),
      goals: Array.from({ length: goals.size }, (_, i) => goals.facts[i] as number)
        .filter((atom) => roles.includes(terms.argument(atom, 0)))
        .map((atom) => ({
          role: roles.indexOf(terms.argument(atom, 0)),
          value: Number(terms.format(terms.argument(atom, 1))),
          holds: this.#refOf(atom),
        })),
      percepts: Array.from(database.relation(symbols.sees).facts.subarray(0, database.relation(symbols.sees).size))
        .filter((atom) => roles.includes(terms.argument(atom, 0)))
        .map((atom) => ({
          role: roles.indexOf(terms.argument(atom, 0)),
          percept: terms.argument(atom, 1),
          holds: this.#refOf(atom),
        })),
      inputs: this.#inputs,
      gates: this.#gates.gates,
      loops: this.#loops,
    };
  }

  /** The node of an atom. Atoms without rules are false; static facts are true. */
  #refOf(atom: number): Ref {
    const ref = this.#refs.get(atom);
    if (ref !== undefined) return ref;
    if (this.#atoms.isTrue(atom)) return TRUE;
    const { program, database } = this.#ground;
    const isStatic = !program.isDynamic(program.terms.symbol(atom));
    return isStatic && database.holds(atom) ? TRUE : FALSE;
  }

  #add(component: readonly number[]): void {
    const [single] = component;
    if (component.length === 1 && !this.#atoms.dependsOnItself(single as number)) {
      this.#refs.set(single as number, this.#gates.sumOfProducts(this.#bodies(single as number)));
      return;
    }
    this.#addLoop(component);
  }

  /** Atoms that depend on each other: one gate for each atom and for each body. */
  #addLoop(component: readonly number[]): void {
    const members = new Set(component);
    // Bodies refer to the gates of the atoms after them, so numbers are assigned first.
    const bodies = component.flatMap((atom) => this.#atoms.bodies(atom).map((body) => ({ atom, body })));
    const from = this.#gates.size;
    const first = this.#inputs + from;
    component.forEach((atom, i) => this.#refs.set(atom, 2 * (first + bodies.length + i)));
    const lists = new Map<number, Ref[]>(component.map((atom) => [atom, []]));
    bodies.forEach(({ atom, body }, i) => {
      for (let k = 0; k < body.negative.length; k++)
        if (members.has(body.negative[k] as number))
          throw new GameloreError(
            "bad-rules",
            `${this.#ground.program.terms.format(atom)} depends on its own negation ("not")`,
          );
      this.#gates.add({ isAnd: true, inputs: this.#refsOf(body) });
      lists.get(atom)?.push(2 * (first + i));
    });
    for (const atom of component) this.#gates.add({ isAnd: false, inputs: lists.get(atom) as Ref[] });
    this.#loops.push({ from, to: this.#gates.size });
  }

  #bodies(atom: number): Ref[][] {
    return this.#atoms.bodies(atom).map((body) => this.#refsOf(body));
  }

  #refsOf({ positive, negative }: Body): Ref[] {
    const refs: Ref[] = [];
    for (const each of positive) refs.push(this.#refOf(each));
    for (const each of negative) refs.push(this.#refOf(each) ^ 1);
    return refs;
  }

  /** Replaces more than half of the moves of a role by the negation of the others. */
  #complementMoves(refs: readonly Ref[]): readonly Ref[] {
    if (refs.length < 3) return refs;
    const byRole = this.#roles.map(() => new Set<Ref>());
    for (const ref of refs)
      if (ref >= 0 && (ref & 1) === 0) {
        const role = this.#roleOfInput[ref >> 1] ?? -1;
        if (role >= 0) byRole[role]?.add(ref);
      }
    let kept = refs;
    byRole.forEach((made, role) => {
      const { inputs } = this.#roles[role] as { inputs: number[] };
      if (2 * made.size <= inputs.length) return;
      const others = inputs.map((input) => 2 * input).filter((ref) => !made.has(ref));
      const none = this.#gates.rawOr(others) ^ 1;
      kept = [...kept.filter((ref) => !made.has(ref)), none];
    });
    return kept;
  }
}
