import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { SessionTitles } from '../../../../../src/extension/agents/codex/catalogue/titles';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';

describe('The titles of Codex’s sessions', () => {
  let home = '';
  beforeEach(async () => (home = await tempHome()));
  afterEach(() => removeHome(home));

  it('are the last ones in the program’s index, also of a session that was renamed', () => {
    const file = path.join(home, 'session_index.jsonl');
    const titles = new SessionTitles(file);
    assert.equal(titles.titleOf('one'), undefined);
    const write = (id: string, name: string): void =>
      fs.appendFileSync(file, `${JSON.stringify({ id, thread_name: name })}\n`);
    write('one', 'First');
    write('two', 'Other');
    fs.appendFileSync(file, '{"id":"one","thread_na\n');
    assert.deepEqual([titles.titleOf('one'), titles.titleOf('three')], ['First', undefined]);
    write('one', 'Renamed');
    assert.deepEqual([titles.titleOf('one'), titles.titleOf('two')], ['Renamed', 'Other']);
  });
});
