import assert from 'node:assert/strict';
import { ownWords } from '../../../../../src/extension/agents/claude/texts/ownWords';

const table: readonly (readonly [told: string, prompt: string, own: string])[] = [
  ['a prompt alone', 'tidy the cart', 'tidy the cart'],
  ['an open file', '<ide_opened_file>The user opened a.ts</ide_opened_file>\ntidy', '\ntidy'],
  [
    'two blocks',
    '<ide_selection>1</ide_selection>\n<system-reminder>2</system-reminder> go',
    ' go',
  ],
  ['a terminal by its name', '<terminal name="zsh">\n$ ls\n</terminal>fix that', 'fix that'],
  ['white space before', '\n <browser>page</browser>\n\nread it', '\n\nread it'],
];

describe('The own words of a prompt', () => {
  for (const [told, prompt, own] of table) {
    it(`are what stands behind what the client put before them: ${told}`, () => {
      assert.equal(ownWords(prompt), own);
    });
  }

  it('are all of it where the client added nothing, or everything', () => {
    for (const prompt of [
      'explain <ide_selection>x</ide_selection> to me',
      '<div>why is this red?</div>',
      '<ide_selection>never closed',
      '<system-reminder>nothing else</system-reminder>\n',
      '</system-reminder> go',
      '<Terminal>x</Terminal> go',
      '',
    ])
      assert.equal(ownWords(prompt), prompt);
  });

  it('are found at once in a text of megabytes', () => {
    const blocks = '<ide_selection>x</ide_selection>'.repeat(50_000);
    assert.equal(ownWords(`${blocks}go`), 'go');
    const open = `${'<terminal '.repeat(200_000)}go`;
    assert.equal(ownWords(open), open);
  });
});
