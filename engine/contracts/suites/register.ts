/** Turns checks (plain functions that throw) into tests, less those that a caller names with a reason. */
import { describe, test } from "vitest";

/** A statement about an implementation, and the function that throws where it does not hold. */
export type Check<Subject> = (subject: Subject) => void | Promise<void>;
export type Checks<Subject> = Readonly<Record<string, Check<Subject>>>;

/** Checks that do not apply, by name, each with its reason; the reason is printed where it is used. */
export type Skips = Readonly<Record<string, string>>;

/** A misspelt skip would silently skip nothing. */
export function checkSkips(checks: Checks<never>, skips: Skips): void {
  for (const name of Object.keys(skips)) {
    if (!(name in checks))
      throw new Error(`there is no check "${name}" to skip; there is: ${Object.keys(checks).join("; ")}`);
  }
}

/** Which checks run, and which are left out for what reason. */
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
    // Made by the first test that asks, so that a subject that cannot be made fails tests, not the collecting of them.
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
