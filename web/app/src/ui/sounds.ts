/** Short sounds of the game, made by the browser's synthesizer without loading anything. */

import { settings } from './settings.svelte';

export const SOUNDS = ['move', 'capture', 'check', 'end', 'low-time'] as const;
export type Sound = (typeof SOUNDS)[number];

/** Part of a sound. Times are in seconds, frequencies in hertz, the volume is from 0 to 1. */
interface Part {
  kind: 'sine' | 'triangle' | 'noise';
  at: number;
  length: number;
  volume: number;
  /** Pitch at the start and the end, in Hz; for noise, the filter's frequency. */
  from: number;
  to: number;
}

/** Returns the sound of a piece put down on wood: a dull thump and the click of its edge. */
function knock(at: number, pitch: number, volume: number): Part[] {
  return [
    { kind: 'sine', at, length: 0.11, volume, from: 190 * pitch, to: 85 * pitch },
    { kind: 'noise', at, length: 0.045, volume: volume * 0.55, from: 1500 * pitch, to: 900 * pitch },
  ];
}

function tone(at: number, pitch: number, length: number, volume: number): Part {
  return { kind: 'triangle', at, length, volume, from: pitch, to: pitch };
}

const PARTS: Record<Sound, readonly Part[]> = {
  move: knock(0, 1, 0.6),
  capture: [...knock(0, 1.5, 0.5), ...knock(0.06, 1.05, 0.75)],
  check: [...knock(0, 1, 0.5), tone(0.03, 784, 0.16, 0.22), tone(0.11, 988, 0.22, 0.22)],
  end: [...knock(0, 1, 0.5), tone(0.08, 392, 0.5, 0.2), tone(0.2, 523.3, 0.55, 0.2), tone(0.32, 659.3, 0.8, 0.2)],
  'low-time': [tone(0, 1175, 0.09, 0.24), tone(0.16, 1175, 0.09, 0.24), tone(0.32, 1175, 0.14, 0.24)],
};

/** Attack time in seconds; a sudden start would crackle. */
const ATTACK = 0.004;
/** Volume that counts as silent, since an exponential ramp never reaches 0. */
const SILENT = 0.0001;

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Returns the synthesizer; none before the visitor has used the page, since browsers would block it. */
function synthesizer(): AudioContext | null {
  if (!('AudioContext' in globalThis) || navigator.userActivation?.hasBeenActive === false) return null;
  context ??= new AudioContext();
  // Audio is suspended until the first press, and again after the system has interrupted it.
  if (context.state !== 'running') void context.resume().catch(() => undefined);
  return context;
}

/** Returns a tenth of a second of white noise. */
function noiseOf(audio: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = audio.createBuffer(1, Math.ceil(audio.sampleRate / 10), audio.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

function schedule(audio: AudioContext, { kind, at, length, volume, from, to }: Part): void {
  const start = audio.currentTime + at;
  const end = start + length;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(SILENT, start);
  gain.gain.linearRampToValueAtTime(volume, start + ATTACK);
  gain.gain.exponentialRampToValueAtTime(SILENT, end);
  gain.connect(audio.destination);
  if (kind === 'noise') {
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    filter.connect(gain);
    const source = audio.createBufferSource();
    source.buffer = noiseOf(audio);
    source.connect(filter);
    source.start(start);
    source.stop(end);
    return;
  }
  const source = audio.createOscillator();
  source.type = kind;
  source.frequency.setValueAtTime(from, start);
  source.frequency.exponentialRampToValueAtTime(to, end);
  source.connect(gain);
  source.start(start);
  source.stop(end);
}

/** Plays a sound unless sounds are off. It also plays in a hidden tab, where it announces the opponent's move. */
export function playSound(sound: Sound): void {
  if (!settings.sounds) return;
  const audio = synthesizer();
  if (audio) for (const part of PARTS[sound]) schedule(audio, part);
}

/** Returns the sound of a move in English notation; `over` if it has ended the game. */
export function soundOfMove(san: string, over: boolean): Sound {
  if (over) return 'end';
  if (/[+#]/.test(san)) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}
