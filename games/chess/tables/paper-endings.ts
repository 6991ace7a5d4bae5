/** The databases that paper 000 names in its Tables V and VI, as printed, and those that stand in where a name does not fit the ending. */
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
  // What must have been meant where a list names pieces that the ending does not have.
  "KRKN",
  "KRPKQ",
  "KRPKR",
  "KRRKQ",
  "KPKRB",
  "KQKRB",
];
