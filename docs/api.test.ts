import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { API_FILE, apiReference } from "./api.ts";

test("the API reference has the present declarations; npm run api writes it", () => {
  expect(readFileSync(API_FILE, "utf8")).toBe(apiReference());
});

test("every function of the library is explained", () => {
  for (const name of [
    "openGame",
    "solve",
    "probe",
    "play",
    "match",
    "analyse",
    "openTable",
    "mountBoard",
    "openEngine",
  ])
    expect(apiReference()).toMatch(
      new RegExp(`^### ${name}\n\n[A-Z](?:(?!\n###)[^])+?\n\n\`\`\`ts\n(async )?function ${name}\\(`, "m"),
    );
});
