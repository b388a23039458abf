import assert from 'node:assert/strict';
import {
  escapeIcons,
  escapeMarkdown,
  escapeForInputBox,
  escapeForNotification,
} from '../../../src/extension/views/markdown';

/** The text that a Markdown renderer shows for character references. */
function decoded(markdown: string): string {
  return markdown.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

describe('escapeMarkdown', () => {
  const hostile = [
    '[click](command:workbench.action.reloadWindow)',
    '![x](https://example.com/x.png)',
    'https://example.com and www.example.com and a@example.com',
    '<img src=x onerror=alert(1)>',
    '$(trash) $(sync~spin)',
    '**bold** _it_ ~~no~~ `code`',
    '# heading\\',
    '- list | table | --- > quote',
    '&lt;b&gt; &#36;(x)',
  ];
  for (const text of hostile) {
    it(`escapes all Markdown and HTML in ${text}`, () => {
      const escaped = escapeMarkdown(text);
      assert.doesNotMatch(escaped.replace(/&#\d+;/g, ''), /[!#$&()*+\-.:;<=>@[\\\]_`{|}~]/);
      assert.equal(decoded(escaped), text);
    });
  }

  it('leaves letters, digits and spaces as they are', () => {
    assert.equal(escapeMarkdown('Füge 3 Tests hinzu, "bitte"'), 'Füge 3 Tests hinzu, "bitte"');
  });
});

describe('escapeIcons', () => {
  it('escapes the syntax of a product icon', () => {
    assert.equal(escapeIcons('a $(trash) b'), 'a \\$(trash) b');
  });
});

describe('A sentence for an input box', () => {
  it('contains no link and no icon', () => {
    assert.equal(
      escapeForInputBox('Back to “[run](command:workbench.action.quit) $(trash)\u202E”'),
      'Back to “[run] (command:workbench.action.quit) \\$(trash)⟨U+202E⟩”',
    );
  });
});

describe('A sentence for a notification', () => {
  it('contains no link and no control character', () => {
    const path = '/home/dev/[run](command:workbench.action.quit)\u202E\u001B[31m\n';
    assert.equal(
      escapeForNotification(`The folder ${path} does not exist.`),
      'The folder /home/dev/[run] (command:workbench.action.quit)⟨U+202E⟩⟨U+001B⟩[31m does not exist.',
    );
  });
});
