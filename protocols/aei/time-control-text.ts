/**
 * Arimaa's time control notation: turn/reserve/percent/max reserve/game/longest turn, as in 2/2/100/10/8 or 60s/5m/100/0/8h/4m. Numbers
 * without a unit are minutes, for the game hours; the game may be limited in turns, 80t. Trailing fields are optional.
 */
import { fail, ok, type Result } from "../../engine/contracts/errors.ts";
import type { Clock } from "./clock.ts";

type TimeControl = Pick<Clock, "tcmove" | "tcreserve" | "tcpercent" | "tcmax" | "tctotal" | "tcturns" | "tcturntime">;

const UNITS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const MAX_SECONDS = 1e9;
const MAX_TURNS = 1_000_000;
const FIELDS = ["turn", "reserve", "percent", "max reserve", "game", "longest turn"] as const;

export function parseTimeControl(text: string): Result<TimeControl> {
  const fields = text.trim().split("/");
  if (fields.length < 2 || fields.length > FIELDS.length)
    return fail("bad-usage", `"${text}" is not a time control; expected ${FIELDS.join("/")}, as in 60s/5m/100/0/8h/4m`);
  const turns = /^(\d+)t$/.exec(fields[4] ?? "")?.[1];
  const seconds = fields.map((field, i) => (i === 2 || (i === 4 && turns !== undefined) ? 0 : secondsOf(field, i)));
  const percent = fields[2] === undefined || fields[2] === "" ? 100 : wholeOf(fields[2], 1_000);
  const limit = turns === undefined ? 0 : wholeOf(turns, MAX_TURNS);
  const bad =
    [...seconds.entries()].find(([, each]) => each === null)?.[0] ?? (percent === null ? 2 : limit === null ? 4 : -1);
  if (bad >= 0)
    return fail(
      "bad-usage",
      `"${text}": "${fields[bad]}" is not a valid ${FIELDS[bad]}; expected ${bad === 2 ? "a percentage" : "a time, as in 90s, 1:30 or 2m"}`,
    );
  const [tcmove, tcreserve, , tcmax, tctotal, tcturntime] = Array.from({ length: 6 }, (_, i) => seconds[i] ?? 0);
  return ok({
    tcmove: tcmove as number,
    tcreserve: tcreserve as number,
    tcpercent: percent as number,
    tcmax: tcmax as number,
    tctotal: tctotal as number,
    tcturns: limit as number,
    tcturntime: tcturntime as number,
  });
}

function wholeOf(text: string, most: number): number | null {
  return /^\d+$/.test(text) && Number(text) <= most ? Number(text) : null;
}

/** `90s`, `1h30m`, `2` in the field's unit, `1:30` in that and the next smaller unit; null for anything else. */
function secondsOf(text: string, field: number): number | null {
  const [unit, smaller] = field === 4 ? [3_600, 60] : [60, 1];
  const clock = /^(\d*):(\d{1,2})$/.exec(text);
  const seconds = clock
    ? Number(clock[1]) * unit + Number(clock[2]) * smaller
    : /^\d*$/.test(text)
      ? Number(text) * unit
      : /^(\d+[smhd])+$/.test(text)
        ? [...text.matchAll(/(\d+)([smhd])/g)].reduce(
            (sum, [, n, u]) => sum + Number(n) * (UNITS[u as string] as number),
            0,
          )
        : Number.NaN;
  return seconds <= MAX_SECONDS ? seconds : null;
}
