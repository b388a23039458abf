import { mkdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../support/editor/browser';

interface Icon {
  /** Path below `media`. */
  readonly file: string;
  readonly size: number;
  /**
   * Share of the background's width that the picture fills; absent to keep the picture's own
   * corners.
   */
  readonly filled?: number;
}

/**
 * The PNG for the marketplace, and those of the phone's page. Systems that crop icons to their own
 * shape need a background without corners.
 */
const icons: readonly Icon[] = [
  { file: 'icon.png', size: 256 },
  { file: 'phone/icon-180.png', size: 180, filled: 1 },
  { file: 'phone/icon-192.png', size: 192 },
  { file: 'phone/icon-512.png', size: 512 },
  { file: 'phone/icon-maskable-512.png', size: 512, filled: 0.8 },
];

const media = path.resolve(__dirname, '../../media');

/**
 * Draws `media/listing-icon.svg` as PNG. The files in the repository were recompressed without loss
 * afterwards, since a screenshot is a quarter larger: `npx oxipng -o max --strip all`.
 */
async function main(): Promise<void> {
  const svg = readFileSync(path.join(media, 'listing-icon.svg'), 'utf8');
  mkdirSync(path.join(media, 'phone'), { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const icon of icons) await draw(browser, svg, icon);
  } finally {
    await browser.close();
  }
}

async function draw(browser: Browser, svg: string, { file, size, filled }: Icon): Promise<void> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const fullSize = `svg{display:block;width:${size}px;height:${size}px}`;
  const grounded = filled === undefined ? '' : `svg{transform:scale(${filled})}body{${ground}}`;
  await page.setContent(`<style>body{margin:0;height:100vh}${fullSize}${grounded}</style>${svg}`);
  await page.screenshot({ path: path.join(media, file), omitBackground: true });
  await page.close();
}

/** The background of the picture, extended to the edges. */
const ground = 'background:linear-gradient(#26344f,#131b2b)';

void main();
