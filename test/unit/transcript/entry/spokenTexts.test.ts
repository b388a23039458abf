import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { Chunk } from '../../../../src/extension/hub/history/chunk';
import { spokenEntry } from '../../../../src/extension/transcript/entry/spokenTexts';

const fixtures = path.join(__dirname, '../../../fixtures/transcripts');

describe('What a line says', () => {
  const placesOf = (line: Buffer, word: string): number[] => {
    const places: number[] = [];
    for (let at = line.indexOf(word); at >= 0; at = line.indexOf(word, at + 1)) places.push(at);
    return places;
  };
  const chunk = new Chunk(64 * 1024);
  const isSaid = (line: Buffer, word: string): boolean => {
    chunk.fill((room) => line.copy(room));
    assert.equal(chunk.length, line.length);
    return placesOf(line, word).some((place) => chunk.mayBeSaid(0, line.length, place));
  };

  for (const name of fs.readdirSync(fixtures).filter((one) => one.endsWith('.jsonl'))) {
    it(`is where every word of it in ${name} may be said`, () => {
      const lines = fs.readFileSync(path.join(fixtures, name), 'utf8').split('\n');
      for (const text of lines) {
        const line = Buffer.from(text);
        const words = spokenEntry(text).texts.flatMap((one) => one.text.match(/\w{3,}/gu) ?? []);
        for (const word of new Set(words)) assert.ok(isSaid(line, word), `${word} in ${text}`);
      }
    });
  }

  it('is not in its keys, nor in what the client notes of it', () => {
    const message = { model: 'opus', role: 'user', content: [{ type: 'text', text: 'Hello' }] };
    const rest = { cwd: '/work/shop', toolUseResult: { stdout: 'printed' } };
    const text = JSON.stringify({ parentUuid: 'ab', gitBranch: 'main', message, ...rest });
    const line = Buffer.from(text);
    const names = ['parentUuid', 'ab', 'gitBranch', 'main', 'message', 'opus', 'content', 'role'];
    for (const word of [...names, 'shop', 'toolUseResult', 'printed']) {
      assert.equal(isSaid(line, word), false, word);
    }
    assert.ok(isSaid(line, 'Hello'));
  });

  it('may be anywhere in a line of another form', () => {
    for (const text of ['{"a" : "word"}', 'word', '{"a":"word', '{"message":{"content":["word"']) {
      assert.ok(isSaid(Buffer.from(text), 'word'), text);
    }
  });

  it('is in words of its own that look like keys', () => {
    const said = 'The key is "parentUuid": it names the line before';
    const text = JSON.stringify({ parentUuid: 'ab', message: { role: 'user', content: said } });
    assert.ok(isSaid(Buffer.from(text), 'parentUuid'));
  });
});
