/**
 * PGN parser: tag pairs, moves in tolerant SAN, comments, NAGs, results. Variations are skipped, only their parentheses are checked. An invalid
 * game is reported with its place, and parsing continues with the next game.
 */
import { plural } from "../../../engine/contracts/quantities.ts";
import type { Position } from "../../../engine/contracts/position.ts";
import { shortened } from "../../../engine/contracts/quoted-text.ts";
import type { Board } from "../board.ts";
import { parseFen, START_FEN } from "../fen.ts";
import { TURN } from "../layout.ts";
import { parseMoveText } from "../san.ts";
import { GameSplitter, type GameText, MAX_GAME_CHARACTERS } from "./split.ts";
import { moveNumber, numberText, type PgnGame, type PgnMove } from "./game.ts";
import { type PgnResult, RESULTS, tagOf, type Token, tokensOf } from "./tokens.ts";

export interface PgnError {
  readonly line: number;
  readonly column: number;
  /** Such as 12...; null outside the movetext. */
  readonly move: string | null;
  readonly message: string;
}

export type PgnItem =
  | { readonly kind: "game"; readonly line: number; readonly game: PgnGame }
  | { readonly kind: "error"; readonly line: number; readonly error: PgnError };

/** Values of the tag Variant that mean standard chess. */
const CHESS = ["standard", "chess", "normal", "from position", "fromposition"];

