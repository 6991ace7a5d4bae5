/** Start positions of endgames: files in the folder endgames, named by material, one FEN per line. */
import { fileNames, fileText, gameFolder } from "#platform/game-files";
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Position } from "../../engine/contracts/position.ts";
import { didYouMean } from "../../engine/contracts/did-you-mean.ts";
import { parseFen } from "./fen.ts";

const EXTENSION = ".fen";

/** White's pieces, then Black's: KRPP-KBN. */
export function isMaterial(text: string): boolean {
  return /^K[QRBNP]*-?K[QRBNP]*$/i.test(text);
}

/** The first letter that is not a piece in a text of the form of KRPP-KBN; null for a text of another form. */
export function wrongPiece(text: string): string | null {
  if (!/^K[A-Z]*-K[A-Z]*$/i.test(text)) return null;
  return /[^KQRBNP-]/i.exec(text)?.[0].toUpperCase() ?? null;
}

export function endgameNames(folder: string = gameFolder("chess/endgames")): string[] {
  let names: string[];
  try {
    names = fileNames(folder);
  } catch {
    return [];
  }
  return names.filter((name) => name.endsWith(EXTENSION)).map((name) => name.slice(0, -EXTENSION.length));
}

export interface Endgame {
  readonly name: string;
  /** At least one. */
  readonly positions: readonly Position[];
}

/** The stored positions of an endgame; the hyphen is optional. */
export function readEndgame(material: string, folder: string = gameFolder("chess/endgames")): Result<Endgame> {
  const names = endgameNames(folder);
  const bare = (text: string): string => text.toUpperCase().replace("-", "");
  const name = names.find((each) => bare(each) === bare(material));
  if (name === undefined)
    return fail(
      "bad-variant",
      `start: no stored positions of ${material.toUpperCase()}; available: ${names.join(", ") || "none"}${didYouMean(material, names)}; any position can also be given as FEN`,
    );
  const file = `${name}${EXTENSION}`;
  const positions: Position[] = [];
  for (const [i, line] of fileText(`${folder}/${file}`).split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const position = parseFen(line);
    if (!position.ok) return fail("bad-variant", `start: ${file}, line ${i + 1}: ${position.error.message}`);
    positions.push(position.value);
  }
  return positions.length > 0 ? ok({ name, positions }) : fail("bad-variant", `start: ${file} contains no position`);
}
