import { writeFileSync } from 'node:fs';
import * as path from 'node:path';

/**
 * Samples per second: enough for the highest partial of 1,568 Hz, and few because the package
 * contains all samples.
 */
const rate = 11_025;
const seconds = 0.55;

/** Two soft bells, the second a fourth above the first: `[hertz, start in s]`. */
const bells = [
  [587.33, 0],
  [783.99, 0.14],
] as const;

function loudnessAt(time: number): number {
  let sum = 0;
  for (const [hertz, start] of bells) {
    const since = time - start;
    if (since < 0) continue;
    const swell = Math.min(1, since / 0.008);
    const fade = Math.exp(-since * 9);
    const tone =
      Math.sin(2 * Math.PI * hertz * since) + 0.25 * Math.sin(4 * Math.PI * hertz * since);
    sum += tone * swell * fade * 0.3;
  }
  // Fades out at the end to avoid a click.
  return sum * Math.min(1, (seconds - time) / 0.02);
}

/** Writes `media/attention.wav`: one channel of 16 bits. */
function main(): void {
  const count = Math.floor(rate * seconds);
  const bytes = Buffer.alloc(44 + count * 2);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + count * 2, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * 2, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(count * 2, 40);
  for (let index = 0; index < count; index += 1)
    bytes.writeInt16LE(Math.round(loudnessAt(index / rate) * 0x7fff), 44 + index * 2);
  writeFileSync(path.resolve(__dirname, '../../media/attention.wav'), bytes);
}

main();
