import assert from 'node:assert/strict';
import { boardHtml } from '../../../src/extension/views/boardHtml';

const html = boardHtml({
  scriptUri: 'https://host/dist/webview.js',
  styleUri: 'https://host/dist/webview.css',
  cspSource: 'https://host',
  nonce: 'n0nce',
});

describe('boardHtml', () => {
  it('allows nothing but its own script, styles, fonts and images', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1];
    assert.deepEqual(policy?.split('; '), [
      "default-src 'none'",
      "script-src 'nonce-n0nce'",
      'style-src https://host',
      'font-src https://host',
      'img-src https://host',
    ]);
  });

  it('has no inline code and no inline style', () => {
    assert.deepEqual(html.match(/<script[^>]*>/g), [
      '<script nonce="n0nce" src="https://host/dist/webview.js">',
    ]);
    assert.doesNotMatch(html, /<style|style=|\son\w+=/);
  });
});
