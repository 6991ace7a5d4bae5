/** Whole games against the reference implementation: the auction, legal cards, tricks and scores. */
import { describe, expect, test } from "vitest";
import { unwrap } from "../../engine/contracts/errors.ts";
import { CHANCE, type Position } from "../../engine/contracts/position.ts";
import { SeededRandom } from "../../engine/random/seeded.ts";
import { cardMove } from "./moves.ts";
import { cardsIn } from "./cards.ts";
import { game } from "./game.ts";
import { CARDS, REFERENCE_GAMES, referenceLegal, referencePoints, referenceWinner } from "./reference.fixture.ts";
import { referenceAuction, referenceScore, PRINTED_BIDS } from "./reference-auction.fixture.ts";
import type { SkatRules } from "./rules.ts";
import { readState } from "./state.ts";
import { contractText } from "./value.ts";

const open = async (mustTrump = "no"): Promise<SkatRules> =>
  unwrap(await game.open({ "must-trump": mustTrump })) as SkatRules;
const rules = await open();

/** Cards in the notation of reference.fixture.ts, from a set or from a move's text. */
const names = (set: number): string[] => cardsIn(set).map((card) => CARDS[card] as string);
const referenceName = (text: string): string =>
  ({ C: "♣", S: "♠", H: "♥", D: "♦" })[text.charAt(0)] + text.slice(1).replace("T", "10");

function dealt(seed: number, using: SkatRules = rules): Position {
  const random = new SeededRandom(seed);
  let position = using.initial();
  while (using.actors(position)[0] === CHANCE) position = using.play(position, [random.pick(using.moves(position))]);
  return position;
}

function texts(position: Position, using: SkatRules = rules): string[] {
  return using.moves(position).map((move) => using.formatMove(position, move));
}

function afterMove(position: Position, text: string, using: SkatRules = rules): Position {
  return using.play(position, [unwrap(using.parseMove(position, text))]);
}

test("32 cards are dealt in the official order: three each, two to the skat, four each, three each", () => {
  let position = rules.initial();
  const sizes: string[] = [];
  for (let card = 0; card < 32; card++) {
    position = rules.play(position, [cardMove(card)]);
    const { hands, skat } = readState(position);
    sizes.push([...hands, skat].map((set) => names(set).length).join(" "));
  }
  expect([2, 8, 10, 14, 22, 25, 31].map((ply) => sizes[ply])).toEqual([
    "3 0 0 0",
    "3 3 3 0",
    "3 3 3 2",
    "7 3 3 2",
    "7 7 7 2",
    "10 7 7 2",
    "10 10 10 2",
  ]);
});

describe("the auction", () => {
  test.each<[string, string[], number | null, number]>([
    ["all pass", ["pass", "pass", "pass"], null, 0],
    ["forehand plays for 18 after two passes", ["pass", "pass", "18"], 0, 18],
    ["middlehand is held and passes, then rearhand passes", ["18", "yes", "pass", "pass"], 0, 18],
    ["forehand does not hold, rearhand bids more", ["18", "pass", "20", "yes", "22", "pass"], 2, 22],
    [
      "the published example",
      ["18", "yes", "20", "yes", "22", "yes", "23", "yes", "24", "pass", "27", "yes", "pass"],
      1,
      27,
    ],
    ["bids may be skipped", ["24", "yes", "pass", "33", "pass"], 2, 33],
  ])("%s", (_, words, declarer, bid) => {
    let position = dealt(1);
    for (const word of words) position = afterMove(position, word);
    const state = readState(position);
    expect(state.declarer).toBe(declarer);
    expect(Math.max(0, ...state.bids.map((index) => PRINTED_BIDS[index - 1] ?? 0))).toBe(bid);
    expect(state.phase).toBe(declarer === null ? "passed" : "take");
    if (declarer === null) expect(rules.result(position)).toEqual([1 / 3, 1 / 3, 1 / 3]);
  });

  test("random auctions agree with the reference, bid by bid", () => {
    const random = new SeededRandom(3);
    for (let i = 0; i < 500; i++) {
      let position = dealt(i);
      const auction = referenceAuction((player, question, over) => {
        expect(rules.actors(position)).toEqual([player]);
        const open18 = question === "say" && player === 0;
        const numbers = PRINTED_BIDS.filter((value) => value > over).map(String);
        expect(texts(position)).toEqual(
          question === "hold" ? ["pass", "yes"] : ["pass", ...(open18 ? ["18"] : numbers)],
        );
        // Small steps make long auctions.
        const word = texts(position)[random.below(Math.min(4, texts(position).length))] as string;
        position = afterMove(position, word);
        return word === "pass" || word === "yes" ? word : Number(word);
      });
      const state = readState(position);
      expect(state.declarer).toBe(auction.declarer);
      if (auction.declarer !== null) expect(PRINTED_BIDS[Math.max(...state.bids) - 1]).toBe(auction.bid);
    }
  });
});

