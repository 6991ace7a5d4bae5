/** Every page and view by the rules of axe-core: WCAG A and AA, and best practices. In light and dark colours, and on a phone. */
import axe, { type RunOptions } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { canTestBrowser } from "../in-page/chromium.fixture.ts";
import { openView, prepareViews, VIEWS } from "./views.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const DESKTOP = { width: 1200, height: 900 };
const PHONE = { width: 390, height: 844 };
/** Rules whose result depends on colours. Only these run again in the dark, and only the others on a phone. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
const ALL = {} as const;
const COLOURS = { runOnly: COLOUR_RULES };
const NO_COLOURS = { rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])) };

/** Violations as text: the rule, the element, and how to fix it. */
function violations(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (given) => {
    const { axe: runner } = window as unknown as { axe: typeof axe };
    const { violations: found } = await runner.run(document, { ...given, resultTypes: ["violations"] });
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")}: ${failureSummary}`),
    );
  }, options);
}

describe.runIf(canTestBrowser)("accessibility", () => {
  const bench = new Workbench();
  /** Pages that no test uses: views are opened side by side, because they wait for the server most of the time. */
  const idle: Page[] = [];
  const newPage = async (): Promise<Page> => {
    const page = await bench.page("");
    // Not a script element: the content security policy allows none from elsewhere.
    await page.evaluate(axe.source);
    return page;
  };
  let prepared = Promise.resolve();
  beforeAll(async () => {
    await bench.open();
    prepared = prepareViews(bench.address);
    // Views that need it fail.
    prepared.catch(() => {});
  });
  afterAll(() => bench.close());

  test.concurrent.each(VIEWS)("$name", async (view) => {
    const page = idle.pop() ?? (await newPage());
    await page.setViewportSize(DESKTOP);
    await page.emulateMedia({ colorScheme: "light" });
    await openView(page, view, prepared);
    expect(await violations(page, ALL), "light").toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(page, COLOURS), "dark").toEqual([]);
    await page.setViewportSize(PHONE);
    expect(await violations(page, NO_COLOURS), "phone").toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), "width").toBeLessThanOrEqual(
      0,
    );
    idle.push(page);
  });

  test("no script errors, no content policy violations", () => {
    expect(bench.complaints).toEqual([]);
  });
});
