/** The thread that looks into what is stored, and into what is brought. */
import { parentPort } from "node:worker_threads";
import type { RulesheetRequest } from "../../service/api.ts";
import { answerCalls } from "../threads/answer-calls.ts";
import { experimentDocument, labList } from "./lab.ts";
import { matchDocument, matchList, recordDocument, type MatchFilter } from "./matches.ts";
import { bringRulesheet } from "./rulesheets.ts";
import { tableSets } from "./table-sets.ts";
import { tableDocument, tableList } from "./tables.ts";

if (parentPort)
  answerCalls(parentPort, {
    tables: () => tableList(),
    table: async (argument) => {
      const { game, name } = argument as { game: string; name: string };
      return tableDocument(game, name);
    },
    tableSets: async (argument) => tableSets(argument as string),
    matches: async (argument) => matchList(argument as MatchFilter),
    match: async (argument) => matchDocument(argument as number),
    record: async (argument) => recordDocument(argument as number),
    lab: async () => labList(),
    experiment: async (argument) => {
      const { id, setting } = argument as { id: string; setting: string };
      return experimentDocument(id, setting);
    },
    rulesheet: (argument) => bringRulesheet(argument as RulesheetRequest),
  });
