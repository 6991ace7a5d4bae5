// With a bundler, import from "gamelore/browser".
import { mountBoard, openEngine } from "./node_modules/gamelore/browser/gamelore.js";

const GAME = "connect-four";
const status = document.querySelector("#status");

const engine = await openEngine();
const board = await mountBoard(document.querySelector("#board"), engine, {
  game: GAME,
  seats: [0],
  onMove: async (move, { result }) => {
    status.textContent = `You: ${move}`;
    if (result) return;
    const state = { variant: {}, start: null, moves: board.moves };
    const reply = await engine.choose(GAME, { ...state, player: "uct(playouts=500)", limits: {}, seed: 1 });
    const position = await board.play(reply.move);
    status.textContent = position.result?.text ?? `Engine: ${reply.move}`;
  },
});
status.textContent = "Your move";
