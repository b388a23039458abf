import { takeCodexPicture } from './pictures/codexPicture';
import { takeGrantPicture } from './pictures/grantPicture';
import { takePhonePictures } from './pictures/phonePictures';
import { recordPhone } from './pictures/phoneRecording';
import { takePictures } from './pictures/pictures';
import { recordSession } from './pictures/recording';

const parts: Readonly<Record<string, () => Promise<void>>> = {
  '--still': takePictures,
  '--grant': takeGrantPicture,
  '--codex': takeCodexPicture,
  '--moving': recordSession,
  '--phone': takePhonePictures,
  '--phone-moving': recordPhone,
};

/**
 * Takes the pictures of the docs: all of them, or those selected by options such as `-- --still`.
 */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((word) => parts[word] === undefined);
  if (unknown !== undefined) {
    throw new Error(
      `"${unknown}" is not known: ${Object.keys(parts).join(', ')} take a part of the pictures.`,
    );
  }
  for (const [word, take] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(word)) await take();
  }
}

void main();
