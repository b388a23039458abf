import assert from 'node:assert/strict';
import { deviceName } from '../../../../../src/webview/phone/pairing/deviceName';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const mac = 'Macintosh; Intel Mac OS X 10_15_7';
const iphone = 'iPhone; CPU iPhone OS 18_1 like Mac OS X';
const android = 'Linux; Android 10; K';

/** User agents of browsers, with the names that their owners know. */
const agents: readonly (readonly [agent: string, name: string, touches?: number])[] = [
  [`(${iphone}) ${webkit} Version/18.1 Mobile/15E148 Safari/604.1`, 'iPhone, Safari', 5],
  [`(${iphone}) ${webkit} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'iPhone, Chrome', 5],
  [`(${iphone}) ${webkit} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`, 'iPhone, Firefox', 5],
  [
    `(${iphone}) ${webkit} Version/18.0 EdgiOS/131.0.2903.48 Mobile/15E148 Safari/604.1`,
    'iPhone, Edge',
    5,
  ],
  [
    `(iPad; CPU OS 17_7 like Mac OS X) ${webkit} Version/17.7 Mobile/15E148 Safari/604.1`,
    'iPad, Safari',
    5,
  ],
  [`(${mac}) ${webkit} Version/18.1 Safari/605.1.15`, 'iPad, Safari', 5],
  [`(${mac}) ${webkit} Version/18.1 Safari/605.1.15`, 'Mac, Safari'],
  [`(${android}) ${blink} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Android, Chrome', 5],
  [
    `(${android}) ${blink} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
    'Android, Samsung Internet',
    5,
  ],
  [
    `(${android}) ${blink} Chrome/131.0.0.0 Mobile Safari/537.36 EdgA/131.0.0.0`,
    'Android, Edge',
    5,
  ],
  [`(${android}) ${blink} Chrome/130.0.0.0 Mobile Safari/537.36 OPR/86.0.0.0`, 'Android, Opera', 5],
  ['(Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0', 'Android, Firefox', 5],
  [
    `(Windows NT 10.0; Win64; x64) ${blink} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`,
    'Windows, Edge',
  ],
  [`(X11; CrOS x86_64 14541.0.0) ${blink} Chrome/131.0.0.0 Safari/537.36`, 'Chromebook, Chrome'],
  ['(X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Linux, Firefox'],
  [`(X11; Linux x86_64) ${blink} HeadlessChrome/131.0.0.0 Safari/537.36`, 'Linux, Chrome'],
];

/** Chromium's client hints, which may differ from the user agent's system. */
function chromium(brands: readonly string[], platform: string, model: string | Error) {
  const getHighEntropyValues = async () => {
    if (model instanceof Error) throw model;
    return { model };
  };
  const brandList = brands.map((brand) => ({ brand, version: '131' }));
  return {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) ${blink} HeadlessChrome/131.0.0.0 Safari/537.36`,
    maxTouchPoints: 5,
    userAgentData: { brands: brandList, platform, mobile: true, getHighEntropyValues },
  };
}

describe('The name of a phone', () => {
  for (const [agent, name, maxTouchPoints = 0] of agents) {
    it(`is ${name} for the user agent ${agent}`, async () => {
      assert.equal(await deviceName({ userAgent: `Mozilla/5.0 ${agent}`, maxTouchPoints }), name);
    });
  }

  it('is taken from Chromium’s client hints if there are any, the model first', async () => {
    const names = await Promise.all(
      [
        chromium(['Not?A_Brand', 'Chromium', 'Google Chrome'], 'Android', 'Pixel 8'),
        chromium(['Chromium', 'Samsung Internet'], 'Android', 'SM-S921B'),
        chromium(['Chromium', 'Microsoft Edge'], 'Windows', ''),
        chromium(['Chromium', 'Brave'], 'macOS', ''),
        chromium(['Chromium', 'Google Chrome'], 'Chrome OS', new Error('Not allowed')),
        chromium(['HeadlessChrome', 'Chromium'], 'Android', ''),
        chromium([], '', 'Of no use'),
      ].map((one) => deviceName(one)),
    );
    assert.deepEqual(names, [
      'Pixel 8, Chrome',
      'SM-S921B, Samsung Internet',
      'Windows, Edge',
      'Mac, Brave',
      'Chromebook, Chrome',
      'Android, Chrome',
      'Linux, Chrome',
    ]);
  });

  it('is no longer than a hub accepts, and never empty', async () => {
    const long = chromium(['Google Chrome'], 'Android', 'M'.repeat(200));
    assert.equal((await deviceName(long)).length, 100);
    assert.equal(await deviceName({ userAgent: '', maxTouchPoints: 0 }), 'Phone');
  });
});
