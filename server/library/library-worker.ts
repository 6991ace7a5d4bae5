/** The worker thread that reads stored tables, matches and experiments, and checks uploaded rulesheets. */
import type { RulesheetRequest } from "../../service/library-documents.ts";
import { serveWorker } from "../threads/serve-worker.ts";
import { experimentDocument, labList } from "./lab.ts";
import { matchDocument, matchList, recordDocument, type MatchFilter } from "./matches.ts";
import { uploadRulesheet } from "./rulesheets.ts";
import { tableSets } from "./table-sets.ts";
import { tableDocument, tableList } from "./tables.ts";

serveWorker({
  tables: tableList,
  table: ({ game, name }: { game: string; name: string }) => tableDocument(game, name),
  tableSets: (game: string) => tableSets(game),
  matches: async (filter: MatchFilter) => matchList(filter),
  match: async (id: number) => matchDocument(id),
  record: async (id: number) => recordDocument(id),
  lab: labList,
  experiment: ({ id, setting }: { id: string; setting: string }) => experimentDocument(id, setting),
  rulesheet: (request: RulesheetRequest) => uploadRulesheet(request),
});
