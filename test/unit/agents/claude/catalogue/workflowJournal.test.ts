import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as path from 'node:path';
import { returnedAgents } from '../../../../../src/extension/agents/claude/catalogue/workflowJournal';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';

describe('The journal of a workflow', () => {
  let home: string;
  let journal: string;

  beforeEach(async () => {
    home = await tempHome();
    journal = path.join(home, 'journal.jsonl');
  });
  afterEach(() => removeHome(home));

  const returned = async (...lines: readonly string[]): Promise<readonly string[]> => {
    await fs.writeFile(journal, lines.map((line) => `${line}\n`).join(''));
    return [...(await returnedAgents(journal))];
  };
  const line = (type: string, agentId?: unknown): string =>
    JSON.stringify({ type, key: 'v2:0', agentId });

  it('names the agents that returned or failed, and not those that run', async () => {
    const lines = [
      line('launched'),
      line('started', 'a'),
      line('started', 'b'),
      line('started', 'c'),
    ];
    assert.deepEqual(await returned(...lines), []);
    assert.deepEqual(await returned(...lines, line('result', 'b'), line('failed', 'a')), [
      'b',
      'a',
    ]);
  });

  it('does not name an agent that was started anew', async () => {
    assert.deepEqual(await returned(line('failed', 'a'), line('started', 'a')), []);
  });

  it('is read past damaged lines, and names nothing that could not be part of a file name', async () => {
    const bad = ['{"type":"result"', 'null', '[]', line('result'), line('result', 7)];
    const ids = ['../../x', 'a/b', '', 'x'.repeat(300), 'a\\b', 'a.b'].map((id) =>
      line('result', id),
    );
    assert.deepEqual(await returned(...bad, ...ids, line('result', 'good')), ['good']);
  });

  it('leaves out the line that is still being written, until it is whole', async () => {
    const last = line('result', 'b');
    await fs.writeFile(journal, `${line('result', 'a')}\n${last.slice(0, -1)}`);
    assert.deepEqual([...(await returnedAgents(journal))], ['a']);
    await fs.writeFile(journal, `${line('result', 'a')}\n${last}`);
    assert.deepEqual([...(await returnedAgents(journal))], ['a', 'b']);
  });
});
