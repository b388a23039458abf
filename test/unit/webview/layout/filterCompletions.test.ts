import assert from 'node:assert/strict';
import { filterCompletions } from '../../../../src/webview/layout/filterCompletions';
import { aSession } from '../../../support/sessionBuilder';

const tags = [
  { word: 'hot', color: 'red' },
  { word: 'two words', color: 'blue', project: true },
];
const sessions = [
  aSession({ sessionId: 'a', projectName: 'My shop', gitBranch: 'main', tags }),
  aSession({ sessionId: 'b', projectName: 'Café', gitBranch: 'main' }),
];
const names = (text: string) =>
  filterCompletions(text, [], sessions).map(({ name, text: rest }) => [name, rest]);

describe('completions of the filter', () => {
  it('are nothing where no word is begun, nor of a word that begins no key', () => {
    for (const text of ['', ' ', 'pay ', 'x', '"st', 'colon:']) assert.deepEqual(names(text), []);
  });

  it('are the keys that begin so, with the words before them', () => {
    assert.deepEqual(names('ST'), [['state:', 'state:']]);
    assert.deepEqual(names('pay "a b" br'), [['branch:', 'pay "a b" branch:']]);
  });

  it('are the values that hold what is typed, in quotes or without accents, too', () => {
    assert.deepEqual(names('pay project:"my sh'), [['My shop', 'pay']]);
    assert.deepEqual(names('project:cafe'), [['Café', '']]);
    assert.deepEqual(names('branch:zz'), []);
    assert.deepEqual(names('tag:'), [
      ['hot', ''],
      ['two words', ''],
    ]);
  });

  it('leave out what the filter has already', () => {
    const token = { key: 'branch', value: 'main', exact: true } as const;
    assert.deepEqual(filterCompletions('branch:', [token], sessions), []);
  });

  it('are of pull requests their states, and their numbers, the newest first', () => {
    const pulls = [41, 7].map((number) => ({ number, url: `https://x.example/${number}` }));
    const outcome = { commits: 0, at: '', pulls, tests: { ok: false, stale: false } };
    const all = [...sessions, aSession({ sessionId: 'c', outcome })];
    const completionsOf = (text: string) =>
      filterCompletions(text, [], all).map(({ name, count }) => `${name} ${count}`);
    assert.deepEqual(completionsOf('pr:'), ['any 1', 'open 1', '41 1', '7 1']);
    assert.deepEqual(completionsOf('pr:#4'), ['41 1']);
    assert.deepEqual(completionsOf('tests:'), ['failing 1']);
    assert.deepEqual(completionsOf('worktree:'), []);
  });
});
