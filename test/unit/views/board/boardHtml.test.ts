import assert from 'node:assert/strict';
import { boardHtml } from '../../../../src/extension/views/board/boardHtml';
import { setLanguage } from '../../../../src/shared/words/l10n';

const parts = {
  scriptUri: 'https://host/dist/webview.js',
  styleUri: 'https://host/dist/webview.css',
  cspSource: 'https://host',
  nonce: 'n0nce',
  place: 'side',
  arrangement: { layout: 'grid', singleKeys: false },
} as const;
const html = boardHtml(parts);

function dataOf(document: string, name: string): unknown {
  const stored = new RegExp(`data-${name}="([^"]*)"`).exec(document)?.[1] ?? '';
  return JSON.parse(
    stored.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  );
}

describe('boardHtml', () => {
  it('allows only its own script, styles, fonts and images', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    assert.deepEqual(policy?.split('; '), [
      "default-src 'none'",
      "script-src 'nonce-n0nce'",
      'style-src https://host',
      'font-src https://host',
      'img-src https://host',
    ]);
  });

  it('passes the view and its stored arrangement to the page as escaped text', () => {
    assert.match(html, /<html lang="en" data-place="side">/);
    assert.deepEqual(dataOf(html, 'arrangement'), { layout: 'grid', singleKeys: false });
  });

  it('passes the translations to the page as escaped text', () => {
    assert.deepEqual(dataOf(html, 'words'), {});
    const words = { 'Not "there"': "<b>Nicht da</b> & 'weg'" };
    try {
      setLanguage('de', words);
      const german = boardHtml(parts);
      assert.match(german, /<html lang="de" data-place="side">/);
      assert.deepEqual(dataOf(german, 'words'), words);
    } finally {
      setLanguage('en', {});
    }
  });

  it('has no inline code and no inline style', () => {
    assert.deepEqual(html.match(/<script[^>]*>/g), [
      '<script type="module" nonce="n0nce" src="https://host/dist/webview.js">',
    ]);
    assert.doesNotMatch(html, /<style|style=|\son\w+=/);
  });
});
