import assert from 'node:assert/strict';
import {
  maxViewBytes,
  sessionView as viewOf,
} from '../../../../src/extension/hub/domain/card/sessionView';
import {
  deliveredView,
  type WorkSources,
} from '../../../../src/extension/hub/domain/outcome/delivered';
import {
  createSessionFacts,
  type SessionFacts,
} from '../../../../src/extension/hub/domain/facts/session';
import type { SignalFact } from '../../../../src/extension/hub/domain/facts/signals';
import { emptyTranscript } from '../../../../src/extension/hub/domain/facts/transcriptFold';
import type { SessionView } from '../../../../src/shared/api/missionControl';
import type { LiveSession } from '../../../../src/shared/protocol/protocol';
import { viewsAnswerSchema } from '../../../../src/shared/protocol/layers/labels';
import { aSession, builderNow } from '../../../support/sessionBuilder';

const begun = Date.parse(builderNow);
const path = '/projects/p/s.jsonl';

function factsWith(transcript: Partial<NonNullable<SessionFacts['transcript']>>): SessionFacts {
  return { ...createSessionFacts('s'), transcript: { ...emptyTranscript(path), ...transcript } };
}

const signal = (at: number, data: SignalFact['data'] = {}, kind = 'commit'): SignalFact => ({
  kind,
  at: begun + at,
  turn: 1,
  ok: true,
  data,
});

function sessionView(session: LiveSession, facts: SessionFacts, sources: WorkSources): SessionView {
  return viewOf(session, facts, deliveredView(facts, sources));
}

const none = { signals: [], stateOf: () => undefined };

describe('The view of a session', () => {
  it('has the signals of the transcript and of rules in the order of their times', () => {
    const facts = factsWith({ turns: 2, signals: [signal(1), signal(3)] });
    const view = sessionView(aSession(), facts, { ...none, signals: [signal(2, {}, 'mine')] });
    assert.deepEqual(
      view.signals.map(({ kind }) => kind),
      ['commit', 'mine', 'commit'],
    );
    assert.equal(view.signals[0]?.at, new Date(begun + 1).toISOString());
    assert.equal(view.turn, 2);
    assert.equal(view.core.state, 'acting');
  });

  it('has each pull request once, with the state from its host', () => {
    const pr = (number: number) => ({ number, url: `https://example.com/${number}` });
    const facts = factsWith({
      signals: [pr(1), pr(2), pr(1)].map((data, at) => signal(at, data, 'pr')),
    });
    const { pullRequests } = sessionView(aSession(), facts, {
      ...none,
      stateOf: (url) => (url.endsWith('/1') ? { state: 'merged' } : undefined),
    });
    assert.deepEqual(pullRequests, [pr(2), { ...pr(1), state: 'merged' }]);
  });

  it('has no pull request with a number that the protocol would reject', () => {
    const url = 'https://example.com/1';
    const signals = [1.5, 2 ** 53, 1e308].map((number, at) => signal(at, { number, url }, 'pr'));
    const view = sessionView(aSession(), factsWith({ signals }), none);
    assert.deepEqual(viewsAnswerSchema.parse({ views: [view] }), { views: [view] });
    assert.deepEqual(view.pullRequests, []);
  });

  it('has an address completely or not at all, since a part of it leads elsewhere', () => {
    const address = (length: number) => `https://example.com/${'a'.repeat(length)}`;
    const signals = [400, 5_000].map((length, at) => signal(at, { url: address(length) }));
    const view = sessionView(aSession(), factsWith({ signals }), none);
    assert.deepEqual(
      view.signals.map(({ data }) => data),
      [{ url: address(400) }, {}],
    );
  });

  it('is deeply frozen, and does not change the facts', () => {
    const facts = factsWith({
      signals: [signal(1, { sha: 'a' })],
      changes: {
        ...emptyTranscript(path).changes,
        files: [['/a', 1, 1, 1, 1]],
        fileCount: 1,
        edits: 1,
      },
    });
    const withRepository = { ...facts, repository: { branch: 'main', ahead: 1 } };
    const view = sessionView(aSession({ tasks: { completed: 1, total: 2 } }), withRepository, none);
    const open: string[] = [];
    const visit = (value: unknown, place: string): void => {
      if (typeof value !== 'object' || value === null) return;
      if (!Object.isFrozen(value)) open.push(place);
      for (const [key, part] of Object.entries(value)) visit(part, `${place}.${key}`);
    };
    visit(view, 'view');
    assert.deepEqual(open, []);
    assert.equal(Object.isFrozen(withRepository.repository), false);
    assert.equal(Object.isFrozen(facts.transcript?.signals[0]?.data), false);
  });

  it('keeps 32 signals and 16 files, the newest', () => {
    const facts = factsWith({
      signals: Array.from({ length: 60 }, (_, at) => signal(at, { at })),
      changes: {
        ...emptyTranscript(path).changes,
        files: Array.from({ length: 70 }, (_, at) => [`/f${at}`, 1, 1, 1, at] as const),
        fileCount: 70,
        edits: 99,
      },
    });
    const { signals, changes } = sessionView(aSession(), facts, none);
    assert.deepEqual([signals.length, signals.at(-1)?.data], [32, { at: 59 }]);
    assert.deepEqual([changes?.files, changes?.edits], [70, 99]);
    assert.deepEqual([changes?.latest.length, changes?.latest.at(-1)?.path], [16, '/f69']);
  });

  it('is never larger than 8 kB', () => {
    for (const letter of ['x', 'ü', '…', '\ud800', '😀', '"', '\n']) {
      const long = letter.repeat(5_000);
      const data = Object.fromEntries(
        Array.from({ length: 60 }, (_, at) => [`${at}${long}`, long]),
      );
      const facts: SessionFacts = {
        ...factsWith({
          signals: Array.from({ length: 60 }, (_, at) => signal(at, data, long)),
          changes: {
            ...emptyTranscript(path).changes,
            files: Array.from({ length: 40 }, (_, at) => [`/f${at}${long}`, 1, 1, 1, at] as const),
            fileCount: 40,
            edits: 40,
          },
        }),
        repository: { branch: long, worktree: long, upstream: long },
      };
      const session = aSession({
        sessionId: long,
        title: long,
        projectPath: long,
        projectName: long,
      });
      const view = sessionView(session, facts, none);
      const size = Buffer.byteLength(JSON.stringify(view));
      assert.ok(size <= maxViewBytes, `${JSON.stringify(letter)}: ${size} bytes`);
    }
  });
});
