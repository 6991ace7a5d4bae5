/** Shared by all commands: options declared as data, output, interruption, errors. */
import { type Command, InvalidArgumentError, Option } from "commander";
import { GameloreError, unwrap } from "../engine/contracts/errors.ts";
import type { Game } from "../engine/contracts/game.ts";
import { parseOption, parseOptions, type OptionSpec, type OptionValues } from "../engine/contracts/options.ts";
import { commandLine, RUN_COMMAND } from "../engine/jobs/command-line.ts";

/** Options as commander passes them to an action. */
export type Given = Readonly<Record<string, string | boolean | undefined>>;

/** Players use 32-bit generators. */
const MAX_SEED = 2 ** 31 - 1;

/** Adds declared options to a command; `valuesOf` validates their values. */
export function addOptions(command: Command, specs: readonly OptionSpec[]): Command {
  for (const spec of specs) {
    const placeholder = spec.kind === "choice" ? spec.choices.join("|") : spec.kind === "text" ? "TEXT" : "N";
    const byDefault = spec.default === null ? "" : ` (default ${spec.default})`;
    command.addOption(new Option(`--${spec.name} <${placeholder}>`, `${spec.summary}${byDefault}`));
  }
  return command;
}

export function valuesOf(specs: readonly OptionSpec[], given: Given): OptionValues {
  const texts: Record<string, string> = {};
  for (const spec of specs) {
    const text = given[camelCase(spec.name)];
    if (typeof text === "string") texts[spec.name] = text;
  }
  return unwrap(parseOptions(specs, texts));
}

/** A game's variant: an optional preset, overridden by the given options. */
export function addVariant(command: Command, game: Game): Command {
  const presets = Object.keys(game.presets);
  if (presets.length > 0) command.addOption(new Option("--preset <NAME>", "a named variant").choices(presets));
  return addOptions(command, game.options);
}

export function variantOf(game: Game, given: Given): OptionValues {
  const preset = game.presets[String(given["preset"])] ?? {};
  const values = valuesOf(game.options, given);
  const fromPreset = Object.entries(preset).filter(([name]) => given[camelCase(name)] === undefined);
  return { ...values, ...Object.fromEntries(fromPreset) };
}

/** An option's name as commander stores it. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** A commander parser for a whole number in a range. */
export function wholeNumber(name: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = parseOption({ kind: "integer", name, min, max, default: null, summary: "" }, text);
    if (value.ok) return value.value as number;
    throw new InvalidArgumentError(`expected a whole number from ${min} to ${max}`);
  };
}

/** The same for any number. */
export function numberWithin(name: string, min: number, max: number): (text: string) => number {
  return (text) => {
    const value = parseOption({ kind: "number", name, min, max, default: min, summary: "" }, text);
    if (value.ok) return value.value as number;
    throw new InvalidArgumentError(`expected a number from ${min} to ${max}`);
  };
}

export function addSeed(command: Command): Command {
  return command.option("--seed <N>", "seed of the random number generators", wholeNumber("seed", 0, MAX_SEED), 1);
}

export function addJson(command: Command): Command {
  return command.option("--json", "print a single JSON document");
}

/** This command line, to be run again. */
export function sameCommand(words?: readonly string[]): string {
  const detached = words === undefined ? process.env[RUN_COMMAND] : undefined;
  return detached ?? commandLine(words ?? process.argv.slice(2));
}

/** Prints the result: lines, or one JSON document. */
export function printResult(json: boolean | undefined, document: object, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(document, null, 2)}\n` : `${lines.join("\n")}\n`);
}

/** Runs with a signal that Ctrl-C aborts. A second Ctrl-C exits immediately. */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const interrupt = (): void => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", interrupt);
  try {
    return await run(controller.signal);
  } finally {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", interrupt);
  }
}

/** Messages quote input, which may contain line breaks and escape codes. */
export function oneLine(message: string): string {
  return message.replace(/\p{Cc}+/gu, " ");
}

/** Prints the error in one line; returns the exit status. */
export function reportError(error: unknown, json: boolean): number {
  const known = error instanceof GameloreError;
  const message = oneLine(error instanceof Error ? error.message : String(error));
  process.stderr.write(`gamelore: ${message}\n`);
  if (!known && error instanceof Error && process.env["GAMELORE_DEBUG"]) process.stderr.write(`${error.stack}\n`);
  if (json)
    process.stdout.write(`${JSON.stringify({ error: { code: known ? error.code : "failed", message } }, null, 2)}\n`);
  return known ? error.exitStatus : 1;
}
