/** A process that plays a match into a store, for tests of concurrency. Arguments: STORE LABEL PAIRS. */
import { playMatch } from "./match.ts";
import { heapRules } from "./rules.fixture.ts";
import { GameStore } from "./store.ts";

const [path = "", label = "", pairs = ""] = process.argv.slice(2);
const store = GameStore.open(path);
const { rules } = heapRules();
const spec = { label, first: "worker", second: "random", openingPlies: 2, seed: 3, limits: {} };
const report = await playMatch(rules, spec, { pairs: Number(pairs), concurrency: 2, store });
store.close();
process.stdout.write(JSON.stringify({ ...report, resumed: 0 }));
