import assert from 'node:assert/strict';
import {
  highlight,
  splitCode,
  type CodeNode,
  registerLanguages,
} from '../../../../src/webview/reader/highlight';
import * as languages from '../../../../src/webview/reader/languages';

function textOf(nodes: readonly CodeNode[]): string {
  return nodes
    .map((node) => (node.type === 'text' ? node.value : textOf(node.children as CodeNode[])))
    .join('');
}

describe('Highlighted code', () => {
  before(() => registerLanguages(languages));

  const line = 'const answer = 42; // and why\n';

  it('is split into pieces, so that no text takes a grammar long', () => {
    for (const code of [line.repeat(900), `${line.repeat(40)}\n`.repeat(20), 'a '.repeat(20_000)]) {
      const pieces = splitCode(code);
      assert.equal(pieces.join(''), code);
      assert.ok(pieces.length > 2);
      assert.ok(pieces.every(({ length }) => length <= 8_000));
    }
    assert.deepEqual(splitCode(line), [line]);
  });

  it('is split after an empty line or a line if there is one', () => {
    assert.ok(splitCode(line.repeat(900)).every((piece) => piece.endsWith('\n')));
    const paragraphs = `${line.repeat(40)}\n`.repeat(20);
    assert.ok(splitCode(paragraphs).every((piece) => piece.endsWith('\n\n')));
  });

  it('has unchanged text', () => {
    const code = line.repeat(900);
    const nodes = highlight(code, 'typescript');
    assert.equal(textOf(nodes ?? []), code);
    assert.ok(nodes?.some(({ type }) => type === 'element'));
    assert.equal(highlight('a '.repeat(40_000), 'c'), undefined);
  });
});
