import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { pageHeaders } from '../../../src/extension/hub/phone/pageFiles';
import { OpenReader } from '../../../src/extension/hub/phone/reader/openReader';
import { silentLog } from '../../../src/extension/util/log';
import type { FromPhone, ToPhone } from '../../../src/shared/phone/phoneMessages';
import { bundledOnce } from '../build/bundle';
import { FakeBoard } from '../fakes/fakeBoard';
import { pageThemes, type ThemeName } from '../page/themes';
import { homeSessionId, TranscriptHome } from '../transcript/transcriptHome';
import { scaledTimeout } from '../scaledTimeout';

export interface ScreenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: ThemeName;
  readonly agentId?: string;
}

/** A transcript's screen in a browser with touch, with the hub's own reader and a real file. */
export class TranscriptScreenUnderTest {
  readonly said: FromPhone[] = [];
  readonly complaints: string[] = [];
  private reader: OpenReader;

  private constructor(
    readonly page: Page,
    readonly home: TranscriptHome,
    private readonly server: Server,
    private readonly board: FakeBoard,
  ) {
    this.reader = this.newReader();
  }

  static async open(
    browser: Browser,
    lines: readonly unknown[],
    { width = 390, height = 844, theme = 'dark', agentId }: ScreenOptions = {},
  ): Promise<TranscriptScreenUnderTest> {
    const home = await TranscriptHome.with(lines, agentId);
    const server = await serve(theme);
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: true,
      isMobile: true,
      reducedMotion: 'reduce',
      colorScheme: theme === 'dark' ? 'dark' : 'light',
      timezoneId: 'UTC',
      locale: 'en-GB',
    });
    const page = await context.newPage();
    page.setDefaultTimeout(scaledTimeout(40_000));
    const screen = new TranscriptScreenUnderTest(page, home, server, new FakeBoard([home.session]));
    page.on('pageerror', (error) => screen.complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') screen.complaints.push(message.text());
    });
    await page.addInitScript('globalThis.__name = (value) => value;');
    await page.exposeFunction('hostReceive', (message: FromPhone) => screen.receive(message));
    // The server listens on a port, not on a pipe.
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.getByRole('feed', { name: 'Transcript' }).waitFor();
    return screen;
  }

  /** Reconnects the phone to a hub that does not know the page. */
  async reconnect(meanwhile: () => Promise<void>): Promise<void> {
    this.reader.dispose();
    await meanwhile();
    this.reader = this.newReader();
    this.post({
      type: 'welcome',
      device: { id: 'd', name: 'Phone', scope: 'watch' },
      hub: 'h',
      now: 0,
      machine: 'm',
      isSubscribed: false,
    });
  }

  /** Pixels by which content exceeds the screen, except boxes that scroll horizontally. */
  overflow(): Promise<number> {
    return this.page.evaluate(() => {
      const feed = document.querySelector('[role="feed"]');
      const excessOf = (element: Element | null): number =>
        element === null ? 0 : element.scrollWidth - element.clientWidth;
      return Math.max(excessOf(document.documentElement), excessOf(feed));
    });
  }

  async close(): Promise<void> {
    this.reader.dispose();
    await this.page.context().close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await this.home.remove();
    assert.deepEqual(this.complaints, []);
  }

  private newReader(): OpenReader {
    const { board, home } = this;
    return new OpenReader({
      board,
      configHome: home.folder,
      readPart: () => Promise.reject(new Error('It is on this machine')),
      post: (target, message) => this.post({ type: 'reader', target, message }),
      log: silentLog,
    });
  }

  private receive(message: FromPhone): void {
    this.said.push(message);
    if (message.type === 'reader') this.reader.handle(message.target, message.message);
    if (message.type === 'leaveReader') this.reader.close();
  }

  private posted: Promise<unknown> = Promise.resolve();

  /** Posts messages in order; a closed page receives none. */
  private post(message: ToPhone): void {
    this.posted = this.posted
      .then(() => this.page.evaluate((data) => window.postMessage(data, '*'), message))
      .catch(() => undefined);
  }
}

/** Files that a phone loads for the screen, by name. */
async function builtFiles(): Promise<Readonly<Record<string, string>>> {
  const folder = await bundledOnce({
    entryPoints: {
      page: 'test/support/phone/transcriptEntry.tsx',
      reader: 'src/webview/styles/phone/reader.css',
      tokens: 'src/webview/styles/tokens.css',
      base: 'src/webview/styles/base.css',
      primitives: 'src/webview/styles/primitives.css',
    },
    bundle: true,
    minify: true,
    legalComments: 'none',
    platform: 'browser',
    format: 'iife',
    target: ['chrome120', 'firefox121', 'safari16.4'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]),
  );
}

async function serve(theme: ThemeName): Promise<Server> {
  const variables = Object.entries(pageThemes[theme].variables)
    .map(([name, value]) => `--vscode-${name}: ${value};`)
    .join(' ');
  const files: Readonly<Record<string, string>> = {
    ...(await builtFiles()),
    '': `<!doctype html><html lang="en" data-session="${homeSessionId}"><head><title>Transcript</title>
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <link rel="stylesheet" href="theme.css" /><link rel="stylesheet" href="tokens.css" /><link rel="stylesheet" href="base.css" />
      <link rel="stylesheet" href="primitives.css" />
      </head><body class="${pageThemes[theme].bodyClass}"><div id="root"></div>
      <script src="page.js"></script></body></html>`,
    'theme.css': `:root { ${variables} } html { background: var(--vscode-editor-background); }
      body { margin: 0; color: var(--vscode-editor-foreground); font-family: system-ui; }
      #root { display: flex; flex-direction: column; block-size: 100dvh; }`,
  };
  const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };
  const server = createServer((request, response) => {
    const name = (request.url ?? '/').slice(1);
    if (name === 'favicon.ico') return void response.writeHead(204).end(); // See pageServer.ts.
    const type = types[name.split('.').at(-1) ?? ''] ?? 'text/html';
    const body = files[name];
    response.writeHead(body === undefined ? 404 : 200, {
      ...pageHeaders,
      'content-type': `${type}; charset=utf-8`,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
