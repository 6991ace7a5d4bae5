/** The table files in the user's folders, opened on demand. */
import { isMissing } from "../../../engine/contracts/file-errors.ts";
import { filesIn, splitFolders } from "#platform/file-ranges";
import { fail, GameloreError, ok, type Result } from "../../../engine/contracts/errors.ts";
import { LruCache } from "./lru-cache.ts";
import { MAX_PIECES, type Placement, parseMaterial, sideName } from "./material.ts";
import { PagedFiles } from "./paged-files.ts";
import { ENDINGS, TableFile, type TableKind } from "./table-file.ts";

const NO_FILES =
  "download tables of 3 to 7 pieces, .rtbw (WDL) and .rtbz (DTZ), into a folder first: those of a position's number of pieces and of all smaller numbers";
const MAX_OPEN_TABLES = 200;

export class TableFolders {
  readonly folders: readonly string[];
  readonly #paths: ReadonlyMap<string, string>;
  /** Headers with their symbols, at most a few hundred kilobytes each. */
  readonly #open = new LruCache<string, TableFile>(MAX_OPEN_TABLES);
  readonly #files = new PagedFiles();

  private constructor(folders: readonly string[], paths: ReadonlyMap<string, string>) {
    this.folders = folders;
    this.#paths = paths;
  }

  /** `text` is a list of folders as in PATH; the first folder with a table takes precedence. */
  static open(text: string): Result<TableFolders> {
    const folders = splitFolders(text);
    if (folders.length === 0) return fail("bad-usage", "no folder of Syzygy tables given");
    const paths = new Map<string, string>();
    for (const folder of folders) {
      let files: Map<string, string>;
      try {
        files = filesIn(folder);
      } catch (error) {
        const why = isMissing(error) ? "does not exist" : "cannot be read; expected a folder";
        return fail("table-missing", `the Syzygy folder ${folder} ${why}`);
      }
      for (const [name, path] of files) {
        const [, material = ""] = /^(.+)\.rtb[wz]$/.exec(name) ?? [];
        if (parseMaterial(material) && !paths.has(name)) paths.set(name, path);
      }
    }
    if (![...paths.keys()].some((name) => name.endsWith(ENDINGS.wdl)))
      return fail("table-missing", `no Syzygy table (${ENDINGS.wdl}) in ${folders.join(", ")}; ${NO_FILES}`);
    return ok(new TableFolders(folders, paths));
  }

  /** The table for the material of a position; throws `table-missing` if there is no such file. */
  table(placement: Placement, kind: TableKind): TableFile {
    const table = this.find(placement, kind);
    if (table) return table;
    const pieces = placement.codes.length;
    if (pieces > MAX_PIECES)
      throw new GameloreError("not-in-table", `${pieces} pieces; Syzygy tables have at most ${MAX_PIECES}`);
    const [name] = namesFor(placement);
    const where = this.folders.join(", ");
    throw new GameloreError("table-missing", `${name}${ENDINGS[kind]} is required and not in ${where}`);
  }

  find(placement: Placement, kind: TableKind): TableFile | null {
    for (const name of namesFor(placement)) {
      const file = name + ENDINGS[kind];
      const path = this.#paths.get(file);
      const material = parseMaterial(name);
      if (path === undefined || !material) continue;
      return this.#open.getOrMake(file, () => new TableFile(this.#files.open(path), material, kind));
    }
    return null;
  }

  close(): void {
    this.#open.clear();
    this.#files.close();
  }
}

/** Tables are named with the stronger side first: more pieces, then stronger pieces. */
function namesFor({ codes }: Placement): string[] {
  const sides = [sideName(codes, 0), sideName(codes, 1)];
  const weakness = (side: string): string => side.replace(/./g, (letter) => String("KQRBNP".indexOf(letter)));
  const byStrength = sides.toSorted((a, b) => b.length - a.length || weakness(a).localeCompare(weakness(b)));
  return [byStrength.join("v"), byStrength.toReversed().join("v")];
}
