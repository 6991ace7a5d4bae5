/** A page has no data folder: nothing is stored. */

export function dataFilePath(folder: string, name: string): string {
  return `${folder}/${name}`;
}

export function readDataFile(_folder: string, _name: string): Uint8Array | null {
  return null;
}

export function dataFileVersion(_folder: string, _name: string): string | null {
  return null;
}

export async function writeDataFile(_folder: string, _name: string, _bytes: Uint8Array): Promise<void> {}
