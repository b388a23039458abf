import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { routes } from '../../src/shared/protocol/protocol';
import { launchBrowser, useBrowser } from '../support/editor/browser';
import { aHook, sessionId } from '../support/hub/hooks';
import { TestHub } from '../support/hub/testHub';

/** An attack by a page; returns what it could read. */
type Attempt = (target: {
  readonly url: string;
  readonly hook: string;
  readonly token: string;
}) => Promise<string>;

const forged = JSON.stringify(aHook('UserPromptSubmit', { prompt: 'Forged by a web page' }));

const attempts: Readonly<Record<string, Attempt>> = {
  'a simple request': async ({ url, hook }) => {
    const answer = await fetch(`${url}/api/live/hook`, {
      method: 'POST',
      mode: 'no-cors',
      body: hook,
    });
    return answer.type === 'opaque' ? '' : answer.text();
  },
  'a request that needs a preflight': async ({ url, hook, token }) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/live/hook`, { method: 'POST', headers, body: hook });
    return answer.text();
  },
  'a read of the board': async ({ url }) => (await fetch(`${url}/api/live/sessions`)).text(),
  'a read of who is there': async ({ url }) =>
    (await fetch(`${url}/api/live/hello?nonce=${'0'.repeat(48)}`)).text(),
  'a stream': ({ url, token }) =>
    new Promise((resolve, reject) => {
      const source = new EventSource(`${url}/api/live/stream?token=${token}`);
      source.addEventListener('snapshot', (event) => resolve(String(event.data)));
      source.addEventListener('error', () => reject(new Error('refused')));
    }),
  'an image tag': ({ url }) =>
    new Promise((resolve, reject) => {
      const image = new Image();
      image.addEventListener('load', () => resolve('an image'));
      image.addEventListener('error', () => reject(new Error('refused')));
      image.src = `${url}/api/live/sessions`;
    }),
  'a form in a sandboxed frame, whose origin is null': ({ url, hook }) =>
    new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts', 'allow-forms');
      const text = JSON.stringify(hook).replaceAll('<', '\\u003c');
      frame.srcdoc = `<script>fetch('${url}/api/live/hook', { method: 'POST', mode: 'no-cors', body: ${text} })
        .finally(() => parent.postMessage('sent', '*'))</script>`;
      window.addEventListener('message', () => resolve(''), { once: true });
      document.body.append(frame);
    }),
};

describe('A foreign web page in a browser', function () {
  this.timeout(60_000);
  let hub: TestHub;
  const browser = useBrowser();
  let site: Server;
  let page: Page;

  before(async () => {
    hub = await TestHub.start();
    await hub.hook(aHook('SessionStart', { session_id: 'known' }));
    site = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<body>A page</body>');
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    page = await browser().newPage();
    // Another port is another origin.
    await page.goto(`http://localhost:${(site.address() as AddressInfo).port}/`);
  });
  after(async () => {
    site?.close();
    await hub?.dispose();
  });

  for (const [title, attempt] of Object.entries(attempts)) {
    it(`changes and reads nothing by ${title}`, async () => {
      const target = { url: hub.url, hook: forged, token: hub.running.token };
      const read = await page.evaluate(attempt, target).catch(() => 'refused');
      assert.ok(['', 'refused'].includes(read), read);
      const ids = (await hub.board()).sessions.map((session) => session.sessionId);
      assert.ok(!ids.includes(sessionId));
    });
  }

  it('changes and reads nothing by a name of its own that leads to this machine', async () => {
    // DNS overrides apply to a whole browser.
    const rebound = await launchBrowser(['--host-resolver-rules=MAP attacker.example 127.0.0.1']);
    try {
      const other = await rebound.newPage();
      const answer = await other.goto(`http://attacker.example:${hub.port}${routes.sessions}`);
      assert.equal(answer?.status(), 403);
      assert.doesNotMatch(await other.content(), /known/);
    } finally {
      await rebound.close();
    }
  });
});
