/** Parses the messages of a controller. */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import { firstWord, shortened } from "../external/line-text.ts";

export type ControllerMessage =
  | { readonly kind: "aei" | "isready" | "newgame" | "stop" | "quit" }
  | { readonly kind: "setposition"; readonly text: string }
  | { readonly kind: "setoption"; readonly name: string; readonly value: string | null }
  | { readonly kind: "makemove"; readonly text: string }
  | { readonly kind: "go"; readonly ponder: boolean };

const BARE = ["aei", "isready", "newgame", "stop", "quit"] as const;

export function parseControllerMessage(line: string): Result<ControllerMessage> {
  const [word, rest] = firstWord(line);
  const bare = BARE.find((each) => each === word);
  if (bare && rest === "") return ok({ kind: bare });
  switch (word) {
    case "setposition":
    case "makemove":
      if (rest === "") return wrong(line, word === "makemove" ? "makemove STEPS" : "setposition g|s [64 squares]");
      return ok({ kind: word, text: rest });
    case "setoption": {
      const match = /^name\s+(\S+)(?:\s+value(?:\s+(.*))?)?$/s.exec(rest);
      if (!match) return wrong(line, "setoption name NAME [value VALUE]");
      return ok({ kind: "setoption", name: match[1] as string, value: match[2] ?? null });
    }
    case "go":
      if (rest !== "" && rest !== "ponder") return wrong(line, "go or go ponder");
      return ok({ kind: "go", ponder: rest === "ponder" });
    default:
      return wrong(line, `one of ${[...BARE, "setposition", "setoption", "makemove", "go"].join(", ")}`);
  }
}

function wrong<T>(line: string, expected: string): Result<T> {
  return fail("bad-usage", `"${shortened(line.trim())}" is not an AEI message; expected ${expected}`);
}
