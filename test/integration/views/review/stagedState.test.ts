import assert from 'node:assert/strict';
import { chmodSync, rmSync } from 'node:fs';
import {
  stagedState,
  type StagedRepository,
} from '../../../../src/extension/views/review/stagedState';
import { GitRepository } from '../../../support/git/gitRepository';
import { needs } from '../../../support/skip';

describe('What is staged while a commit message is written', () => {
  let repository: GitRepository;
  beforeEach(() => {
    repository = new GitRepository();
    repository.commit('a.ts', 'one');
    repository.commit('gone.ts', 'one');
  });
  afterEach(() => repository.remove());

  /** The staged state in the form that the editor's git returns. */
  const state = (): Promise<string> => {
    const names = repository.git('diff', '--cached', '--name-only', '-z').split('\0');
    const editor: StagedRepository = {
      state: {
        HEAD: { name: repository.git('branch', '--show-current').trim(), commit: commit() },
        indexChanges: names
          .filter(Boolean)
          .map((name) => ({ uri: { fsPath: repository.file(name) } })),
      },
      getObjectDetails(treeish, path) {
        assert.equal(treeish, '');
        const [line = ''] = repository.git('ls-files', '--stage', '--', path).split('\n');
        const [mode = '', object = ''] = line.split(' ');
        return object === '' ? Promise.reject(new Error()) : Promise.resolve({ mode, object });
      },
    };
    return stagedState(editor);
  };
  const commit = (): string => repository.git('rev-parse', 'HEAD').trim();
  const stage = (name: string, text: string): void => {
    repository.write(name, text);
    repository.git('add', '--', `:(literal)${name}`);
  };

  it('is the same as long as nothing of it changes', async () => {
    stage('a.ts', 'two');
    const shown = await state();
    repository.write('a.ts', 'only in the work tree');
    repository.git('status');
    assert.equal(await state(), shown);
  });

  it('is another where the same file is staged with other content', async () => {
    stage('a.ts', 'two');
    const shown = await state();
    stage('a.ts', 'six');
    assert.notEqual(await state(), shown);
  });

  it('is another where a file of a name like a pattern has other content', async () => {
    stage('[id].ts', 'two');
    stage('i.ts', 'two');
    const shown = await state();
    stage('[id].ts', 'six');
    assert.notEqual(await state(), shown);
  });

  it('is another with another mode, another deletion, another branch or another commit', async function () {
    needs(this, 'modes');
    stage('a.ts', 'two');
    const seen = new Set([await state()]);
    chmodSync(repository.file('a.ts'), 0o755);
    repository.git('add', 'a.ts');
    seen.add(await state());
    rmSync(repository.file('gone.ts'));
    repository.git('add', 'gone.ts');
    seen.add(await state());
    repository.git('switch', '-qc', 'other');
    seen.add(await state());
    repository.git('commit', '-qm', 'Late', '--only', 'gone.ts');
    seen.add(await state());
    assert.equal(seen.size, 5);
  });
});
