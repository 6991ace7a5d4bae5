/** Takes screenshots of every view, to be looked at: `node web/e2e/screenshots.ts FOLDER [VIEW]`. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openView, prepareViews, VIEWS } from "./views.fixture.ts";
import { Workbench } from "./workbench.fixture.ts";

const LOOKS = [
  { name: "light", colorScheme: "light", width: 1280, height: 720, fullPage: false },
  { name: "dark", colorScheme: "dark", width: 1440, height: 900, fullPage: true },
  { name: "phone", colorScheme: "light", width: 390, height: 844, fullPage: true },
] as const;

const [folder = "", only = ""] = process.argv.slice(2);
if (folder === "") throw new Error("give the folder for the screenshots");
mkdirSync(folder, { recursive: true });
const bench = new Workbench();
try {
  await bench.open();
  const prepared = prepareViews(bench.address);
  const page = await bench.page("");
  for (const view of VIEWS.filter(({ name }) => name.includes(only))) {
    await page.setViewportSize({ width: 1280, height: 720 });
    await openView(page, view, prepared).catch((error: unknown) => console.error(`${view.name}: ${String(error)}`));
    for (const { name, colorScheme, width, height, fullPage } of LOOKS) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: join(folder, `${view.name.replaceAll(" ", "-")}-${name}.png`), fullPage });
    }
  }
} finally {
  await bench.close();
}
