/** Experiments against external engines: the lab and the protocol use the same player texts. */
import { afterAll, expect, test } from "vitest";
import { canonicalText, unavailability } from "../engine/arena/players.ts";
import { unwrap } from "../engine/contracts/errors.ts";
import { loadExperiments } from "../lab/experiments.ts";
import { OpenVariants } from "../lab/variants.ts";
import { findGame } from "../games/games.ts";
import { withExternalEngines } from "../protocols/external-engines.ts";

const named = new OpenVariants();
const started = new OpenVariants(async (id) => withExternalEngines(unwrap(await findGame(id))));
afterAll(async () => {
  await named.close();
  await started.close();
});

test("a player's text is the same whether or not its program is installed", async () => {
  const texts = new Set<string>();
  for (const { cells } of await loadExperiments())
    for (const { measure } of cells)
      for (const measurement of Object.values(measure))
        if (measurement.kind === "match")
          for (const player of measurement.players) if (player.startsWith("uci(")) texts.add(player);
  expect(texts.size).toBeGreaterThan(5);
  const variant = { start: "KRPP-KBN" };
  const [one, other] = [await named.get("chess", variant), await started.get("chess", variant)];
  for (const text of texts) expect(canonicalText(one, text)).toBe(canonicalText(other, text));
});

test("a missing program is named", async () => {
  const rules = await started.get("chess", { start: "KRPP-KBN" });
  expect(unavailability(rules, "uci(command=no-such-engine --uci, depth=3)")).toMatch(
    /^no-such-engine is not installed/,
  );
  expect(unavailability(rules, "uci(command=node, depth=3)")).toBeNull();
  expect(unavailability(rules, "random")).toBeNull();
});