/** Marks after moves that are ignored: en passant, check, evaluations, novelty, diagram. */
const MARK = /^(?:e\.?p\.?|[+#]{1,2}|mate|(?!--)[-+=]{1,2}|[±∓∞]|N|D)$/;

/** The remark for a game that continues after an automatic draw. */
export const CONTINUES_AFTER_DRAW = "the game continues after a draw by the fifty-move rule or insufficient material";

/** All games of a text. */
export function* parsePgn(board: Board, text: string): Generator<PgnItem> {
  const splitter = new GameSplitter();
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const piece = splitter.push(i + 1, line);
    if (piece) yield* parsePiece(board, piece);
  }
  const last = splitter.end();
  if (last) yield* parsePiece(board, last);
}

/** The games of a chunk: one, or several without tags. */
export function* parsePiece(board: Board, { text, line, tooLong }: GameText): Generator<PgnItem> {
  if (tooLong) {
    const message = `the game is longer than ${MAX_GAME_CHARACTERS.toLocaleString("en")} characters`;
    yield { kind: "error", line, error: { line, column: 1, move: null, message } };
    return;
  }
  let reader: GameReader | null = null;
  for (const token of tokensOf(text, line)) {
    if (reader && (reader.ended || (token.kind === "tag" && reader.hasMoves))) {
      // Comments after the result belong to the previous game.
      if (reader.ended && token.kind === "comment") continue;
      yield reader.item();
      reader = null;
    }
    reader ??= new GameReader(board, token.line);
    reader.read(token);
  }
  if (reader) yield reader.item();
}

/** Parses one game token by token. After an error the rest of the game is skipped. */
class GameReader {
  readonly #board: Board;
  readonly #line: number;
  readonly #tags = new Map<string, string>();
  readonly #comments: string[] = [];
  readonly #moves: (PgnMove & { readonly nags: number[]; readonly comments: string[] })[] = [];
  readonly #remarks: string[] = [];
  #start: Position | null = null;
  #now: Position | null = null;
  #result: PgnResult | null = null;
  #error: PgnError | null = null;
  /** Nesting depth of variations. */
  #depth = 0;
  #opened: Token | null = null;
  #variations = 0;

  constructor(board: Board, line: number) {
    this.#board = board;
    this.#line = line;
  }

  get ended(): boolean {
    return this.#result !== null;
  }

  /** Whether the movetext has begun. */
  get hasMoves(): boolean {
    return this.#now !== null;
  }

  read(token: Token): void {
    if (this.#error) {
      if (token.kind === "result") this.#result = "*";
      if (token.kind === "move") this.#now ??= new Uint8Array();
      return;
    }
    if (token.kind === "bad") return this.#reject(token, token.text);
    if (token.kind === "tag") return this.#readTag(token);
    if (token.kind === "open" || token.kind === "close") return this.#readBracket(token);
    if (this.#depth > 0) return;
    if (token.kind === "comment") this.#readComment(token.text);
    else if (this.#begin(token)) this.#readMovetext(token);
  }

  #readMovetext(token: Token): void {
    const last = this.#moves.at(-1);
    if (token.kind === "move" && !(last && MARK.test(token.text))) this.#readMove(token);
    else if (token.kind === "nag") last?.nags.push(Number(token.text));
    else if (token.kind === "number") this.#checkNumber(token);
    else if (token.kind === "result") {
      const text = token.text.replace("½-½", "1/2-1/2");
      this.#result = text === "1/2" ? "1/2-1/2" : (text as PgnResult);
    }
  }

  #readTag(token: Token): void {
    const [name, value] = tagOf(token.text);
    if (this.#depth > 0) return this.#reject(token, "tag within a variation; expected )");
    if (this.#tags.has(name)) this.#remarks.push(`line ${token.line}: duplicate tag ${name}`);
    else this.#tags.set(name, value);
    if (name === "Variant" && !CHESS.includes(value.toLowerCase()))
      this.#reject(token, `the variant "${shortened(value, 60)}" is not supported; only standard chess is`);
    if (name !== "FEN") return;
    const position = parseFen(value, this.#board);
    if (position.ok) this.#start = position.value;
    else this.#reject(token, `FEN: ${position.error.message}`);
  }

  #readBracket(token: Token): void {
    if (token.kind === "open") {
      if (this.#moves.length === 0) return this.#reject(token, "variation before the first move");
      if (this.#depth++ === 0) this.#opened = token;
      this.#variations++;
    } else if (this.#depth === 0) this.#reject(token, 'unmatched ")"');
    else this.#depth--;
  }

  #readComment(text: string): void {
    if (text === "") return;
    (this.#moves.at(-1)?.comments ?? this.#comments).push(text);
  }

  /** Starts the movetext; false on error. */
  #begin(token: Token): boolean {
    if (this.#now) return true;
    const setUp = this.#tags.get("SetUp");
    if (setUp === "1" && !this.#start) {
      this.#reject(token, 'the tag SetUp requires a start position; expected a tag [FEN "…"]');
      return false;
    }
    this.#start ??= startPosition(this.#board);
    this.#now = this.#start;
    return true;
  }

  #readMove(token: Token): void {
    const before = this.#now as Position;
    const move = parseMoveText(this.#board, before, token.text);
    if (!move.ok) return this.#reject(token, move.error.message);
    this.#noteEnd(before);
    this.#moves.push({ move: move.value, before, nags: [], comments: [] });
    this.#now = this.#board.play(before, move.value);
  }

  /** Over the board, draws by clock or material only end a game when claimed. */
  #noteEnd(before: Position): void {
    if (this.#board.states.result(before) === null) return;
    if (!this.#remarks.some((each) => each.endsWith(CONTINUES_AFTER_DRAW)))
      this.#remarks.push(`${numberText(before)} ${CONTINUES_AFTER_DRAW}`);
  }

  #checkNumber(token: Token): void {
    const expected = moveNumber(this.#now as Position);
    const given = Number.parseInt(token.text, 10);
    if (given === expected) return;
    this.#remarks.push(`line ${token.line}: move number ${given}, expected ${expected}`);
  }

  #reject(token: Token, message: string): void {
    const move = this.#now && token.kind !== "tag" ? numberText(this.#now) : null;
    this.#error = { line: token.line, column: token.column, move, message };
  }

  item(): PgnItem {
    const line = this.#line;
    if (!this.#error && this.#depth > 0) this.#reject(this.#opened as Token, "unterminated variation; expected )");
    if (this.#error) return { kind: "error", line, error: this.#error };
    const start = this.#start ?? startPosition(this.#board);
    return {
      kind: "game",
      line,
      game: {
        tags: this.#tags,
        start,
        comments: this.#comments,
        moves: this.#moves,
        final: this.#now ?? start,
        result: this.#checkedResult(this.#now ?? start),
        remarks: this.#remarks,
      },
    };
  }

  /** The result after the moves, otherwise that of the tag. */
  #checkedResult(final: Position): PgnResult {
    const tag = RESULTS.find((each) => each === this.#tags.get("Result"));
    const result = this.#result ?? tag ?? "*";
    if (this.#variations > 0) this.#remarks.push(`${plural(this.#variations, "variation")} skipped`);
    if (this.#result === null) this.#remarks.push("no result after the moves");
    else if (tag !== undefined && tag !== this.#result)
      this.#remarks.push(`the tag Result is ${tag}, but the movetext ends with ${this.#result}`);
    const mated = this.#board.legalMoves(final).length === 0 && this.#board.inCheck(final);
    const winner: PgnResult = final[TURN] === 0 ? "0-1" : "1-0";
    if (mated && result !== winner)
      this.#remarks.push(`the game ends with checkmate, ${winner}, but the result is ${result}`);
    return result;
  }
}

function startPosition(board: Board): Position {
  const position = parseFen(START_FEN, board);
  if (!position.ok) throw position.error;
  return position.value;
}
