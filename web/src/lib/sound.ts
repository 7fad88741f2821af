// A few quiet sounds, made as they are needed: no files, no music. Nothing is made before somebody wants sounds.
export type Sound = 'turn' | 'move' | 'dice' | 'hit' | 'miss' | 'out' | 'glory' | 'card';

let context: AudioContext | undefined;
let noise: AudioBuffer | undefined;

function studio(): AudioContext {
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  return context;
}

/** A tone that fades. */
function tone(from: number, to: number, long: number, loud: number, wait = 0, type: OscillatorType = 'sine') {
  const c = studio();
  const at = c.currentTime + wait;
  const [voice, gain] = [c.createOscillator(), c.createGain()];
  voice.type = type;
  voice.frequency.setValueAtTime(from, at);
  voice.frequency.exponentialRampToValueAtTime(to, at + long);
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  voice.connect(gain).connect(c.destination);
  voice.start(at);
  voice.stop(at + long + 0.02);
}

/** A breath of noise through a filter: stone on stone, a swing, a card. */
function rustle(pitch: number, width: number, long: number, loud: number, wait = 0) {
  const c = studio();
  if (!noise) {
    noise = c.createBuffer(1, c.sampleRate, c.sampleRate);
    const samples = noise.getChannelData(0);
    for (let i = 0, s = 7; i < samples.length; i++) {
      s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
      samples[i] = s / 2 ** 31 - 1;
    }
  }
  const at = c.currentTime + wait;
  const [source, filter, gain] = [c.createBufferSource(), c.createBiquadFilter(), c.createGain()];
  source.buffer = noise;
  filter.type = 'bandpass';
  filter.frequency.value = pitch;
  filter.Q.value = width;
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + long);
  source.connect(filter).connect(gain).connect(c.destination);
  source.start(at, (pitch % 7) / 10, long + 0.05);
}

const sounds: Record<Sound, () => void> = {
  turn: () => (tone(523, 523, 0.22, 0.05), tone(784, 784, 0.34, 0.045, 0.11)),
  move: () => rustle(420, 0.8, 0.2, 0.09),
  dice: () => [0, 0.05, 0.11, 0.19].forEach((wait, i) => rustle(1900 - i * 160, 6, 0.05, 0.16, wait)),
  hit: () => (tone(150, 58, 0.2, 0.16), rustle(900, 0.7, 0.09, 0.1)),
  miss: () => rustle(1500, 1.4, 0.18, 0.05),
  out: () => (tone(220, 110, 0.7, 0.09, 0, 'triangle'), tone(165, 82, 0.9, 0.07, 0.06)),
  glory: () => [659, 831, 988].forEach((pitch, i) => tone(pitch, pitch, 0.32, 0.04, i * 0.07, 'triangle')),
  card: () => rustle(3200, 0.9, 0.11, 0.05),
};

export function play(sound: Sound) {
  sounds[sound]();
}
