import { readFileSync } from 'node:fs';
import * as path from 'node:path';
import { launchBrowser } from '../support/editor/browser';

const size = 256;

/** Draws `media/listing-icon.svg` as the PNG that a marketplace wants. */
async function main(): Promise<void> {
  const media = path.resolve(__dirname, '../../media');
  const svg = readFileSync(path.join(media, 'listing-icon.svg'), 'utf8');
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`);
    await page.screenshot({ path: path.join(media, 'icon.png'), omitBackground: true });
  } finally {
    await browser.close();
  }
}

void main();
