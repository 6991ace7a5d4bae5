/** What is bundled: declarations must not import style sheets. */
// In the order of the cascade.
import "../styles/colours.css";
import "../styles/board.css";
import "../styles/mazes.css";
import "../styles/overlays.css";
import "../styles/pieces.css";
import "../styles/rows.css";
import "../styles/cards.css";
import "../styles/hands.css";

export { mountBoard, openEngine } from "./gamelore.tsx";
