import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  fileElsewhereText,
  missingFileText,
  unopenedText,
} from '../../../../src/extension/views/reader/linkWords';
import { hostileText } from '../../../support/hostileText';

/** Text that the editor would render as a link in a notification. */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+/u;

describe('The message about a link that is not followed', () => {
  it('never contains a link to a command of the editor', () => {
    const hidden = '[Open it anyway](command:workbench.action.quit)';
    assert.match(`Not opened: x:${hidden}`, link);
    assert.equal(
      unopenedText(`x:${hidden}`),
      'Not opened: x:[Open it anyway] (command:workbench.action.quit)',
    );
    for (const shown of [missingFileText(`/${hidden}`), fileElsewhereText(`/${hidden}`, hidden)])
      assert.doesNotMatch(shown, link);
  });

  it('is one line of about a hundred characters', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (text, other) => {
        for (const message of [
          unopenedText(text),
          missingFileText(text),
          fileElsewhereText(text, other),
        ]) {
          assert.doesNotMatch(message, link);
          assert.doesNotMatch(message, /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u);
          assert.ok(message.length <= 1_000);
        }
      }),
    );
  });
});
