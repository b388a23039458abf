import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as path from 'node:path';
import type { Arrangement, PagePlace } from '../../../src/shared/board/arrangement';
import { pageHeaders } from '../../../src/extension/hub/phone/pageFiles';
import type { ReaderTarget } from '../../../src/shared/messages/readerMessages';
import { bundledOnce } from '../build/bundle';
import { pageThemes, type ThemeName } from './themes';

const projectRoot = path.resolve(__dirname, '../../..');

/** The policy of the real panels: only their own scripts and styles. */
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'";
/** The policy of a phone's listener, which also allows what the installed app needs. */
const phonePolicy = pageHeaders['content-security-policy'] ?? '';
/** A transcript has pictures. */
const readerPolicy = `${contentSecurityPolicy}; img-src 'self' data:`;

export interface PageServer {
  urlOf(theme: ThemeName, place?: PagePlace, kept?: Arrangement, language?: string): string;
  readerUrl(theme: ThemeName, target: ReaderTarget): string;
  phonePanelUrl(theme: ThemeName, language?: string): string;
  close(): Promise<void>;
}

/**
 * Builds the pages like the product and serves them on loopback, with the styles of an editor's
 * webview.
 */
export async function servePage(): Promise<PageServer> {
  const [files, reader, phonePanel] = await Promise.all([
    buildPage('src/webview/main.tsx'),
    buildPage('src/webview/reader/main.tsx'),
    buildPage('src/webview/phonePanel/main.tsx'),
  ]);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const theme = (searchParams.get('theme') ?? 'dark') as ThemeName; // Only tests set the theme.
    if (pathname === '/' && searchParams.get('place') === 'phone')
      send(response, 'text/html', phoneDocument(searchParams), phonePolicy);
    else if (pathname === '/phone.js') void sendPhone(response, 'text/javascript', 'script');
    else if (pathname === '/phone.css') void sendPhone(response, 'text/css', 'style');
    else if (pathname === '/') send(response, 'text/html', documentOf(theme, searchParams));
    else if (pathname === '/reader')
      send(response, 'text/html', readerDocument(theme, searchParams), readerPolicy);
    else if (pathname === '/reader.js') send(response, 'text/javascript', reader.script);
    else if (pathname === '/reader.css') send(response, 'text/css', reader.style);
    else if (pathname === '/phonePanel')
      send(response, 'text/html', phonePanelDocument(theme, searchParams));
    else if (pathname === '/phonePanel.js') send(response, 'text/javascript', phonePanel.script);
    else if (pathname === '/phonePanel.css') send(response, 'text/css', phonePanel.style);
    else if (pathname === '/theme.css') send(response, 'text/css', themeStyle(theme));
    else if (pathname === '/fakeEditor.js') send(response, 'text/javascript', fakeEditor);
    else if (pathname === '/webview.js') send(response, 'text/javascript', files.script);
    else if (pathname === '/webview.css') send(response, 'text/css', files.style);
    // The full Chromium requests it by itself; a 404 would appear as an error in the page's
    // console.
    else if (pathname === '/favicon.ico') response.writeHead(204).end();
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // The server listens on a port, not on a pipe.
  return {
    urlOf: (theme, place = 'panel', kept = {}, language = 'en') => {
      const query = new URLSearchParams({ theme, place, kept: JSON.stringify(kept), language });
      return `http://127.0.0.1:${port}/?${query}`;
    },
    readerUrl: (theme, target) => {
      const query = new URLSearchParams({ theme, target: JSON.stringify(target) });
      return `http://127.0.0.1:${port}/reader?${query}`;
    },
    phonePanelUrl: (theme, language = 'en') => {
      const query = new URLSearchParams({ theme, language });
      return `http://127.0.0.1:${port}/phonePanel?${query}`;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface BuiltPage {
  readonly script: string;
  readonly style: string;
}

let builtPhone: Promise<BuiltPage> | undefined;

/** Sends the phone's view, which is built from the current sources on the first request. */
async function sendPhone(
  response: ServerResponse,
  type: string,
  part: keyof BuiltPage,
): Promise<void> {
  builtPhone ??= buildPage('test/support/page/phone/main.tsx');
  send(response, type, (await builtPhone)[part]);
}

async function buildPage(entry: string): Promise<BuiltPage> {
  const folder = await bundledOnce({
    entryPoints: { page: entry },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'iife',
    target: 'chrome132',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  const textOf = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  return { script: textOf('page.js'), style: textOf('page.css') };
}

function send(
  response: ServerResponse,
  type: string,
  body: string,
  policy = contentSecurityPolicy,
): void {
  // Scripts and styles do not change, so they may be cached: a browser caches a script's compiled
  // code with its file.
  const isDocument = type === 'text/html';
  response.writeHead(200, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'cache-control': isDocument ? 'no-store' : 'max-age=3600',
  });
  response.end(body);
}

function documentOf(theme: ThemeName, asked: URLSearchParams): string {
  const kept = escaped(asked.get('kept') ?? '{}');
  const language = asked.get('language') ?? 'en';
  return `<!doctype html>
<html lang="${language}" data-place="${asked.get('place') ?? 'panel'}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Mission Control</title>
    <link rel="stylesheet" href="theme.css?theme=${theme}" />
    <link rel="stylesheet" href="webview.css" />
    <script src="fakeEditor.js"></script>
  </head>
  <body class="${pageThemes[theme].bodyClass}">
    <div id="root" data-arrangement="${kept}" data-words="${escaped(translationsOf(language))}"></div>
    <script src="webview.js"></script>
  </body>
</html>`;
}

function phoneDocument(asked: URLSearchParams): string {
  const language = asked.get('language') ?? 'en';
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content" />
    <title>Mission Control</title>
    <link rel="stylesheet" href="phone.css" />
    <script src="fakeEditor.js"></script>
  </head>
  <body>
    <div id="root" data-words="${escaped(translationsOf(language))}"></div>
    <script src="phone.js"></script>
  </body>
</html>`;
}

function translationsOf(language: string): string {
  if (language === 'en') return '{}';
  return readFileSync(path.join(projectRoot, `media/l10n/bundle.l10n.${language}.json`), 'utf8');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}

function phonePanelDocument(theme: ThemeName, asked: URLSearchParams): string {
  const language = asked.get('language') ?? 'en';
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Phones</title>
    <link rel="stylesheet" href="theme.css?theme=${theme}" />
    <link rel="stylesheet" href="phonePanel.css" />
    <script src="fakeEditor.js"></script>
  </head>
  <body class="${pageThemes[theme].bodyClass}">
    <div id="root" data-words="${escaped(translationsOf(language))}"></div>
    <script src="phonePanel.js"></script>
  </body>
</html>`;
}

function readerDocument(theme: ThemeName, asked: URLSearchParams): string {
  const target = escaped(asked.get('target') ?? '{}');
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Transcript</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="theme.css?theme=${theme}" />
    <link rel="stylesheet" href="reader.css" />
    <script src="fakeEditor.js"></script>
  </head>
  <body class="${pageThemes[theme].bodyClass}">
    <div id="root" data-target="${target}" data-kept="false"></div>
    <script src="reader.js"></script>
  </body>
</html>`;
}

/** The theme's variables, and the styles that the editor gives every webview. */
function themeStyle(theme: ThemeName): string {
  const variables = Object.entries(pageThemes[theme].variables);
  return `:root { ${variables.map(([name, value]) => `--vscode-${name}: ${value};`).join(' ')} }
@layer vscode-default {
  html { scrollbar-color: var(--vscode-scrollbarSlider-background) var(--vscode-editor-background); }
  body { margin: 0; padding: 0 20px; background: transparent; color: var(--vscode-editor-foreground);
    font-family: var(--vscode-font-family); font-size: var(--vscode-font-size); }
  img { max-width: 100%; max-height: 100%; }
  input:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
  code { color: var(--vscode-textPreformat-foreground); background: var(--vscode-textPreformat-background);
    padding: 1px 3px; border-radius: 4px; }
  pre code { padding: 0; }
  blockquote { background: var(--vscode-textBlockQuote-background); border-color: var(--vscode-textBlockQuote-border); }
  kbd { border: 1px solid var(--vscode-keybindingLabel-border); border-radius: 3px; padding: 1px 3px;
    border-bottom-color: var(--vscode-keybindingLabel-bottomBorder); vertical-align: middle;
    background: var(--vscode-keybindingLabel-background); color: var(--vscode-keybindingLabel-foreground);
    box-shadow: inset 0 -1px 0 var(--vscode-widget-shadow); }
}
html { background: var(--vscode-editor-background); }
html[data-place='side'] { background: var(--vscode-sideBar-background); }`;
}

/** The editor's API inside the document; like the real one, it can be acquired only once. */
const fakeEditor = `(() => {
  let taken = false;
  globalThis.acquireVsCodeApi = () => {
    if (taken) throw new Error('An instance of the VS Code API has already been acquired');
    taken = true;
    return {
      postMessage: (message) => {
        if (message.type !== 'ping') return void globalThis.hostReceive(structuredClone(message));
        globalThis.pings = (globalThis.pings ?? 0) + 1;
        const alive = { type: 'alive', sequence: 0 };
        // Synchronous, since a stopped clock may advance by minutes before other tasks run.
        if (globalThis.hostIsSilent !== true)
          window.dispatchEvent(new MessageEvent('message', { data: alive }));
      },
      getState: () => JSON.parse(sessionStorage.getItem('state') ?? 'null') ?? undefined,
      setState: (state) => sessionStorage.setItem('state', JSON.stringify(state)),
    };
  };
})();`;
