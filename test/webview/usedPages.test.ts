import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { useBrowser } from '../support/editor/browser';
import { UsedPages } from '../support/page/usedPages';

interface Exposed {
  receive(message: string): Promise<string>;
}

const viewport = { width: 300, height: 200 };

describe('A page that was used by an earlier test', () => {
  const browser = useBrowser();
  let server: Server;
  let url: string;
  let pages: UsedPages;

  before(async () => {
    server = createServer((_request, response) => {
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><button onclick="this.textContent = \'Pressed\'">Press</button>');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  });
  beforeEach(() => {
    pages = new UsedPages(browser());
  });
  afterEach(() => pages.close());
  after(() => server.close());

  /** State of a page as a test finds it, which must not depend on earlier tests. */
  const found = (page: Page) =>
    page.evaluate(async () => ({
      button: document.querySelector('button')?.textContent,
      hovers: document.querySelector('button')?.matches(':hover'),
      stored: [localStorage.length, sessionStorage.length, document.cookie],
      databases: (await indexedDB.databases()).length,
      history: history.length,
      own: ['added', 'receive', '__pwClock'].filter((name) => name in globalThis),
      clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName }))
        .state,
      size: [innerWidth, innerHeight],
      dark: matchMedia('(prefers-color-scheme: dark)').matches,
    }));

  it('has the script of Playwright without a number of its document, so that it is compiled once', async () => {
    const snapshots: string[] = [];
    for (let document = 0; document < 3; document += 1) {
      const used = await pages.open({ viewport });
      await used.page.goto(url);
      snapshots.push(await used.page.ariaSnapshot({ mode: 'ai' }));
      await used.close();
    }
    const [first] = snapshots;
    assert.match(first ?? '', /\[ref=/);
    assert.deepEqual(snapshots, [first, first, first]);
  });

  it('is like a new one, in a new document', async () => {
    const fresh = await pages.open({ viewport });
    await fresh.page.goto(url);
    const expected = await found(fresh.page);
    await fresh.close();

    const used = await pages.open({ viewport: { width: 400, height: 300 }, colorScheme: 'dark' });
    const { page } = used;
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.addInitScript('globalThis.added = true;');
    await page.exposeFunction('receive', () => undefined);
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.goto(`${url}?first`);
    await page.goto(url);
    await page.context().grantPermissions(['clipboard-read']);
    await page.context().newPage();
    await page.getByRole('button').click();
    await page.evaluate(async () => {
      localStorage.setItem('a', 'b');
      sessionStorage.setItem('a', 'b');
      document.cookie = 'a=b';
      await new Promise((resolve) => {
        indexedDB.open('a').addEventListener('success', resolve);
      });
    });
    assert.notDeepEqual(await found(page), expected);
    await used.close();

    const next = await pages.open({ viewport });
    assert.ok(next.page === page);
    assert.equal(page.context().pages().length, 1);
    await page.goto(url);
    assert.deepEqual(await found(page), expected);
    await Promise.all([
      page.waitForEvent('pageerror'),
      page.evaluate(() => void Promise.reject(new Error('Later'))),
    ]);
    assert.deepEqual(errors, []);
    await page.addInitScript('globalThis.added = true;');
    await page.exposeFunction('receive', () => 'heard');
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(500);
    await page.goto(url);
    assert.equal(await page.evaluate(() => Date.now()), 500);
    const answer = await page.evaluate(() => (globalThis as unknown as Exposed).receive(''));
    assert.equal(answer, 'heard');
    await next.close();
  });

  it('is not given to a test that wants another kind of context', async () => {
    const used = await pages.open({ viewport });
    await used.close();
    const touched = await pages.open({ viewport, hasTouch: true });
    assert.ok(touched.page !== used.page);
    await touched.close();
  });

  it('is replaced where it was closed, or two are open', async () => {
    const [one, other] = await Promise.all([pages.open({ viewport }), pages.open({ viewport })]);
    assert.ok(one.page !== other.page);
    await other.page.goto(url);
    await one.page.close();
    await one.close();
    await other.close();
    const next = await pages.open({ viewport });
    assert.ok(next.page === other.page);
    await next.page.goto(url);
    await next.close();
    assert.equal(browser().contexts().length, 1);
  });

  it('is closed with its suite where its test did not close it', async () => {
    const left = await pages.open({ viewport });
    const closed = await pages.open({ viewport });
    await closed.page.goto(url);
    await closed.close();
    await pages.closeLeft();
    assert.ok(left.page.isClosed());
    assert.ok(!closed.page.isClosed());
  });
});
