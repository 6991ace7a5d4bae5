/** The colour of a seat in words. Pure. */

const COLOURS: Readonly<Record<string, string>> = {
  gold: "gold",
  silver: "silver",
  ivory: "white",
  coal: "black",
  ruby: "red",
  sapphire: "blue",
  jade: "green",
  plum: "purple",
  wood: "brown",
  slate: "grey",
  ember: "orange",
};

/** The colour of a side's CSS class, `side-ruby`; null if the seat's name is a colour already. */
export function colourWord(side: string, name: string): string | null {
  const word = COLOURS[side.replace(/^side-/, "")];
  const names = Object.values(COLOURS).concat("yellow");
  return word === undefined || names.includes(name.toLowerCase()) ? null : word;
}
