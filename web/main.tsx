/** The page of the workbench. */
import { render } from "preact";
import { registerServiceWorker } from "./offline/register.ts";
import { followAddress } from "./router.ts";
import { Shell } from "./shell.tsx";
import "./styles/page.css";
import "./styles/board.css";
import "./styles/parts.css";
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
