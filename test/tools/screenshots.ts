import { takePictures } from './pictures/pictures';
import { recordSession } from './pictures/recording';

/** The README's pictures: all of them, or by `-- --still` and `-- --moving` the ones or the other. */
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.find((word) => word !== '--still' && word !== '--moving');
  if (unknown !== undefined) {
    throw new Error(`"${unknown}" is not known: --still and --moving take a part of the pictures.`);
  }
  if (wanted.length === 0 || wanted.includes('--still')) await takePictures();
  if (wanted.length === 0 || wanted.includes('--moving')) await recordSession();
}

void main();
