import assert from 'node:assert/strict';
import * as fs from 'node:fs/promises';
import * as os from 'node:os';
import * as path from 'node:path';
import { ruleAdder } from '../../../src/extension/hookInstaller/addRule';
import type { AskedChange } from '../../../src/extension/hookInstaller/shownChange';
import { silentLog } from '../../../src/extension/util/log';

describe('A permission rule that a person is asked about', () => {
  let root: string;
  let asked: AskedChange[];
  let answer: boolean;
  beforeEach(async () => {
    root = await fs.realpath(await fs.mkdtemp(path.join(os.tmpdir(), 'mc-rule-')));
    asked = [];
    answer = true;
  });
  afterEach(() => fs.rm(root, { recursive: true, force: true }));

  const add = (file: string, rule = 'Bash(npm test)') => {
    const ask = (change: AskedChange): Promise<boolean> => {
      asked.push(change);
      return Promise.resolve(answer);
    };
    const question = (place: string): string => `Add it to ${place}?`;
    return ruleAdder(
      { confirmChange: ask },
      silentLog,
    )({ file, rule, question, title: 'Add', action: 'Add' });
  };
  const inProject = (): string => path.join(root, 'shop', '.claude', 'settings.local.json');

  it('is written once it is accepted, and is known the next time', async () => {
    assert.equal(await add(inProject()), 'added');
    const text = await fs.readFile(inProject(), 'utf8');
    assert.deepEqual(JSON.parse(text), { permissions: { allow: ['Bash(npm test)'] } });
    assert.equal(asked[0]?.question, `Add it to ${inProject()}?`);
    assert.equal(await add(inProject()), 'known');
    assert.equal(asked.length, 1);
  });

  it('is written nowhere where the person declines', async () => {
    answer = false;
    assert.equal(await add(inProject()), 'declined');
    await assert.rejects(fs.readFile(inProject()), { code: 'ENOENT' });
  });

  it('names the real place of settings that a project links to', async () => {
    const elsewhere = path.join(root, 'home', '.claude');
    await fs.mkdir(elsewhere, { recursive: true });
    await fs.mkdir(path.join(root, 'shop'));
    await fs.symlink(elsewhere, path.join(root, 'shop', '.claude'));
    assert.equal(await add(inProject()), 'added');
    assert.equal(asked[0]?.question, `Add it to ${path.join(elsewhere, 'settings.local.json')}?`);
  });
});
