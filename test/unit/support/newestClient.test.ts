import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { recording, type Row } from '../../support/recordings/recording';
import { newsPage } from '../../truth/newest/page';
import { productFor } from '../../truth/newest/product';
import { programLists } from '../../truth/newest/program';
import { Vocabulary } from '../../truth/newest/vocabulary';

const product = productFor('2.1.329');

function vocabularyOf(rows: readonly Row[]): Vocabulary {
  const words = new Vocabulary();
  words.addRows(rows);
  return words;
}

const hook = { session_id: 's', hook_event_name: 'Stop', lull: 1, prompt_id: 'p' };
const note = 'Paused until 3:15pm by "policy"';
const fresh: readonly Row[] = [
  { at: 1, hook },
  { at: 2, registry: '66.json', text: { pid: 66, status: 'dreaming', lull: true } },
  { at: 3, file: 'a.jsonl', line: { type: 'system', subtype: 'informational', content: note } },
  { at: 4, file: 'a.jsonl', line: { type: 'attachment', attachment: { type: 'lull' } } },
];

describe('The page about a new client', () => {
  it('names what no recording has, and says which of it the product knows', () => {
    const page = newsPage(vocabularyOf(fresh), new Vocabulary(), product);
    assert.match(page, /Stop: \[hook_event_name\] lull \[prompt_id\] \[session_id\]/);
    assert.match(page, /Values of the registry:\n {4}status: dreaming/);
    assert.match(page, /Attachments of transcripts:\n {4}lull/);
    assert.match(page, /Informational notes:\n {4}Paused until # by "…"/);
  });

  it('names what is recorded only where the product does not read it', () => {
    const words = vocabularyOf(fresh);
    const [news = '', unread = ''] = newsPage(words, words, product).split('RECORDED');
    assert.doesNotMatch(news, /lull/);
    assert.match(unread, /Fields of hooks:\n {4}lull\n/);
  });

  it('finds nothing new in a recording of ours', () => {
    const words = vocabularyOf(recording('loops-self'));
    const [news = ''] = newsPage(words, words, product).split('RECORDED');
    assert.equal(news.split('\n').filter((line) => line.endsWith(': none')).length, 9);
  });

  it('reads the names of events and notifications in the client’s program, the whole lists', async () => {
    const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'mc-program-'));
    const file = path.join(folder, 'claude');
    const few = '["PreToolUse","Stop"];b=["permission_prompt","idle_prompt"]';
    await fs.writeFile(file, `\0\xffa=${few};c=["PreToolUse","PostToolUse","Lull"];`, 'latin1');
    assert.deepEqual(await programLists(file), {
      hookEvents: ['PreToolUse', 'PostToolUse', 'Lull'],
      notifications: ['permission_prompt', 'idle_prompt'],
    });
    await fs.rm(folder, { recursive: true });
  });
});
