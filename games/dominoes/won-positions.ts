/** The number of won positions: the size of a table that lists only those (paper 003, Table 4). */
import { readOutcome } from "../../engine/solve/outcome-values.ts";
import { binomial } from "../../engine/index/combinations.ts";
import { Board } from "./board.ts";
import { Catalogue } from "./catalogue.ts";
import { endgameSpec } from "./endgame.ts";
import { type Material, placesOf, rankMaterial } from "./material.ts";
import { type BlockRule, endgameVariant } from "./options.ts";
import { classesOf, paperRepresentatives } from "./symmetry.ts";
import { TILES } from "./tiles.ts";

export interface WonPositions {
  readonly all: number;
  /** Of the first set of each of the paper's classes. */
  readonly ofPaperClasses: number;
}

/** Positions won for the player to move, including those in which that player's hand is empty. */
export async function wonPositions(elements: number, blocked: BlockRule): Promise<WonPositions> {
  const wins = await winsByRepresentative(elements, blocked);
  const catalogue = new Catalogue(new Board(endgameVariant(blocked)).kernel, blocked, elements).build();
  const representatives = catalogue.representativesOfSets(elements);
  const laidAll = TILES * binomial(TILES, elements - 1);
  const all = representatives.reduce((sum, representative) => sum + (wins[representative] as number), laidAll);
  const winsOf = (material: Material): number =>
    (wins[representatives[rankMaterial(material)] as number] as number) + placesOf(material).length;
  const classes = [...paperRepresentatives(await classesOf("draw", elements), elements).values()];
  return { all, ofPaperClasses: classes.reduce((sum, material) => sum + winsOf(material), 0) };
}

async function winsByRepresentative(elements: number, blocked: BlockRule): Promise<number[]> {
  const solved = await endgameSpec({ elements, blocked }).solve({ threads: 1 });
  const catalogue = new Catalogue(new Board(endgameVariant(blocked)).kernel, blocked, elements).build();
  const first = catalogue.entriesOfRepresentatives(elements);
  try {
    return Array.from(first, (start, i) => {
      const end = first[i + 1] ?? solved.identity.entries;
      return solved.bytes
        .subarray(start, end)
        .reduce((sum, value) => sum + Number(readOutcome(value).kind === "win"), 0);
    });
  } finally {
    solved.release();
  }
}
