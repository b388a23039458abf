import assert from 'node:assert/strict';
import { parseFilter } from '../../../../src/shared/board/filter/filterTokens';
import { coversSession } from '../../../../src/shared/board/mutes';
import { pastMatcherOf } from '../../../../src/shared/board/filter/pastFilter';
import { createSessionMatcher } from '../../../../src/shared/board/filter/sessionFilter';
import { findQuery } from '../../../../src/extension/views/findSession/findQuery';
import { filterCompletions } from '../../../../src/webview/layout/filterCompletions';
import { aSession } from '../../../support/sessionBuilder';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { filterChoices } from '../../../../src/webview/layout/filterChoices';

const gpu = { id: 'm0123456789abcdef', name: 'gpu-box' };
const board = [
  aSession({ sessionId: 'here' }),
  aSession({ sessionId: 'there', machine: gpu }),
  aSession({
    sessionId: 'gone',
    machine: { id: 'mfedcba9876543210', name: 'nas', away: '2026-01-01T00:00:00Z' },
  }),
];
const shown = (filter: string) =>
  board.filter(createSessionMatcher(parseFilter(filter))).map(({ sessionId }) => sessionId);

describe('The filter by machine', () => {
  for (const [filter, expected] of [
    ['machine:gpu', ['there']],
    ['machine:"gpu"', []],
    ['machine:gpu machine:nas', ['there', 'gone']],
    ['is:away', ['gone']],
    ['gpu-box', ['there']],
  ] as const)
    it(`${filter} shows ${expected.join(' ') || 'none'}`, () =>
      assert.deepEqual(shown(filter), expected));

  it('is completed with counts', () => {
    const completionsOf = (text: string) =>
      filterCompletions(text, [], board).map(({ name, count }) => `${name} ${count}`);
    assert.deepEqual(completionsOf('machine:'), ['gpu-box 1', 'nas 1']);
    assert.ok(completionsOf('is:').includes('away 1'));
  });

  it('finds past sessions by machine and passes the other tokens on to the machines', () => {
    const { tokens, isFiltered, words } = findQuery('machine:gpu branch:main fix');
    assert.deepEqual([tokens, isFiltered, words], ['machine:gpu branch:main', true, 'fix']);
    const only = findQuery('machine:gpu');
    assert.deepEqual([only.tokens, only.isFiltered], ['machine:gpu', true]);
    const matches = pastMatcherOf(parseFilter('machine:gpu').tokens);
    const entry = { projectPath: '/srv/train' };
    assert.deepEqual([matches({ ...entry, machine: gpu }), matches(entry)], [true, false]);
  });
});

describe('The filter by account', () => {
  const work = { id: 'm0011223344556677', name: 'work', account: true };
  const accounts = [
    aSession({ sessionId: 'own', account: 'default' }),
    aSession({ sessionId: 'work', machine: work }),
    aSession({ sessionId: 'gpu', machine: gpu }),
  ];
  const found = (filter: string) =>
    accounts.filter(createSessionMatcher(parseFilter(filter))).map(({ sessionId }) => sessionId);

  it('finds sessions of other accounts and of the own account, but not of machines', () => {
    assert.deepEqual(found('account:work'), ['work']);
    assert.deepEqual(found('account:default'), ['own']);
    assert.deepEqual(found('account:"work" account:"default"'), ['own', 'work']);
    assert.deepEqual(found('account:gpu'), []);
    assert.deepEqual(found('machine:work'), []);
    assert.deepEqual(found('machine:gpu'), ['gpu']);
  });

  it('is completed with counts', () => {
    const names = filterCompletions('account:', [], accounts).map(
      ({ name, count }) => `${name} ${count}`,
    );
    assert.deepEqual(names, ['default 1', 'work 1']);
  });

  it('finds past sessions by account', () => {
    const entry = { projectPath: '/srv/train' };
    const matches = pastMatcherOf(parseFilter('account:default').tokens);
    assert.deepEqual(
      [
        matches({ ...entry, account: 'default' }),
        matches({ ...entry, machine: work }),
        matches(entry),
      ],
      [true, false, false],
    );
  });
});

describe('A mute of a project', () => {
  it('applies to one machine only, even if another one has the same path', () => {
    const path = '/srv/train';
    const [here, there] = [{}, { machine: gpu }].map((more) =>
      aSession({ projectPath: path, ...more }),
    );
    assert.ok(here && there);
    const mute = { scope: 'project', path } as const;
    assert.deepEqual([coversSession(mute, here), coversSession(mute, there)], [true, false]);
    const of = { ...mute, machine: gpu.id };
    assert.deepEqual([coversSession(of, here), coversSession(of, there)], [false, true]);
  });
});

describe('The filter by agent', () => {
  const sessions = [
    aSession({ sessionId: 'first' }),
    aSession({ sessionId: 'second', agent: 'codex' }),
  ];
  const found = (filter: string): readonly string[] =>
    sessions.filter(createSessionMatcher(parseFilter(filter))).map(({ sessionId }) => sessionId);

  it('finds sessions by the name of their agent', () => {
    assert.deepEqual(found('agent:codex'), ['second']);
    assert.deepEqual(found('agent:"Claude Code"'), ['first']);
    assert.deepEqual(found('codex'), ['second']);
  });

  it('is offered if the board has sessions of two agents', () => {
    const offered = (from: readonly LiveSession[]): readonly string[] =>
      filterChoices(from, 9).agent.map(({ token, count }) => `${token.value} ${count}`);
    assert.deepEqual(offered(sessions), ['Claude Code 1', 'Codex 1']);
    assert.deepEqual(offered(sessions.slice(1)), []);
  });
});
