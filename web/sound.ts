/** Sounds for moves, captures and the end of a game, made by an oscillator. They can be switched off; the setting is stored. */
import { signal, type Signal } from "@preact/signals";
import { readText, writeText } from "./session/storage.ts";

const KEY = "gamelore.sound";

export type Sound = "move" | "capture" | "end";

/** Frequency in hertz, start and length in seconds. */
type Tone = readonly [number, number, number];

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [[320, 0, 0.06]],
  capture: [
    [240, 0, 0.06],
    [180, 0.05, 0.08],
  ],
  end: [
    [392, 0, 0.14],
    [494, 0.13, 0.14],
    [587, 0.26, 0.24],
  ],
};
const VOLUME = 0.12;

let restored: Signal<boolean> | null = null;
let context: AudioContext | null = null;

export function soundOn(): Signal<boolean> {
  restored ??= signal(typeof localStorage !== "undefined" && readText(KEY) !== "off");
  return restored;
}

export function setSound(on: boolean): void {
  soundOn().value = on;
  writeText(KEY, on ? "on" : "off");
}

export function playSound(sound: Sound): void {
  // Browsers allow sound only after the first click or key.
  if (!soundOn().peek() || !navigator.userActivation?.hasBeenActive) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  for (const [hertz, start, length] of TONES[sound]) {
    const oscillator = context.createOscillator();
    const gain = context.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(VOLUME, now + start);
    gain.gain.exponentialRampToValueAtTime(0.0001, now + start + length);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(now + start);
    oscillator.stop(now + start + length);
  }
}
