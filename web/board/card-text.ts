/** Cards in the notation of moves and as signs. Pure. */
const SUITS = [
  ["♣", "C"],
  ["♠", "S"],
  ["♥", "H"],
  ["♦", "D"],
] as const;

/** A card in the notation of moves, `HT` for `♥10`; other items are unchanged. */
export function cardText(sign: string): string {
  const letter = SUITS.find(([suit]) => sign.startsWith(suit))?.[1];
  return letter === undefined ? sign : `${letter}${sign.slice(1).replace("10", "T")}`;
}

/** Cards in the notation of moves as signs: `C7+HT` becomes `♣7+♥10`. */
export function withCardSigns(text: string): string {
  return text.replaceAll(/\b([CSHD])([7-9TJQKA])\b/g, (_, letter: string, rank: string) => {
    const sign = SUITS.find((suit) => suit[1] === letter)?.[0] ?? letter;
    return `${sign}${rank.replace("T", "10")}`;
  });
}
