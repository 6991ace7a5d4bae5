import { expect, test } from "vitest";
import { hrefOf, hrefOfPath, parseRoute, variantOf, variantQuery } from "./router.ts";

test("a URL round-trips, whatever a position contains", () => {
  const position = "o/oo/3 x & y=1 #? 100%";
  const href = hrefOf(["explore", "chinese-checkers"], { ...variantQuery({ side: 7 }), position });
  const route = parseRoute(href);
  expect(route.path).toEqual(["explore", "chinese-checkers"]);
  expect(route.query["position"]).toBe(position);
  expect(variantOf(route.query)).toEqual({ side: "7" });
});

test("a path of the server is a URL of the page", () => {
  expect(hrefOfPath("/tables/chinese-checkers/x")).toBe("#/tables/chinese-checkers/x");
  expect(parseRoute(hrefOfPath("/lab/a?setting=quick"))).toEqual({ path: ["lab", "a"], query: { setting: "quick" } });
});

test("a malformed URL is not an error", () => {
  expect(parseRoute("#/play/%E0%A4%A").path).toEqual(["play", "%E0%A4%A"]);
  expect(parseRoute("")).toEqual({ path: [], query: {} });
});
