/**
 * Abstraction lists of paper 000, Tables V and VI, by ending and number of pieces. Names ending in `-printed` are as printed; if such a list
 * names pieces that the ending does not have, the name without the suffix has the presumably intended list.
 */
export const EDB_PRESETS: Readonly<Record<string, string>> = {
  // Table V, three and four pieces.
  "krpp-kbn-4": "KPPK+KKBN+KRK",
  "krpp-knn-4-printed": "KRK+KRKP+KRPK+KNKP",
  "krpp-knn-4": "KRK+KRKN+KRPK+KNKP",
  "krp-knpp-4-printed": "KKPP+KBKP+KPKN+KRK",
  "krp-knpp-4": "KKPP+KRKP+KPKN+KRK",
  // Table V, five pieces.
  "krpp-kbn-5": "KPKBN+KRPKB+KRPKN",
  "krpp-knn-5": "KRPKN+KPPKN+KPKNN",
  "krp-knpp-5": "KRPKN+KRKNP+KPKNP+KPKPP",
  // Table VI.
  "kqp-krnp": "KQKRP+KQKNP+KPKNR+KQKRN",
  "krrpp-kqr-printed": "KQKRP+KQKNP+KPKNR",
  "krrpp-kqr": "KRPKQ+KRPKR+KRRKQ",
  "krpp-krn": "KRPKN+KPPKR+KPKNR",
  "kqp-knnpp": "KPKNN+KQKNN+KQKNP",
  "kqp-krbpp-printed": "KPKNN+KQKNN+KQKNP",
  "kqp-krbpp": "KPKRB+KQKRB+KQKRP",
};
