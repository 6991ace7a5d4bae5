/** The page of the workbench. */
import { render } from "preact";
import { registerServiceWorker } from "./offline/register.ts";
import { followAddress } from "./router.ts";
import { Shell } from "./shell.tsx";
// In the order of the cascade.
import "./styles/colours.css";
import "./styles/frame.css";
import "./styles/controls.css";
import "./styles/games.css";
import "./styles/setup.css";
import "./styles/narrow-screens.css";
import "./styles/foot.css";
import "./styles/board.css";
import "./styles/mazes.css";
import "./styles/overlays.css";
import "./styles/pieces.css";
import "./styles/rows.css";
import "./styles/cards.css";
import "./styles/pictures.css";
import "./styles/hands.css";
import "./styles/winning-line.css";
import "./styles/game-view.css";
import "./styles/values.css";
import "./styles/move-list.css";
import "./styles/search-info.css";
import "./styles/dialogs.css";
import "./styles/lists.css";
import "./styles/jobs.css";
import "./styles/reports.css";
import "./styles/forms.css";
import "./styles/editor.css";
import "./styles/tables.css";
import "./styles/import.css";
import "./styles/playing.css";
import "./styles/evaluation-bar.css";
import "./styles/analysis.css";
import { restoreTheme } from "./theme.ts";

restoreTheme();
followAddress();
const root = document.querySelector("#page");
if (root) {
  root.textContent = "";
  render(<Shell />, root);
}
void registerServiceWorker();
