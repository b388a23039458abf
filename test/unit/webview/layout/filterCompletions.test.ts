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

describe('Completions of the filter', () => {
  it('are empty without a started word, or if no key starts with the word', () => {
    for (const text of ['', ' ', 'pay ', 'x', '"st', 'colon:']) assert.deepEqual(names(text), []);
  });

  it('are the keys that start with the typed word, after the preceding words', () => {
    assert.deepEqual(names('ST'), [['state:', 'state:']]);
    assert.deepEqual(names('pay "a b" br'), [['branch:', 'pay "a b" branch:']]);
  });

  it('are the values that contain the typed text, also in quotes or without accents', () => {
    assert.deepEqual(names('pay project:"my sh'), [['My shop', 'pay']]);
    assert.deepEqual(names('project:cafe'), [['Café', '']]);
    assert.deepEqual(names('branch:zz'), []);
    assert.deepEqual(names('tag:'), [
      ['hot', ''],
      ['two words', ''],
    ]);
  });

  it('omit tokens that the filter already has', () => {
    const token = { key: 'branch', value: 'main', exact: true } as const;
    assert.deepEqual(filterCompletions('branch:', [token], sessions), []);
  });

  it('are the states and numbers of pull requests, newest number first', () => {
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
