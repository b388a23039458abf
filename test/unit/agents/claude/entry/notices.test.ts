import assert from 'node:assert/strict';
import { partsIn } from '../../../../../src/extension/reader/items/readerItem';
import { spokenTexts } from '../../../../../src/extension/hub/reading/search/spokenTexts';
import { shownLines, silentLines } from '../../../../support/client/shownLines';
import { claudeFormat } from '../../../../../src/extension/agents/claude/transcripts';

describe('A line that the terminal shows to the person', () => {
  for (const [line, notice, word] of shownLines) {
    const text = JSON.stringify(line);
    it(`is a quiet line of the transcript and found by the search: ${notice}`, () => {
      const bytes = Buffer.from(text);
      const parts = partsIn({ at: 0, length: bytes.length, bytes }, claudeFormat).map(
        ({ part }) => part,
      );
      assert.deepEqual(parts, [{ kind: 'notice', text: notice }]);
      const texts = parts.flatMap((part) => spokenTexts(part, claudeFormat.voices));
      assert.ok(texts.some((one) => one.text.includes(word)));
    });
  }

  for (const line of silentLines) {
    it(`is none where there are no words: ${JSON.stringify(line)}`, () => {
      const bytes = Buffer.from(JSON.stringify(line));
      assert.deepEqual(partsIn({ at: 0, length: bytes.length, bytes }, claudeFormat), []);
    });
  }
});
