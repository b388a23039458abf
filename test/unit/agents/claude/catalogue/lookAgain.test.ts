import type { FoundFile } from '../../../../../src/extension/agents/transcripts/files';
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { findTranscripts } from '../../../../../src/extension/agents/claude/catalogue/transcriptFolders';
import { removeHome, tempHome } from '../../../../support/hub/tempHome';

describe('A look at all transcripts', () => {
  let projects = '';
  let home = '';
  beforeEach(async () => {
    home = await tempHome();
    projects = path.join(home, 'projects');
    fs.mkdirSync(path.join(projects, '-w'), { recursive: true });
    for (const name of ['a', 'b', 'c']) fs.writeFileSync(file(name), '{}\n');
  });
  afterEach(() => removeHome(home));

  const file = (name: string): string => path.join(projects, '-w', `${name}.jsonl`);

  function look(known?: ReadonlyMap<string, FoundFile>): Map<string, FoundFile> {
    const job = findTranscripts(projects, assert.fail, undefined, known);
    for (;;) {
      const step = job.next();
      if (step.done === true) return new Map(step.value.map((one) => [one.path, one]));
    }
  }

  it('makes nothing new of what is unchanged', () => {
    const first = look();
    fs.appendFileSync(file('b'), '{}\n');
    fs.rmSync(file('c'));
    fs.writeFileSync(file('d'), '');
    const second = look(first);
    assert.deepEqual([...second.keys()].sort(), ['a', 'b', 'd'].map(file));
    assert.equal(second.get(file('a')), first.get(file('a')));
    assert.equal(second.get(file('b'))?.size, 6);
  });
});
