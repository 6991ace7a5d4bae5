/** Networks that were fetched with their game. */
import { fail, type Result } from "../../contracts/errors.ts";
import { badNetworkName, isNetworkName, parseNetwork, type NetworkFile } from "../../learn/network-text.ts";

const texts = new Map<string, string>();

export function provideNetwork(game: string, name: string, text: string): void {
  texts.set(`${game}/${name}`, text);
}

export function readNetworkOf(game: string, name: string): Result<NetworkFile> {
  if (!isNetworkName(name)) return badNetworkName(name);
  const text = texts.get(`${game}/${name}`);
  if (text === undefined) return fail("bad-player", `there is no ${name}.json in this page`);
  return parseNetwork(`${name}.json`, text);
}
