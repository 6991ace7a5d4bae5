/** The players: random, greedy, and perfect information Monte Carlo (`best`). */
import { ok } from "../../engine/contracts/errors.ts";
import type { Move } from "../../engine/contracts/position.ts";
import type { OptionSpec, OptionValues } from "../../engine/contracts/options.ts";
import type { PlayerKind } from "../../engine/contracts/player.ts";
import { legalMovesOf } from "../../engine/search/legal.ts";
import { limitSpec, MILLISECONDS, playerText, withDefaults } from "../../engine/search/parameters.ts";
import { randomKind } from "../../engine/search/random.ts";
import { NULL_ADDRESS } from "../../engine/kernel/memory.ts";
import { endgameSpec } from "./endgame.ts";
import type { Endgame } from "./endgame-solve.ts";
import { MAX_ELEMENTS, DEFAULT_ELEMENTS } from "./options.ts";
import type { DominoesRules } from "./rules.ts";
import { weightOf, PimcPlayer } from "./pimc-player.ts";

const MAX_SAMPLES = 100_000;

function bestParameters(most: number): readonly OptionSpec[] {
  return [
    {
      name: "samples",
      kind: "integer",
      min: 1,
      max: MAX_SAMPLES,
      default: 100,
      summary: "determinizations sampled and solved per move",
    },
    limitSpec("nodes", "nodes per move", 1e15),
    MILLISECONDS,
    {
      name: "table",
      kind: "integer",
      min: 0,
      max: most,
      default: DEFAULT_ELEMENTS,
      summary: "elements of the endgame table that the search probes; 0 for none",
    },
  ];
}

function bestKind(rules: DominoesRules): PlayerKind {
  const { blocked } = rules.board.variant;
  const parameters = bestParameters(MAX_ELEMENTS[blocked]);
  const endgameFor = (values: OptionValues): Endgame | null => {
    const elements = Number(values["table"]);
    // With fewer than three elements a hand would be empty.
    return elements < 3 ? null : { elements, blocked };
  };
  return {
    name: "best",
    summary:
      "perfect information Monte Carlo: samples determinizations, solves each one, plays the move with the best mean",
    parameters,
    tables: (given) => {
      const endgame = endgameFor(withDefaults(parameters, given));
      return ok(endgame ? [endgameSpec(endgame)] : []);
    },
    create: async (given, seed) => {
      const values = withDefaults(parameters, given);
      const endgame = endgameFor(values);
      const setup = endgame
        ? (await rules.loadEndgames(endgame)).use
        : [rules.board.kernel.calls.useEndgames(NULL_ADDRESS, 0)];
      const limits = {
        samples: Number(values["samples"]),
        nodes: values["nodes"] === null ? undefined : Number(values["nodes"]),
        milliseconds: values["ms"] === null ? undefined : Number(values["ms"]),
      };
      const text = playerText("best", parameters, values);
      return new PimcPlayer(text, rules, setup, limits, seed);
    },
  };
}

function greedyKind(rules: DominoesRules): PlayerKind {
  return {
    name: "greedy",
    summary: "lays the heaviest tile that fits, doubles first",
    parameters: [],
    create: async () => ({
      text: "greedy",
      choose: async (position) => {
        const move = legalMovesOf(rules, position).reduce<Move | null>(
          (best, each) => (best === null || weightOf(each) > weightOf(best) ? each : best),
          null,
        ) as Move;
        return { move, info: { value: null, unit: "none", pv: [move], nodes: 1, milliseconds: 0, depth: null } };
      },
      close: async () => {},
    }),
  };
}

export function playerKindsOf(rules: DominoesRules): readonly PlayerKind[] {
  return [randomKind(rules), greedyKind(rules), bestKind(rules)];
}
