/** The databases named in Tables V and VI of paper 000, as printed, and replacements for names that do not fit the ending. */
export const PAPER_ENDINGS: readonly string[] = [
  // Table V, three and four pieces.
  "KPPK",
  "KKBN",
  "KRK",
  "KRKP",
  "KRPK",
  "KNKP",
  "KKPP",
  "KBKP",
  "KPKN",
  // Table V, five pieces.
  "KPKBN",
  "KRPKB",
  "KRPKN",
  "KPPKN",
  "KPKNN",
  "KRKNP",
  "KPKNP",
  "KPKPP",
  // Table VI.
  "KQKRP",
  "KQKNP",
  "KPKNR",
  "KQKRN",
  "KPPKR",
  "KQKNN",
  // Presumably intended, where a list names pieces that the ending does not have.
  "KRKN",
  "KRPKQ",
  "KRPKR",
  "KRRKQ",
  "KPKRB",
  "KQKRB",
];
