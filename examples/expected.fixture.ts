/** What each example must print. */

export const EXPECTED: readonly { readonly file: string; readonly prints: readonly RegExp[] }[] = [
  // The longest win of king and rook against king takes 16 moves.
  { file: "probe-position.ts", prints: [/^8\/8\/.*: White wins: mate in 16 moves/, /^ {2}Rb4 +draw$/m] },
  // 25 cells, 3 pieces: 2,300 sets; from one of them the goal is reached without a move.
  { file: "read-table.ts", prints: [/^2300 entries$/m, /^ {2}0 moves: 1$/m, /^mean \d\.\d{3} moves$/m] },
  // Tic-tac-toe is a draw, so nobody beats the strongest player often.
  {
    file: "own-player.ts",
    prints: [/^against random: ([6-9]|10) won/m, /^against best: \d won, \d+ drawn, \d+ lost$/m],
  },
  { file: "own-evaluation.ts", prints: [/#$/m, /^score of the evaluation: 1$/m] },
];
