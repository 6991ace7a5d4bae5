/** Typed access to a kernel's exports. The build writes their types to build/kernels/<game>.ts. */
import { GameloreError } from "../contracts/errors.ts";

declare const deferred: unique symbol;

/** A call to make later, on a pool thread. Made by `Kernel.calls`. */
export interface KernelCall {
  readonly name: string;
  readonly arguments: readonly number[];
  readonly [deferred]: true;
}

type Arguments<F> = F extends (...args: infer A extends number[]) => unknown ? A : never;

/** Every export with its own arguments. Results are numbers; a function without a result gives 0. */
export type Callable<E, R = number> = { readonly [K in keyof E]: (...args: Arguments<E[K]>) => R };

/**
 * Calls an export; a trap becomes an error that names kernel and call. WebAssembly has no unsigned results: values of 2^31 or more
 * arrive negative, and `>>> 0` restores them.
 */
export function callExport(instance: WebAssembly.Instance, kernel: string, call: KernelCall): number {
  const target = instance.exports[call.name];
  if (typeof target !== "function")
    throw new GameloreError("kernel-failed", `kernel ${kernel} has no export ${call.name}`);
  return callFunction(target, kernel, call.name, call.arguments);
}

/** The exports of an instance, to call now. */
export function exportsOf<E>(instance: WebAssembly.Instance, kernel: string): Callable<E> {
  return mapFunctions<E, number>(
    instance,
    (name, target) =>
      (...args) =>
        callFunction(target, kernel, name, args),
  );
}

/** The same functions, each of which returns the call instead of making it. */
export function callsOf<E>(instance: WebAssembly.Instance): Callable<E, KernelCall> {
  return mapFunctions<E, KernelCall>(
    instance,
    (name) =>
      (...args) =>
        deferCall(name, ...args),
  );
}

/** Without a check of name and arguments; `Kernel.calls` has one. */
export function deferCall(name: string, ...args: number[]): KernelCall {
  return { name, arguments: args } as unknown as KernelCall;
}

function mapFunctions<E, R>(
  instance: WebAssembly.Instance,
  wrap: (name: string, target: CallableFunction) => (...args: number[]) => R,
): Callable<E, R> {
  const functions = Object.entries(instance.exports).filter(([, value]) => typeof value === "function");
  const wrapped = functions.map(([name, target]) => [name, wrap(name, target as CallableFunction)] as const);
  return Object.fromEntries(wrapped) as unknown as Callable<E, R>;
}

function callFunction(target: CallableFunction, kernel: string, name: string, args: readonly number[]): number {
  try {
    return Number(target(...args) ?? 0);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GameloreError("kernel-failed", `kernel ${kernel}, ${name}(${args.join(", ")}): ${reason}`, { cause });
  }
}
