import { gunzipSync } from 'node:zlib';
import { get } from 'node:https';
import type { Page } from 'playwright-core';
import { freshHome } from '../../freshHome';
import { verdict, type Measurement } from '../../measurement';
import { PhoneHost } from '../../phone/phoneHost';
import { PhoneBrowser } from '../../phone/phoneBrowser';
import { duration, median, megabytes, p50p95 } from '../../statistics';

const budgets = { bytes: 200e3, paintMs: 1_000 };
const loads = 20;
/** Factor by which the processor is slowed down to simulate a phone's. */
const slower = 4;
/**
 * Network conditions that page tests call “4G”: 9 Mbit/s in both directions, 170 ms round trip
 * time.
 */
const fourG = { latency: 170, downloadThroughput: 9e6 / 8, uploadThroughput: 9e6 / 8 };

/** Measures the bytes that a phone loads before the page is painted, and the time until then. */
export const phonePage: Measurement = {
  name: 'phone page',
  async measure({ bundles }) {
    using home = freshHome();
    await using hub = await PhoneHost.start(bundles, home.configHome);
    await using browser = await PhoneBrowser.start(hub);
    const phone = await browser.pair(); // The page's address is known only after pairing.
    const files = await filesOf(browser.page);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    const first = await repeat(loads, () => browser.fresh((page) => paintOf(page, browser.page)));
    const again = await repeat(loads, () => paintOf(phone, browser.page));
    return [
      {
        figure: 'page of the phone: bytes until it shows, compressed as served',
        measured: megabytes(bytes),
        budget: `< ${megabytes(budgets.bytes)}`,
        verdict: verdict(bytes < budgets.bytes),
        notes: [files.map((file) => `${file.name} ${megabytes(file.bytes)}`).join(', ')],
      },
      {
        figure: `page of the phone: first paint, never opened before, processor ${slower} × slower, 4G`,
        measured: p50p95(first.map(({ painted }) => painted)),
        budget: `p50 < ${duration(budgets.paintMs)}`,
        verdict: verdict(median(first.map(({ painted }) => painted)) < budgets.paintMs),
        notes: [
          `the script's own screen follows at ${p50p95(first.map(({ usable }) => usable))}; ${first.length} loads, each in a browser that has nothing of it; 9 Mbit/s and 170 ms there and back, as the browser imitates it: per request, not per packet`,
        ],
      },
      {
        figure: `page of the phone: first paint of a paired phone, processor ${slower} × slower, 4G`,
        measured: p50p95(again.map(({ painted }) => painted)),
        budget: `p50 < ${duration(budgets.paintMs)}`,
        verdict: verdict(median(again.map(({ painted }) => painted)) < budgets.paintMs),
        notes: [
          `the board follows at ${p50p95(again.map(({ usable }) => usable))}`,
          'its files come out of the service worker’s cache, its board is the one it had last',
        ],
      },
    ];
  },
};

interface FileSize {
  readonly name: string;
  readonly bytes: number;
}

/**
 * The page, and the scripts and styles that it references, which are all loaded before the first
 * paint.
 */
async function filesOf(address: string): Promise<readonly FileSize[]> {
  const page = await fetchFile(address);
  if (!page.text.includes('<script')) throw new Error(`This is no page: ${page.text}`);
  const names = [...page.text.matchAll(/<(?:script[^>]*\ssrc|link[^>]*\shref)="([^"]+)"/gu)].map(
    ([, name = '']) => name,
  );
  const needed = names.filter((name) => /\.(?:js|css)$/u.test(name));
  const others = await Promise.all(needed.map((name) => fetchFile(new URL(name, address).href)));
  return [
    { name: 'index.html', bytes: page.bytes },
    ...others.map(({ bytes }, index) => ({ name: needed[index] ?? '', bytes })),
  ];
}

interface Fetched {
  readonly bytes: number;
  readonly text: string;
}

/** Requests a file as a browser does, but accepts an unknown certificate. */
function fetchFile(address: string): Promise<Fetched> {
  const headers = { 'accept-encoding': 'gzip' };
  return new Promise((resolve, reject) => {
    get(address, { headers, rejectUnauthorized: false, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const body = Buffer.concat(parts);
        const isPacked = response.headers['content-encoding'] === 'gzip';
        resolve({ bytes: body.length, text: String(isPacked ? gunzipSync(body) : body) });
      });
    }).on('error', reject);
  });
}

interface Paint {
  /** Time to the first painted text, in ms. */
  readonly painted: number;
  /** Time to the first screen that the page's script draws, in ms. */
  readonly usable: number;
}

/**
 * Opens the address under the conditions of a remote phone: a slow network and a slow processor.
 */
async function paintOf(page: Page, address: string): Promise<Paint> {
  const session = await page.context().newCDPSession(page);
  await page.goto('about:blank');
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', { offline: false, ...fourG });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower });
  await page.goto(address, { waitUntil: 'commit' });
  const painted = await page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
  );
  const usable = await page.waitForFunction(
    () => document.querySelector('.phone') !== null && performance.now(),
  );
  const paint = {
    painted: (await painted.jsonValue()) ?? Number.NaN,
    usable: Number(await usable.jsonValue()),
  };
  await session.detach();
  return paint;
}

async function repeat<T>(times: number, run: () => Promise<T>): Promise<readonly T[]> {
  const all: T[] = [];
  while (all.length < times) all.push(await run());
  return all;
}
