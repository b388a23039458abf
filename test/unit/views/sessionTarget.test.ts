import assert from 'node:assert/strict';
import { targetOf, targetsOf } from '../../../src/extension/views/sessionTarget';
import {
  parseTranscriptPath,
  transcriptPathOf,
} from '../../../src/extension/views/transcript/transcriptAddress';

describe('targetOf', () => {
  const cases: readonly (readonly [name: string, argument: unknown, expected: unknown])[] = [
    ['a session id', 'abc', { sessionId: 'abc' }],
    ['a row of the tree', { kind: 'session', sessionId: 'abc' }, { sessionId: 'abc' }],
    [
      'a row of a subagent',
      { kind: 'subagent', sessionId: 'abc', agentId: 'def' },
      { sessionId: 'abc', agentId: 'def' },
    ],
    [
      'the address of an open transcript',
      { scheme: 'claude-transcript', path: '/claude-transcript/abc/Title' },
      { sessionId: 'abc' },
    ],
    [
      'the address of another file',
      { scheme: 'file', path: '/claude-transcript/abc/x' },
      undefined,
    ],
    ['a group row', { kind: 'group', group: 'needs_you' }, undefined],
    ['nothing', undefined, undefined],
    ['an empty id', '', undefined],
    ['an id of another kind', { sessionId: 7 }, undefined],
  ];
  for (const [name, argument, expected] of cases) {
    it(`understands ${name}`, () => assert.deepEqual(targetOf(argument), expected));
  }
});

describe('targetsOf', () => {
  it('understands a list of ids, and what names one session', () => {
    assert.deepEqual(targetsOf(['abc', '', 7, 'def']), [
      { sessionId: 'abc' },
      { sessionId: 'def' },
    ]);
    assert.deepEqual(targetsOf({ kind: 'session', sessionId: 'abc' }), [{ sessionId: 'abc' }]);
    assert.deepEqual(targetsOf(undefined), []);
  });
});

describe('transcript addresses', () => {
  const targets = [
    { sessionId: '11111111-2222-4333-8444-555555555555' },
    { sessionId: 'a/b ?c#%', agentId: 'd/e' },
    { sessionId: 'ü日' },
  ];
  for (const target of targets) {
    it(`lead back to ${JSON.stringify(target)}`, () => {
      assert.deepEqual(parseTranscriptPath(transcriptPathOf(target, 'Any title')), target);
    });
  }

  const titles: readonly (readonly [title: string, label: string])[] = [
    ['Fix the login form', 'Fix the login form'],
    ['Fix src/auth.ts: 50% of "it"?', 'Fix src auth.ts 50 of it'],
    ['..\n', 'Transcript'],
    ['', 'Transcript'],
    ['x'.repeat(100), `${'x'.repeat(48)}…`],
  ];
  for (const [title, label] of titles) {
    it(`label the tab of ${JSON.stringify(title).slice(0, 40)}`, () => {
      assert.equal(
        transcriptPathOf({ sessionId: 'a' }, title),
        `/claude-transcript/a/${label}.txt`,
      );
    });
  }

  const foreign = ['', '/', '/claude-transcript', '/claude-transcript/x', '/other/a/b'];
  for (const path of [...foreign, '/claude-transcript//t', '/claude-transcript/%E0/t']) {
    it(`are not read from ${path}`, () => assert.equal(parseTranscriptPath(path), undefined));
  }
});