/** Plays a random game with low bids and follows it in the reference implementation. */
function followGame(seed: number, using: SkatRules, mustTrump: boolean): string {
  const random = new SeededRandom(seed);
  let position = dealt(seed, using);
  for (const word of random.pick([
    ["18", "pass", "pass"],
    ["pass", "pass", "18"],
    ["18", "yes", "pass", "20", "pass"],
  ]))
    position = afterMove(position, word, using);
  while (readState(position).phase !== "play") position = using.play(position, [random.pick(using.moves(position))]);
  const { contract, declarer, skat, bids, hands: sets } = readState(position);
  if (!contract || declarer === null) throw new Error("no game was named");
  const referenceGame = REFERENCE_GAMES[contract.game] as (typeof REFERENCE_GAMES)[number];
  const hands = sets.map(names);
  const twelve = [...(hands[declarer] as string[]), ...names(skat)];
  let points = names(skat).reduce((sum, card) => sum + referencePoints(card), 0);
  let [tricks, leader] = [0, 0];
  for (let number = 0; number < 10; number++) {
    const trick: string[] = [];
    for (let i = 0; i < 3; i++) {
      const player = (leader + i) % 3;
      expect(using.actors(position)).toEqual([player]);
      const legal = referenceLegal(referenceGame, mustTrump, hands[player] as string[], trick[0] ?? null);
      expect(texts(position, using).map(referenceName).toSorted()).toEqual(legal.toSorted());
      const move = random.pick(using.moves(position));
      const card = referenceName(using.formatMove(position, move));
      trick.push(card);
      hands[player] = (hands[player] as string[]).filter((other) => other !== card);
      position = using.play(position, [move]);
    }
    leader = (leader + referenceWinner(referenceGame, trick)) % 3;
    if (leader !== declarer) continue;
    tricks++;
    points += trick.reduce((sum, card) => sum + referencePoints(card), 0);
    if (referenceGame === "null") break;
  }
  const words = contractText(contract).split("+");
  const announced = (["ouvert", "schwarz", "schneider"] as const).find((word) => words.includes(word)) ?? "";
  const bid = PRINTED_BIDS[Math.max(...bids) - 1] as number;
  const score = referenceScore({
    game: referenceGame,
    hand: words.includes("hand"),
    announced,
    cards: twelve,
    bid,
    points,
    tricks,
  });
  expect(using.settled(position)?.score).toBe(score);
  const won = score > 0;
  expect(using.result(position)).toEqual(
    [0, 1, 2].map((player) => (player === declarer ? Number(won) : won ? 0 : 0.5)),
  );
  return referenceGame;
}

test.each(["no", "yes"])(
  "random games agree with the reference from the first card to the score, must-trump %s",
  async (word) => {
    const using = await open(word);
    const games = Array.from({ length: 300 }, (_, seed) => followGame(seed, using, word === "yes"));
    expect(new Set(games)).toEqual(new Set(REFERENCE_GAMES));
  },
);

test("after the skat only games that can reach the bid may be declared, unless none can", () => {
  // preisskat.org, "Überreiztes Spiel mit Skataufnahme": 45 held without four in diamonds, the jack of clubs in the skat.
  const hands = "DADTDKDQD9D8CACTHAHT/SASTSKSQS9S8S7HKHQH9/CKCQC9C8C7H8H7SJHJDJ";
  let position = unwrap(rules.parsePosition(`take ${hands} skat=CJD7 bids=45/45p/0p`));
  position = afterMove(afterMove(position, "skat"), "D7+HT");
  // With all tricks, diamonds with one reach 36, hearts 40, spades 44; clubs 48.
  expect(texts(position)).toEqual(["clubs", "grand", "null+ouvert"]);
});

describe("bad positions are rejected with a reason", () => {
  const full = "CJSJHJDJCACTCKCQC9C8/SASTSKSQS9S8S7HAHTHK/DADTDKDQD9D8D7HQH9H8 skat=H7C7";
  test.each([
    ["", /"" is not a phase; expected one of deal, bid/],
    ["play", /hands: "" does not have three parts/],
    [`bid ${full}`, /expected bids=/],
    [`bid ${full} bids=0/19/0`, /19 is not a possible bid/],
    [`bid ${full} bids=20/18/0`, /these bids are impossible/],
    [`bid ${full.replace("H7C7", "H7CJ")} bids=0/18/0`, /CJ is in the hand of forehand and in the skat/],
    [`bid ${full.replace("C8/", "/")} bids=0/18/0`, /forehand has 9 cards; expected 10/],
    ["bid ?10/?10/?10 skat=?2 bids=0/0/0", /hands of forehand: the cards are hidden/],
    [`bid ${full.replace("CJ", "XX")} bids=0/18/0`, /is not a list of distinct cards; expected, for example, CJHTD7/],
    ["play CJ/CA/C7 declarer=forehand game=skat", /"skat" is not a game; expected, for example, clubs/],
    ["play CJ/CA/C7 declarer=forehand game=clubs trick=forehand:S7S8S9", /at most two/],
    [
      "play CJ/C7/CAD7 declarer=forehand game=clubs trick=middlehand:C9",
      /cards to finished tricks; expected equal numbers/,
    ],
    ["play CJ/CAH7/D7D8 declarer=forehand game=clubs trick=forehand:C9 voids=-/t/-", /middlehand holds CA/],
    ["play CJ/CA/D7D8 declarer=forehand game=clubs trick=forehand:C9D9", /middlehand could not play D9 to C9/],
  ])("%s", (text, reason) => {
    const parsed = rules.parsePosition(text);
    expect(parsed.ok).toBe(false);
    if (!parsed.ok) expect(parsed.error.message).toMatch(reason);
  });
});
