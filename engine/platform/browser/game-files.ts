/** Text files of a game, fetched with it. */

const texts = new Map<string, string>();

/** `path` is relative to games/. */
export function provideGameFile(path: string, text: string): void {
  texts.set(path, text);
}

export function gameFolder(path: string): string {
  return path;
}

export function userFolders(_kind: string): readonly string[] {
  return [];
}

export function fileNames(folder: string): string[] {
  const below = [...texts.keys()].filter((path) => path.startsWith(`${folder}/`));
  return [...new Set(below.map((path) => path.slice(folder.length + 1).replace(/\/.*$/, "")))].toSorted();
}

export function isFile(path: string): boolean {
  return texts.has(path);
}

export function fileText(path: string): string {
  const text = texts.get(path);
  if (text === undefined) throw new Error(`${path} was not fetched`);
  return text;
}
