/** Registers checks (functions that throw) as tests, except those skipped with a reason. */
import { describe, test } from "vitest";

/** A property of an implementation; throws if it does not hold. */
export type Check<Subject> = (subject: Subject) => void | Promise<void>;
export type Checks<Subject> = Readonly<Record<string, Check<Subject>>>;

/** Skipped checks by name, each with a reason, which is printed. */
export type Skips = Readonly<Record<string, string>>;

/** A misspelt name would silently skip nothing. */
export function checkSkips(checks: Checks<never>, skips: Skips): void {
  for (const name of Object.keys(skips)) {
    if (!(name in checks))
      throw new Error(`unknown check "${name}" in skip; known checks: ${Object.keys(checks).join("; ")}`);
  }
}

export function selectChecks<Subject>(checks: Checks<Subject>, skips: Skips): { run: string[]; skipped: string[] } {
  checkSkips(checks, skips);
  const names = Object.keys(checks);
  return { run: names.filter((name) => !(name in skips)), skipped: names.filter((name) => name in skips) };
}

export function registerChecks<Subject>(
  title: string,
  checks: Checks<Subject>,
  subject: () => Promise<Subject>,
  skips: Skips = {},
): void {
  const { run, skipped } = selectChecks(checks, skips);
  describe(title, () => {
    // Created by the first test, so that a failing creation fails tests, not their collection.
    let made: Promise<Subject> | undefined;
    for (const name of run) {
      test(name, async () => {
        await (checks[name] as Check<Subject>)(await (made ??= subject()));
      });
    }
    for (const name of skipped) {
      console.info(`skipped: ${title}: ${name} (${skips[name]})`);
      test.skip(`${name} (skipped: ${skips[name]})`, () => {});
    }
  });
}
