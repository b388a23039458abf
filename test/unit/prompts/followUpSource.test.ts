import assert from 'node:assert/strict';
import type { SubagentFileFacts } from '../../../src/extension/hub/domain/facts/session';
import type { SignalFact } from '../../../src/extension/hub/domain/facts/signals';
import {
  followUpSource,
  type FollowUpSource,
} from '../../../src/extension/hub/prompts/followUpSource';
import { start, Story } from '../../support/hub/story';

const sourceOf = (story: Story, isAssumed = false): FollowUpSource =>
  followUpSource(story.card, story.facts, isAssumed, story.now);

describe('A session for which follow-ups wait', () => {
  const finished = (): Story =>
    new Story()
      .registry('idle')
      .prompted()
      .registry('busy')
      .after(500)
      .answered('Done.')
      .registry('idle');

  it('has finished only in a process that is known to run it', () => {
    assert.equal(sourceOf(finished()).turnEnd.finishedAt, start + 500);
    assert.deepEqual(sourceOf(finished(), true).turnEnd, { waitsFor: 'unproven' });
  });

  it('has an end with a time if a hook or the registry told it', () => {
    const living = sourceOf(finished());
    assert.deepEqual([living.isLiving, living.endedAt], [true, undefined]);
    const gone = sourceOf(finished().after(1_000).gone('exited'));
    assert.deepEqual([gone.isLiving, gone.endedAt], [false, start + 1_500]);
    const left = sourceOf(
      finished().after(1_000).hook('SessionEnd', { reason: 'prompt_input_exit' }),
    );
    assert.deepEqual([left.isLiving, left.endedAt], [false, start + 1_500]);
  });

  it('is not known to have ended if only its silence says so', () => {
    const silent = new Story()
      .prompted()
      .after(500)
      .answered('Done.')
      .after(24 * 3_600_000);
    assert.deepEqual([sourceOf(silent).isLiving, sourceOf(silent).endedAt], [undefined, undefined]);
  });

  it('proves only what its commands are known to have done', () => {
    const { card, facts, now } = finished();
    const signal = (
      kind: string,
      at: number,
      data: SignalFact['data'],
      ok?: boolean,
    ): SignalFact => ({
      kind,
      at: start + at,
      turn: 1,
      data,
      ...(ok !== undefined && { ok }),
    });
    const url = 'https://github.com/a/b/pull/1';
    const signals = [
      signal('commit', 1, { sha: 'a', kind: 'committed' }, true),
      signal('commit', 2, { kind: 'amended' }, true),
      signal('commit', 3, { kind: 'committed' }),
      signal('push', 4, { branch: 'main' }, true),
      signal('push', 5, { branch: 'other' }, false),
      signal('pr', 6, { number: 1, url, action: 'created' }),
      signal('pr', 7, { number: 2, action: 'created' }),
      signal('pr', 8, { number: 3, action: 'merged' }, true),
      signal('pr', 9, { number: 4, action: 'merged' }),
      signal('tests', 10, { runner: 'vitest', passed: 3, failed: 1 }, false),
    ];
    assert.ok(facts.transcript);
    const worked = { ...facts, transcript: { ...facts.transcript, signals } };
    const source = followUpSource(card, worked, false, now);
    assert.deepEqual(
      source.facts.map(({ kind, at }) => `${kind} ${at - start}`),
      ['committed 1', 'pushed 4', 'pullOpened 6', 'pullMerged 8'],
    );
    assert.deepEqual(source.texts.testResults, ['vitest: 1 failed, 3 passed']);
    assert.equal(source.tests?.ok, false);
    const { path } = worked.transcript;
    assert.deepEqual(source.testRun, { transcript: path, at: start + 10 });
    const green = signal('tests', 11, { runner: 'mocha', passed: 3 }, true);
    const both = { ...facts, transcript: { ...facts.transcript, signals: [...signals, green] } };
    assert.equal(followUpSource(card, both, false, now).testRun?.at, start + 10, 'the failing one');
    const agent = { ...facts.transcript, signals } as unknown as SubagentFileFacts;
    const transcript = { ...facts.transcript, signals: [] };
    const elsewhere = { ...facts, transcript, subagentFiles: new Map([['a', agent]]) };
    const found = followUpSource(card, elsewhere, false, now);
    assert.deepEqual([found.tests?.ok, found.testRun], [false, undefined]);
  });

  it('offers what it said and changed as quotations', () => {
    const { texts } = sourceOf(finished());
    assert.equal(texts.lastMessage, 'Done.');
    assert.deepEqual([texts.files, texts.testResults, texts.pull], [[], [], undefined]);
  });
});
