import assert from 'node:assert/strict';
import { linkTarget } from '../../../../src/extension/views/reader/linkTarget';

const project = '/home/dev/shop';

describe('linkTarget', () => {
  const followed: readonly (readonly [href: string, target: object])[] = [
    ['https://example.com/a?b#c', { kind: 'web', address: 'https://example.com/a?b#c' }],
    ['http://example.com', { kind: 'web', address: 'http://example.com/' }],
    ['src/a.ts', { kind: 'file', file: '/home/dev/shop/src/a.ts', line: undefined }],
    ['./src/a.ts:12', { kind: 'file', file: '/home/dev/shop/src/a.ts', line: 12 }],
    ['src/a.ts:12:3', { kind: 'file', file: '/home/dev/shop/src/a.ts', line: 12 }],
    ['src/a.ts#L7-L9', { kind: 'file', file: '/home/dev/shop/src/a.ts', line: 7 }],
    ['a%20b.md', { kind: 'file', file: '/home/dev/shop/a b.md', line: undefined }],
    ['/etc/hosts', { kind: 'file', file: '/etc/hosts', line: undefined }],
    ['file:///etc/hosts#L3', { kind: 'file', file: '/etc/hosts', line: 3 }],
  ];
  for (const [href, target] of followed) {
    it(`follows ${href}`, () => assert.deepEqual(linkTarget(href, project), target));
  }

  const dead = [
    'command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22rm%22%7D',
    'COMMAND:x',
    'vscode://some.extension/run',
    'vscode-insiders:a',
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://x/1',
    'mailto:a@example.com',
    'file://server/share/a.txt',
    '//server/share/a.txt',
    '\\\\server\\share\\a.txt',
    '%5C%5Cserver%5Cshare',
    'https://name:password@example.com/',
    'https://',
    '#heading',
    '?query',
    '',
    'a\0b',
  ];
  for (const href of dead) {
    it(`does not follow ${JSON.stringify(href)}`, () =>
      assert.equal(linkTarget(href, project), undefined));
  }

  it('follows no relative path without a project', () => {
    assert.equal(linkTarget('src/a.ts', ''), undefined);
  });
});
