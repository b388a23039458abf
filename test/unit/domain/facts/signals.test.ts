import assert from 'node:assert/strict';
import { noBlockedCalls } from '../../../../src/extension/hub/domain/facts/blockedCalls';
import * as fc from 'fast-check';
import {
  createSessionFacts,
  type SubagentFileFacts,
} from '../../../../src/extension/hub/domain/facts/session';
import {
  maxSignals,
  sessionSignals,
  sessionTurnAt,
  addSignal,
  type SignalFact,
} from '../../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';

const fact = (kind: string, at: number, data: SignalFact['data'] = {}, turn = 1): SignalFact => ({
  kind,
  at,
  turn,
  ok: true,
  data,
});
const all = (...facts: readonly SignalFact[]): readonly SignalFact[] => {
  let signals: readonly SignalFact[] = [];
  for (const one of facts) signals = addSignal(signals, one);
  return signals;
};
const url = 'https://github.com/dev/proj/pull/41';

describe('The retained signals', () => {
  it('are in order of time and limited in number', () => {
    const facts = fc.array(
      fc.record({
        kind: fc.constantFrom('commit', 'push', 'pr', 'tests', 'deploy'),
        at: fc.nat({ max: 50 }),
        turn: fc.nat({ max: 3 }),
        data: fc.dictionary(fc.constantFrom('sha', 'url', 'branch', 'runner'), fc.string()),
      }),
      { maxLength: 100 },
    );
    fc.assert(
      fc.property(facts, (some) => {
        const signals = all(...some);
        assert.ok(signals.length <= maxSignals);
        const times = signals.map(({ at }) => at);
        assert.deepEqual(
          times,
          times.toSorted((a, b) => a - b),
        );
      }),
    );
  });

  it('include all signals of a kind without subject fields', () => {
    for (const kind of ['note', 'sweep', 'constructor', '__proto__', 'toString'])
      assert.equal(all(fact(kind, 1), fact(kind, 2), fact(kind, 3, {}, 2)).length, 3);
  });

  it('include only the last run of a turn, but all commits', () => {
    const vitest = { runner: 'vitest' };
    const signals = all(
      fact('tests', 1, { ...vitest, failed: 2 }),
      fact('tests', 2, { runner: 'jest' }),
      fact('tests', 3, { ...vitest, failed: 0 }),
      fact('tests', 4, { ...vitest, failed: 1 }, 2),
      fact('commit', 5),
      fact('commit', 6),
      fact('commit', 7, { sha: 'abc' }),
      fact('commit', 8, { sha: 'abc' }),
    );
    assert.deepEqual(
      signals.map(({ at }) => at),
      [2, 3, 4, 5, 6, 8],
    );
  });

  it('retain the action on a pull request when the client records its link again', () => {
    const note = { number: 41, url, repository: 'dev/proj' };
    const opened = fact('pr', 20, { number: 41, url, action: 'created' }, 2);
    const again: SignalFact = { kind: 'pr', at: 30, turn: 3, data: note };
    const joined = { ...opened, data: { ...note, action: 'created' } };
    assert.deepEqual(all({ ...again, at: 10, turn: 1 }, opened, again), [joined]);
    const merged = fact('pr', 40, { number: 41, action: 'merged' }, 4);
    assert.deepEqual(all(opened, again, merged), [
      { ...merged, data: { ...note, action: 'merged' } },
    ]);
    assert.equal(all(opened, fact('pr', 5, { number: 41, url: `${url}0` })).length, 2);
  });

  it('retain other kinds if many of one kind arrive, in little time', () => {
    const commits = Array.from({ length: 10_000 }, (_, index) => fact('commit', 10 + index));
    const signals = all(fact('pr', 1, { url }), fact('tests', 2), ...commits);
    assert.equal(signals.length, maxSignals);
    assert.deepEqual(
      signals.slice(0, 2).map(({ kind }) => kind),
      ['pr', 'tests'],
    );
    assert.equal(signals.at(-1)?.at, 10_009);
  });
});

describe('The signals of a session and its subagents', () => {
  const subagent = (agentId: string, ...signals: readonly SignalFact[]): SubagentFileFacts => ({
    agentId,
    path: `/${agentId}`,
    agentType: undefined,
    description: undefined,
    parentAgentId: undefined,
    toolUseId: undefined,
    finished: true,
    openTools: [],
    blocked: noBlockedCalls,
    changes: { files: [], fileCount: 0, edits: 0 },
    signals,
    firstAt: 1,
    lastAt: 1,
  });
  const transcript = {
    ...emptyTranscript('/s'),
    turns: 3,
    humanPromptAt: 100,
    signals: [fact('commit', 50, {}, 2), fact('commit', 120, {}, 3)],
  };

  it('are merged by time, in the turn of the session or the one before it', () => {
    const files = [
      subagent('a', fact('push', 60, {}, 0)),
      subagent('b', fact('tests', 110, {}, 0)),
    ];
    const subagentFiles = new Map(files.map((one) => [one.agentId, one]));
    const signals = sessionSignals({ ...createSessionFacts('s'), transcript, subagentFiles });
    assert.deepEqual(
      signals.map(({ kind, turn }) => [kind, turn]),
      [
        ['commit', 2],
        ['push', 2],
        ['tests', 3],
        ['commit', 3],
      ],
    );
  });

  it('are the session’s own if no subagent has any', () => {
    const alone = { ...createSessionFacts('s'), transcript };
    assert.equal(sessionSignals(alone), transcript.signals);
    assert.deepEqual(sessionSignals(createSessionFacts('s')), []);
    assert.equal(sessionTurnAt(createSessionFacts('s'), 5), 0);
  });
});
