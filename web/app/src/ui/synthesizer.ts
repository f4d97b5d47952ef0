/** Synthesizer of the game's sounds, which loads nothing. */

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'low-time';

/** Part of a sound. Times are in seconds, frequencies in hertz, the volume is from 0 to 1. */
interface Part {
  kind: 'sine' | 'noise';
  at: number;
  length: number;
  volume: number;
  /** Pitch at the start and the end, in Hz; for noise, the filter's frequency. */
  from: number;
  to: number;
}

/** Returns the sound of a piece put down on wood: the felt, the click of the edge, and the board that rings below it. */
function knock(at: number, pitch: number, volume: number): Part[] {
  const ring = (length: number, share: number, from: number, to = from): Part => ({
    kind: 'sine',
    at,
    length,
    volume: volume * share,
    from: from * pitch,
    to: to * pitch,
  });
  return [
    ring(0.16, 0.8, 158, 92),
    ring(0.075, 0.3, 402, 386),
    ring(0.04, 0.16, 873),
    { kind: 'noise', at, length: 0.022, volume: volume * 0.5, from: 2300 * pitch, to: 1400 * pitch },
    { kind: 'noise', at, length: 0.07, volume: volume * 0.35, from: 420 * pitch, to: 260 * pitch },
  ];
}

/** Returns the sound of a small bell: the higher a partial, the sooner it is gone. */
function bell(at: number, pitch: number, length: number, volume: number): Part[] {
  return [
    [1, 1, 1],
    [2, 0.5, 0.3],
    [3.01, 0.3, 0.14],
  ].map(([partial = 1, lasts = 1, share = 1]) => ({
    kind: 'sine',
    at,
    length: length * lasts,
    volume: volume * share,
    from: pitch * partial,
    to: pitch * partial,
  }));
}

const PARTS: Record<Sound, readonly Part[]> = {
  move: knock(0, 1, 1.1),
  capture: [...knock(0, 1.45, 0.4), ...knock(0.055, 0.96, 0.75)],
  check: [...knock(0, 1, 0.8), ...bell(0.03, 784, 0.3, 0.2), ...bell(0.11, 988, 0.45, 0.2)],
  end: [
    ...knock(0, 1, 0.8),
    ...bell(0.08, 196, 1.2, 0.16),
    ...bell(0.08, 392, 0.9, 0.18),
    ...bell(0.2, 523.3, 1, 0.18),
    ...bell(0.32, 659.3, 1.3, 0.18),
  ],
  'low-time': [0, 0.16, 0.32].flatMap((at) => bell(at, 1175, 0.16, 0.24)),
};

/** Share of a sound that comes back from the room, and the room's echo in seconds. */
const ROOM = { share: 0.22, length: 0.28 };

/** Attack time in seconds; a sudden start would crackle. */
const ATTACK = 0.004;
/** Volume that counts as silent, since an exponential ramp never reaches 0. */
const SILENT = 0.0001;

/** The synthesizer, and the node that all sounds go to. */
interface Studio {
  audio: AudioContext;
  out: AudioNode;
  noise: AudioBuffer;
}

let studio: Studio | null = null;

/** Plays a sound now. */
export function play(sound: Sound): void {
  studio ??= openStudio(new AudioContext());
  const { audio } = studio;
  // Audio is suspended until the first press, and again after the system has interrupted it.
  if (audio.state !== 'running') void audio.resume().catch(() => undefined);
  for (const part of PARTS[sound]) schedule(studio, part);
}

/** Sends sounds straight to the ear and, softer, through a room. */
function openStudio(audio: AudioContext): Studio {
  const out = audio.createGain();
  const room = audio.createConvolver();
  room.buffer = noiseOf(audio, ROOM.length, (share) => (1 - share) ** 4);
  const back = audio.createGain();
  back.gain.value = ROOM.share;
  // Two knocks at once would overdrive.
  const limiter = new DynamicsCompressorNode(audio, {
    threshold: -9,
    knee: 9,
    ratio: 12,
    attack: 0.002,
    release: 0.08,
  });
  out.connect(limiter);
  out.connect(room).connect(back).connect(limiter);
  limiter.connect(audio.destination);
  return { audio, out, noise: noiseOf(audio, 0.1, () => 1) };
}

/** Returns white noise of a length in seconds; `volume` from 0 to 1 by the share of the time that has passed. */
function noiseOf(audio: AudioContext, length: number, volume: (share: number) => number): AudioBuffer {
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * volume(i / samples.length);
  return buffer;
}

function schedule({ audio, out, noise }: Studio, { kind, at, length, volume, from, to }: Part): void {
  const start = audio.currentTime + at;
  const end = start + length;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(SILENT, start);
  gain.gain.linearRampToValueAtTime(volume, start + ATTACK);
  gain.gain.exponentialRampToValueAtTime(SILENT, end);
  gain.connect(out);
  if (kind === 'noise') {
    const filter = audio.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.setValueAtTime(from, start);
    filter.frequency.exponentialRampToValueAtTime(to, end);
    filter.connect(gain);
    const source = audio.createBufferSource();
    source.buffer = noise;
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
